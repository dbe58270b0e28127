//! Calls for the parts of one long text.
//!
//! All parts of a text are one attempt of its key: announced once more before each call, with the
//! number of the part, and settled when the last one is answered or one of them failed. What was
//! answered lies in the spool until the profile is there, so that the next attempt asks only what
//! is missing.

use readonce_model::ErrorClass;
use readonce_model::record::{CallState, ExtractAttempt};

use super::Known;
use crate::extract::answer::Failure;

/// What becomes of a part's answer that lies in the spool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It ends the attempt's latest call: settle it.
    Settle,
    /// It waits for the other parts.
    Keep,
    /// Nobody needs it any more.
    Drop,
}

/// `answered` is the attempt as it was announced for the part's call.
pub fn fate(
    answered: &ExtractAttempt,
    known: Option<&Known>,
    last: Option<&ExtractAttempt>,
) -> Kept {
    let is_known = known.is_some();
    let Some(last) = last else {
        return if is_known { Kept::Drop } else { Kept::Settle };
    };
    let is_latest = (last.attempt, last.part) == (answered.attempt, answered.part);
    let is_later = (last.attempt, last.part) < (answered.attempt, answered.part);
    match last.state {
        // Its profile is there: to use it again completes the books from it.
        _ if known.is_some_and(|known| known.attempt == answered.attempt) => Kept::Drop,
        CallState::Started if is_latest => Kept::Settle,
        // Given up in doubt: the answer that comes after all still counts.
        CallState::GivenUp if is_latest && last.error_class.is_none() => Kept::Settle,
        _ if is_known => Kept::Drop,
        // Its announcement is not on the topic: it cannot be known what else is not.
        CallState::Started | CallState::Failed if is_later => Kept::Settle,
        // Also of a key that was given up: a later request asks only what is missing.
        _ => Kept::Keep,
    }
}

/// Why an attempt ends that has answered some parts and asks no more of them.
pub fn unfinished(answered: usize, of: usize) -> Failure {
    let words = format!("{answered} of {of} parts are answered; the next attempt asks the others");
    Failure::new(ErrorClass::Unfinished, words)
}
