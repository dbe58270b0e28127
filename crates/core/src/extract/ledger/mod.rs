//! Pay once: whether a call may be made for a key, and what is written about it.
//!
//! A key is a content under a contract. `decide` looks at what is known of it and answers with the
//! one thing to do; `announce` and `settle` say what is written, in which order. Nothing here
//! writes, calls or looks at a clock. The protocol, its bound and what it cannot do are in
//! docs/specs/pay-once.md; the simulation beside these files runs it through crashes.

mod announce;
mod decide;
mod forecast;
mod lift;
mod parts;
mod policy;
mod settle;

pub use announce::{Anew, Announcement, announce, announce_again, announce_by_batch, may_send};
pub use decide::{Cause, Cost, Decision, Facts, Known, NextCall, Wait, decide};
pub use forecast::forecast;
pub use lift::{Liftable, lift};
pub use parts::{Kept, fate, unfinished};
pub use policy::{Backoff, Policy};
pub use settle::{Ended, Outcome, Record, give_up, reuse, settle};

use readonce_model::record::{CallState, ExtractAttempt};

/// Whether `new` tells more of a key than `held`: a later call, or a later state of the same one.
/// Every reader of the attempts folds with this, so an old owner's late word changes nothing.
pub fn supersedes(new: &ExtractAttempt, held: &ExtractAttempt) -> bool {
    let rank =
        |attempt: &ExtractAttempt| (attempt.attempt, state_rank(attempt.state), attempt.part);
    rank(new) >= rank(held)
}

pub(crate) const fn state_rank(state: CallState) -> u8 {
    match state {
        CallState::Started => 0,
        CallState::Failed => 1,
        CallState::GivenUp => 2,
        CallState::Succeeded => 3,
    }
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
