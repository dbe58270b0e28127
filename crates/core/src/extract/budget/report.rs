//! Each limit of a budget with what was spent of it, what waits, and when it goes on.

use std::collections::BTreeSet;

use serde::Serialize;

use super::amount::Unit;
use super::books::Books;
use super::document::{Budget, Limits, Scope};
use super::tally::Tally;

/// One limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// overall, source or contract.
    pub scope: &'static str,
    /// Of the source or the contract.
    pub name: Option<String>,
    pub unit: Unit,
    /// Spent and held today.
    pub used: u64,
    pub limit: u64,
    /// What the requests that wait are expected to take.
    pub debt: u64,
    /// None while all that waits fits into today.
    pub goes_on_at_ms: Option<i64>,
}

/// Every limit that has a number, in a fixed order. A limit for each source has a line for every
/// source that has spent something today or waits.
pub fn report(budget: &Budget, books: &Books, debt: &Tally, now_ms: i64) -> Vec<Line> {
    let spent = books.spent_today();
    let named = |own: Vec<&String>, seen: &mut dyn Iterator<Item = String>| -> BTreeSet<String> {
        own.into_iter().cloned().chain(seen).collect()
    };
    let seen_sources = spent.into_iter().chain([debt]).flat_map(Tally::sources);
    let sources = named(
        budget.sources.keys().collect(),
        &mut seen_sources.map(str::to_owned),
    );
    let seen_contracts = spent.into_iter().chain([debt]).flat_map(Tally::contracts);
    let contracts = named(
        budget.contracts.keys().collect(),
        &mut seen_contracts.map(str::to_owned),
    );
    let scopes = [(Scope::Overall, budget.overall)].into_iter();
    let scopes = scopes.chain(sources.iter().map(|name| {
        let limits = budget.of_source(name);
        (Scope::Source(name.as_str()), limits)
    }));
    let scopes = scopes.chain(contracts.iter().map(|name| {
        let limits = budget.of_contract(name);
        (Scope::Contract(name.as_str()), limits)
    }));
    let lines = |(scope, limits): (Scope<&str>, Limits)| {
        Unit::ALL
            .into_iter()
            .filter_map(move |unit| Some((unit, limits.of(unit)?)))
            .map(move |(unit, limit)| line(&scope, (unit, limit), (books, debt), now_ms))
            .collect::<Vec<_>>()
    };
    scopes.flat_map(lines).collect()
}

fn line(
    scope: &Scope<&str>,
    (unit, limit): (Unit, u64),
    (books, debt): (&Books, &Tally),
    now_ms: i64,
) -> Line {
    let used = books.used(scope, now_ms).of(unit);
    let debt = debt.of(scope).of(unit);
    let (word, name) = match scope {
        Scope::Overall => ("overall", None),
        Scope::Source(name) => ("source", Some((*name).to_owned())),
        Scope::Contract(name) => ("contract", Some((*name).to_owned())),
    };
    let is_short = used >= limit || debt > limit.saturating_sub(used);
    Line {
        scope: word,
        name,
        unit,
        used,
        limit,
        debt,
        goes_on_at_ms: is_short.then(|| books.next_day_ms(now_ms)),
    }
}
