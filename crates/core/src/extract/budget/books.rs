//! What was spent and is held: a fold over the attempts of all partitions, whoever made them.
//!
//! An attempt that has started holds its estimate; when it has ended, it counts what it took; one
//! that is known not to be billed counts nothing. Whether a call without a result was billed nobody
//! knows, so it counts. An attempt belongs to the day on which it was announced.
//!
//! Records may come late, twice and in any order: of an attempt the record that tells most stands.
//! Only today, yesterday and tomorrow (a host's clock may be ahead) are held, at about 150 bytes a
//! call.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use readonce_model::ContentHash;
use readonce_model::record::ExtractAttempt;

use super::amount::Amount;
use super::day::DayRule;
use super::document::Scope;
use super::estimate::Estimate;
use super::tally::Tally;
use crate::extract::config::Provider;
use crate::extract::ledger::state_rank;

/// No call takes more than a million of any currency. A number beyond it is an error, and sums of it
/// must not reach the end of what a number can hold: there they would depend on their order.
const MOST_A_CALL: u64 = 1_000_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Books {
    rule: DayRule,
    today: i64,
    days: BTreeMap<i64, Day>,
    /// What was granted and is not announced yet, by request key.
    held: HashMap<Arc<str>, Estimate>,
    holding: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Day {
    calls: HashMap<CallKey, Call>,
    spent: Tally,
}

/// Content, contract, attempt.
type CallKey = (ContentHash, Arc<str>, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    weight: Weight,
    source: Arc<str>,
}

/// How much a record tells: its state, whether billing is known, when it ended, what it took. A
/// total order, so that the greatest is the same in every order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Weight {
    state: u8,
    is_settled: bool,
    ended_at_ms: i64,
    amount: Amount,
}

impl Books {
    pub fn new(rule: DayRule, now_ms: i64) -> Self {
        Self {
            rule,
            today: rule.day_of(now_ms),
            days: BTreeMap::new(),
            held: HashMap::new(),
            holding: Tally::default(),
        }
    }

    /// Goes on to the day of this moment and forgets what lies too far from it.
    pub fn turn(&mut self, now_ms: i64) {
        self.today = self.rule.day_of(now_ms);
        let held = self.held_days();
        self.days.retain(|day, _| held.contains(day));
    }

    /// Takes in a record. Anything that is older than yesterday changes nothing any more.
    pub fn fold(&mut self, attempt: &ExtractAttempt) {
        let day = self.rule.day_of(attempt.started_at_ms);
        if self.held_days().contains(&day) {
            self.days.entry(day).or_default().fold(attempt);
        }
    }

    fn held_days(&self) -> std::ops::RangeInclusive<i64> {
        self.today.saturating_sub(1)..=self.today.saturating_add(1)
    }

    /// Holds an estimate for a key until it is released.
    pub fn hold(&mut self, key: Arc<str>, estimate: Estimate) {
        self.release(&key);
        let Estimate {
            source,
            contract,
            amount,
        } = &estimate;
        self.holding.add(source, contract, *amount);
        self.held.insert(key, estimate);
    }

    /// Lets go of what is held for a key, if anything is.
    pub fn release(&mut self, key: &str) {
        if let Some(Estimate {
            source,
            contract,
            amount,
        }) = self.held.remove(key)
        {
            self.holding.take(&source, &contract, amount);
        }
    }

    /// Spent and held on the day of this moment.
    pub fn used(&self, scope: &Scope<&str>, now_ms: i64) -> Amount {
        let day = self.rule.day_of(now_ms);
        let spent = self.days.get(&day).map(|day| day.spent.of(scope));
        spent.unwrap_or_default().plus(self.holding.of(scope))
    }

    /// When the books of the next day are opened.
    pub fn next_day_ms(&self, now_ms: i64) -> i64 {
        self.rule.next_begins_ms(now_ms)
    }

    /// Names with something spent today.
    pub fn spent_today(&self) -> Option<&Tally> {
        self.days.get(&self.today).map(|day| &day.spent)
    }

    /// Calls that are remembered, for whoever watches over memory.
    pub fn len(&self) -> usize {
        self.days.values().map(|day| day.calls.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Day {
    fn fold(&mut self, attempt: &ExtractAttempt) {
        let contract = self.contract(attempt);
        let key = (attempt.content_hash, contract.clone(), attempt.attempt);
        let source = self.source(attempt);
        let weight = weight(attempt);
        match self.calls.entry(key) {
            Slot::Vacant(place) => {
                self.spent.add(&source, &contract, weight.amount);
                place.insert(Call { weight, source });
            }
            Slot::Occupied(mut known) if known.get().told() < (weight, &source) => {
                let before = known.get();
                let (was, of) = (before.weight.amount, before.source.clone());
                self.spent.take(&of, &contract, was);
                self.spent.add(&source, &contract, weight.amount);
                known.insert(Call { weight, source });
            }
            Slot::Occupied(_) => {}
        }
    }

    /// One allocation for all calls of a name, while it has something spent.
    fn source(&self, attempt: &ExtractAttempt) -> Arc<str> {
        let name = attempt.caused_by_item.source();
        self.spent.source_named(name)
    }

    fn contract(&self, attempt: &ExtractAttempt) -> Arc<str> {
        self.spent.contract_named(&attempt.contract.to_string())
    }
}

impl Call {
    fn told(&self) -> (Weight, &Arc<str>) {
        (self.weight, &self.source)
    }
}

fn weight(attempt: &ExtractAttempt) -> Weight {
    Weight {
        state: state_rank(attempt.state),
        is_settled: attempt.billed.is_some(),
        ended_at_ms: attempt.finished_at_ms.unwrap_or(i64::MIN),
        amount: taken(attempt),
    }
}

/// What an attempt counts, as far as its record tells.
fn taken(attempt: &ExtractAttempt) -> Amount {
    let is_free = attempt.provider == Provider::Rules.as_str() || attempt.billed == Some(false);
    if is_free {
        return Amount::NOTHING;
    }
    let count = |number: Option<i64>| {
        let number = number.and_then(|number| u64::try_from(number).ok());
        number.map(|number| number.min(MOST_A_CALL))
    };
    let expected = Amount {
        calls: 1,
        tokens: count(attempt.estimated_tokens).unwrap_or(0),
        micros: count(attempt.estimated_cost_micros).unwrap_or(0),
    };
    let (tokens_in, tokens_out) = (count(attempt.tokens_in), count(attempt.tokens_out));
    // A provider that bills and reports no tokens is counted by what was expected.
    if tokens_in.is_none() && tokens_out.is_none() {
        return expected;
    }
    Amount {
        calls: 1,
        tokens: tokens_in
            .unwrap_or(0)
            .saturating_add(tokens_out.unwrap_or(0)),
        micros: count(Some(attempt.cost_micros)).unwrap_or(0),
    }
}
