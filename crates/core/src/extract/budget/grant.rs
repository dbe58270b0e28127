//! Who of those that wait may go now.
//!
//! In the order of the queue. The first that does not fit under a limit closes that limit for all
//! behind it: it may fit in a moment, when a running call has taken less than was held for it, and
//! nobody who is worth less or came later may eat what it needs. Other limits stay open: a source
//! that is spent holds up nobody else. Only a call that is more than a whole limit closes nothing.
//!
//! One pass over the queue, and no further than the point at which the overall limit is closed.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::amount::{Amount, Unit};
use super::books::Books;
use super::document::{Budget, Limits, Scope};
use super::estimate::Estimate;
use super::queue::Queue;
use super::tally::Tally;

/// This process's part of what is left: the partitions that it owns, of all. What the others grant
/// at the same time it cannot see yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub own: u32,
    pub all: u32,
}

impl Share {
    pub const fn is_all(self) -> bool {
        self.own >= self.all
    }

    fn of(self, room: u64) -> u64 {
        let all = u128::from(self.all.max(1));
        let part = u128::from(room) * u128::from(self.own.min(self.all)) / all;
        u64::try_from(part).unwrap_or(u64::MAX)
    }
}

pub(super) struct Granting<'a> {
    pub(super) books: &'a Books,
    pub(super) budget: &'a Budget,
    pub(super) share: Share,
    /// Partitions that can take nothing more now: who waits there is passed over and holds up nobody.
    pub(super) full: &'a BTreeSet<i32>,
    pub(super) now_ms: i64,
}

/// The keys that may go, in their order; at most `most`.
pub(super) fn grant(queue: &Queue, granting: &Granting, most: usize) -> Vec<Arc<str>> {
    let mut pass = Pass {
        granting,
        given: Tally::default(),
        closed: HashSet::new(),
    };
    let mut granted = Vec::new();
    for (key, waiting) in queue.in_order() {
        if granted.len() >= most || pass.is_closed_overall() {
            break;
        }
        if granting.full.contains(&waiting.partition) {
            continue;
        }
        if pass.try_to_give(&waiting.estimate) {
            granted.push(key.clone());
        }
    }
    granted
}

struct Pass<'a> {
    granting: &'a Granting<'a>,
    /// In this pass.
    given: Tally,
    closed: HashSet<(Scope<&'a str>, Unit)>,
}

/// How a call stands to the limits of one scope.
enum Fit {
    Yes,
    /// Not now.
    NotNow(Unit),
    /// It is more than the whole limit.
    Never,
}

impl<'a> Pass<'a> {
    fn is_closed_overall(&self) -> bool {
        let is_closed = |unit: &Unit| self.closed.contains(&(Scope::Overall, *unit));
        Unit::ALL.iter().any(is_closed)
    }

    fn try_to_give(&mut self, estimate: &'a Estimate) -> bool {
        let scopes = self
            .granting
            .budget
            .scopes(&estimate.source, &estimate.contract);
        let amount = estimate.amount;
        let needs = |unit: &Unit| amount.of(*unit) > 0;
        let is_shut = scopes.iter().any(|(scope, _)| {
            let mut needed = Unit::ALL.iter().filter(|unit| needs(unit));
            needed.any(|unit| self.closed.contains(&(scope.clone(), *unit)))
        });
        if is_shut {
            return false;
        }
        let fits = scopes.map(|(scope, limits)| {
            let fit = self.fit(&scope, limits, amount);
            (scope, fit)
        });
        if fits.iter().any(|(_, fit)| matches!(fit, Fit::Never)) {
            return false;
        }
        let mut may_go = true;
        for (scope, fit) in fits {
            if let Fit::NotNow(unit) = fit {
                self.closed.insert((scope, unit));
                may_go = false;
            }
        }
        if may_go {
            self.given.add(&estimate.source, &estimate.contract, amount);
        }
        may_go
    }

    fn fit(&self, scope: &Scope<&str>, limits: Limits, amount: Amount) -> Fit {
        let used = self.granting.books.used(scope, self.granting.now_ms);
        let given = self.given.of(scope);
        if limits.exceeded(Amount::NOTHING, amount).is_some() {
            return Fit::Never;
        }
        if let Some(unit) = limits.exceeded(used.plus(given), amount) {
            return Fit::NotNow(unit);
        }
        // The first one may always go: a share of little is nothing.
        if self.granting.share.is_all() || given == Amount::NOTHING {
            return Fit::Yes;
        }
        let shared = limits.left(used, self.granting.share);
        shared.exceeded(given, amount).map_or(Fit::Yes, Fit::NotNow)
    }
}

impl Limits {
    /// What is left beside what is used, in this share.
    fn left(self, used: Amount, share: Share) -> Limits {
        let left = |unit: Unit| {
            let limit = self.of(unit)?;
            Some(share.of(limit.saturating_sub(used.of(unit))))
        };
        Limits {
            calls: left(Unit::Calls),
            tokens: left(Unit::Tokens),
            money_micros: left(Unit::MoneyMicros),
        }
    }
}
