//! Data contracts: which fields an item must, should and may have, and what its values owe.
//!
//! A contract is a document of the catalog (`catalog/contracts`), compiled once. It judges and
//! never drops: the answer is a score with reasons.

mod check;
mod compatible;
mod document;
mod rule;
#[cfg(test)]
mod tests;

use readonce_model::ContractId;

pub use compatible::{Break, compatible};

use super::field::{Field, Subject};
use crate::catalog::{self, CatalogError, Fault, Faults};
use crate::item::{Kind, Quality};
use document::{Condition, Document};
use rule::{Check, holds};

/// A contract that is ready to judge.
#[derive(Clone, Debug)]
pub struct DataContract {
    kind: Kind,
    document: Document,
    /// Those that cost most come first.
    clauses: Vec<Clause>,
}

/// One thing that costs points.
#[derive(Clone, Debug)]
struct Clause {
    code: String,
    words: String,
    cost: i32,
    when: Vec<(Field, Condition)>,
    check: Check,
}

/// A code with what it costs and means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning<'a> {
    pub code: &'a str,
    pub cost: i32,
    pub words: &'a str,
}

/// Reads, checks and compiles a document, YAML or JSON. `name` is that of its file.
///
/// # Errors
/// A text that cannot be read has one fault, the first; one that can be read has all of its faults.
pub fn parse_contract(name: &str, text: &str) -> Result<DataContract, CatalogError> {
    let refuse = |faults| CatalogError {
        kind: "contract",
        name: name.to_owned(),
        faults,
    };
    let document: Document = catalog::read(text).map_err(|fault| refuse(vec![fault]))?;
    let faults = catalog::located(text, check::faults_of(name, &document));
    let compiled = DataContract::compile(document);
    match compiled {
        Some(contract) if faults.is_empty() => Ok(contract),
        _ if faults.is_empty() => Err(refuse(vec![Fault {
            field: "document".to_owned(),
            line: None,
            words: "cannot be compiled".to_owned(),
        }])),
        _ => Err(refuse(faults)),
    }
}

/// The contract that another document holds in one of its fields; what is wrong is said there.
pub(crate) fn held(
    value: &serde_json::Value,
    field: &str,
    faults: &mut Faults,
) -> Option<DataContract> {
    let document: Document = match serde_json::from_value(value.clone()) {
        Ok(document) => document,
        Err(error) => {
            faults.say(field, error.to_string());
            return None;
        }
    };
    let inner = check::faults_of(&document.contract.to_string(), &document);
    let is_sound = inner.is_empty();
    faults.say_within(field, inner);
    DataContract::compile(document).filter(|_| is_sound)
}

/// The score of an item: 100 less what its faults cost, never below 0.
pub fn assess(contract: &DataContract, subject: &Subject) -> Quality {
    let broken = contract
        .clauses
        .iter()
        .filter(|clause| holds(subject, &clause.when) && clause.check.is_broken(subject));
    let mut score = 100i32;
    let mut reasons = Vec::new();
    for clause in broken {
        score = score.saturating_sub(clause.cost);
        reasons.push(clause.code.clone());
    }
    Quality {
        score: score.max(0),
        reasons,
    }
}

impl DataContract {
    /// Example: posting@1
    pub const fn id(&self) -> &ContractId {
        &self.document.contract
    }

    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// What it is for, in the words of its document.
    pub fn says(&self) -> Option<&str> {
        self.document.says.as_deref()
    }

    /// What each code means, dearest first.
    pub fn meanings(&self) -> impl Iterator<Item = Meaning<'_>> {
        self.clauses.iter().map(|clause| Meaning {
            code: &clause.code,
            cost: clause.cost,
            words: &clause.words,
        })
    }

    /// What a field of an older version is called here; `None` when it was dropped, or when that
    /// version is not known.
    pub fn field_from<'a>(&'a self, older: &ContractId, field: &'a str) -> Option<&'a str> {
        let mapping = self.document.from.get(older)?;
        if mapping.dropped.iter().any(|dropped| dropped == field) {
            return None;
        }
        Some(mapping.renamed.get(field).map_or(field, String::as_str))
    }

    /// `None` for a document that `check` finds fault with.
    fn compile(document: Document) -> Option<Self> {
        let mut clauses = Vec::new();
        for (code, required) in &document.required.0 {
            let check = Check::Missing(Field::named(&required.field)?);
            clauses.push(Clause {
                code: code.clone(),
                words: required.words.clone(),
                cost: required.cost,
                when: Vec::new(),
                check,
            });
        }
        for (code, conditional) in &document.conditional.0 {
            let when = conditional.when.iter();
            let when = when.map(|(field, what)| Some((Field::named(field)?, what.clone())));
            clauses.push(Clause {
                code: code.clone(),
                words: conditional.words.clone(),
                cost: conditional.cost,
                when: when.collect::<Option<_>>()?,
                check: Check::Missing(Field::named(&conditional.require)?),
            });
        }
        for (code, rule) in &document.rules.0 {
            clauses.push(Clause {
                code: code.clone(),
                words: rule.words.clone(),
                cost: rule.cost,
                when: Vec::new(),
                check: Check::of(rule).ok()?,
            });
        }
        clauses.sort_by_key(|clause| std::cmp::Reverse(clause.cost));
        Some(Self {
            kind: Kind::of(&document.kind)?,
            document,
            clauses,
        })
    }
}
