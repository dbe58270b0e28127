//! One call against the books: whether it may be made now, and else which limit stands in its way.

use super::books::Books;
use super::document::{Budget, LimitName};
use super::estimate::Estimate;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Admitted,
    Deferred(Deferral),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferral {
    pub limit: LimitName,
    /// When the next day's books are opened; none when the call alone is more than the whole limit,
    /// so that no day will ever do.
    pub until_ms: Option<i64>,
}

/// Whether this call fits beside what is spent and held today. Who else waits is not looked at.
pub fn admit(books: &Books, budget: &Budget, estimate: &Estimate, now_ms: i64) -> Admission {
    for (scope, limits) in budget.scopes(&estimate.source, &estimate.contract) {
        let used = books.used(&scope, now_ms);
        let Some(unit) = limits.exceeded(used, estimate.amount) else {
            continue;
        };
        let may_ever = limits.of(unit) >= Some(estimate.amount.of(unit));
        return Admission::Deferred(Deferral {
            limit: LimitName {
                scope: scope.to_owned_scope(),
                unit,
            },
            until_ms: may_ever.then(|| books.next_day_ms(now_ms)),
        });
    }
    Admission::Admitted
}
