//! The limits of a day, as a document of the catalog: docs/specs/budget.md explains each key.
//!
//! Strict: a key that is not known, a limit that is no number, a scope without a limit and a name
//! that stands twice are faults. A mistyped limit would be no limit.

use std::collections::BTreeMap;
use std::fmt;

use readonce_model::ContractId;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::amount::{Amount, Unit};
use super::day::DayRule;
use crate::catalog::{CatalogError, Faults, located, read};

/// Kind of the document in faults.
pub const BUDGET_KIND: &str = "budget";

/// What may be spent in a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    pub day: DayRule,
    pub overall: Limits,
    /// For each source that has no limits of its own.
    pub each_source: Limits,
    pub sources: BTreeMap<String, Limits>,
    /// For each contract that has no limits of its own.
    pub each_contract: Limits,
    pub contracts: BTreeMap<String, Limits>,
}

/// Limits of one scope; none is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    #[serde(default)]
    pub calls: Option<u64>,
    #[serde(default)]
    pub tokens: Option<u64>,
    #[serde(default)]
    pub money_micros: Option<u64>,
}

/// Whose limit it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope<S = String> {
    Overall,
    Source(S),
    Contract(S),
}

/// A limit by its name. Example: source greenhouse-gitlab, calls
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LimitName {
    pub scope: Scope,
    pub unit: Unit,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::Overall => f.write_str("overall"),
            Scope::Source(name) => write!(f, "source {name}"),
            Scope::Contract(name) => write!(f, "contract {name}"),
        }
    }
}

impl fmt::Display for LimitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.scope, self.unit)
    }
}

impl Limits {
    pub const fn of(self, unit: Unit) -> Option<u64> {
        match unit {
            Unit::Calls => self.calls,
            Unit::Tokens => self.tokens,
            Unit::MoneyMicros => self.money_micros,
        }
    }

    /// The first unit in which `wanted` is more than the limit leaves beside what is `used`.
    pub fn exceeded(self, used: Amount, wanted: Amount) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| {
            let sum = used.of(*unit).saturating_add(wanted.of(*unit));
            self.of(*unit)
                .is_some_and(|limit| wanted.of(*unit) > 0 && sum > limit)
        })
    }

    fn is_none(self) -> bool {
        Unit::ALL.into_iter().all(|unit| self.of(unit).is_none())
    }
}

impl Budget {
    pub fn of_source(&self, source: &str) -> Limits {
        self.sources
            .get(source)
            .copied()
            .unwrap_or(self.each_source)
    }

    pub fn of_contract(&self, contract: &str) -> Limits {
        let own = self.contracts.get(contract).copied();
        own.unwrap_or(self.each_contract)
    }

    /// The scopes that a call is under, with their limits.
    pub fn scopes<'a>(&self, source: &'a str, contract: &'a str) -> [(Scope<&'a str>, Limits); 3] {
        [
            (Scope::Overall, self.overall),
            (Scope::Source(source), self.of_source(source)),
            (Scope::Contract(contract), self.of_contract(contract)),
        ]
    }
}

impl Scope<&str> {
    pub fn to_owned_scope(&self) -> Scope {
        match self {
            Scope::Overall => Scope::Overall,
            Scope::Source(name) => Scope::Source((*name).to_owned()),
            Scope::Contract(name) => Scope::Contract((*name).to_owned()),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Document {
    #[serde(default)]
    day: Option<String>,
    #[serde(default)]
    overall: Option<Limits>,
    #[serde(default)]
    each_source: Option<Limits>,
    #[serde(default)]
    sources: Named,
    #[serde(default)]
    each_contract: Option<Limits>,
    #[serde(default)]
    contracts: Named,
}

/// Limits by name; a name that stands twice is refused.
#[derive(Debug, Default)]
struct Named(BTreeMap<String, Limits>);

/// Reads a document; every fault is said with its key and its line.
pub fn parse_budget(name: &str, text: &str) -> Result<Budget, CatalogError> {
    let refuse = |faults| CatalogError {
        kind: BUDGET_KIND,
        name: name.to_owned(),
        faults,
    };
    let document: Document = read(text).map_err(|fault| refuse(vec![fault]))?;
    let mut faults = Faults::default();
    let budget = checked(document, &mut faults);
    let faults = located(text, faults);
    match faults.is_empty() {
        true => Ok(budget),
        false => Err(refuse(faults)),
    }
}

fn checked(document: Document, faults: &mut Faults) -> Budget {
    let day = document
        .day
        .as_deref()
        .map_or(Ok(DayRule::default()), str::parse);
    let day = day.unwrap_or_else(|error| {
        faults.say("day", error.to_string());
        DayRule::default()
    });
    let mut all = 0_usize;
    let mut one = |key: &str, limits: Option<Limits>, faults: &mut Faults| {
        all = all.saturating_add(usize::from(limits.is_some()));
        if limits.is_some_and(Limits::is_none) {
            faults.say(key, "sets no limit; write calls, tokens or money-micros");
        }
        limits.unwrap_or_default()
    };
    let overall = one("overall", document.overall, faults);
    let each_source = one("each-source", document.each_source, faults);
    let each_contract = one("each-contract", document.each_contract, faults);
    for (source, limits) in &document.sources.0 {
        one(&format!("sources.{source}"), Some(*limits), faults);
        if source.trim().is_empty() || source.contains('/') {
            faults.say("sources", format!("'{source}' is no name of a source"));
        }
    }
    for (contract, limits) in &document.contracts.0 {
        one(&format!("contracts.{contract}"), Some(*limits), faults);
        if let Err(error) = contract.parse::<ContractId>() {
            faults.say(format!("contracts.{contract}"), error.to_string());
        }
    }
    if all == 0 {
        faults.say("document", "sets no limit at all");
    }
    Budget {
        day,
        overall,
        each_source,
        sources: document.sources.0,
        each_contract,
        contracts: document.contracts.0,
    }
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NamedVisitor)
    }
}

struct NamedVisitor;

impl<'de> Visitor<'de> for NamedVisitor {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names with limits")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut named = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            let limits: Limits = map.next_value()?;
            if named.insert(name.clone(), limits).is_some() {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
        }
        Ok(Named(named))
    }
}
