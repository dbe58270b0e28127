//! What may be spent on calls in a day, and who goes first when not all can.
//!
//! A budget never decides whether a content is worth its call or whether it was paid before: that
//! is the ledger's. It only says *when* a call that the ledger allows may be made. What is spent is
//! folded from the attempts on their topic, so a limit that was reached stays reached whatever
//! restarts. See docs/specs/budget.md and docs/adr/0006-budgets.md.
//!
//! | file | what |
//! |---|---|
//! | `document` | the limits, as a document of the catalog |
//! | `day` | which day a moment belongs to |
//! | `amount` | calls, tokens and money |
//! | `estimate` | what a call will take at most |
//! | `tally` | sums, overall and by source and contract |
//! | `books` | what was spent and is held today, folded from attempts |
//! | `admit` | one call against the books |
//! | `queue` | what waits, the most valuable first |
//! | `grant` | who of those that wait may go now |
//! | `till` | books, queue and grants of one process |
//! | `report` | each limit with what was spent and what waits |
//!
//! Entry points: [`parse_budget`], [`Till`] for a process that calls, [`Books`] and [`report`] for
//! whoever only asks.
//!
//! Invariants:
//! - No limit is passed by more than what calls took beyond their estimates, and by what instances
//!   do not see of each other.
//! - Books are the same whatever the order and the number of times that records come in.
//! - Who waits longer, or for more, is never passed at a limit that both need.

mod admit;
mod amount;
mod books;
mod day;
mod document;
mod estimate;
mod grant;
mod queue;
mod report;
mod tally;
#[cfg(test)]
mod tests;
mod till;

pub use admit::{Admission, Deferral, admit};
pub use amount::{Amount, Unit};
pub use books::Books;
pub use day::{DAY_MS, DayRule};
pub use document::{BUDGET_KIND, Budget, LimitName, Limits, Scope, parse_budget};
pub use estimate::{Estimate, expect};
pub use grant::Share;
pub use queue::{Place, Queue, Waiting};
pub use report::{Line, report};
pub use tally::Tally;
pub use till::{Grant, Round, Till};
