//! Where an announced line is. Whoever owns its partition asks, also after a crash or a hand-over:
//! the line is in a batch of the provider, or it was never sent.
//!
//! Nothing is asked twice because of this rule alone: a line is only put into a batch when it can be
//! in no other. Its own announcer knows that while it has not sent it. Everybody else knows it from a
//! look at the provider's batches that was begun when nobody might put it into one any more.

use readonce_model::record::ExtractAttempt;

/// What is known of an announced line.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    pub attempt: &'a ExtractAttempt,
    /// This owner announced it, or renewed its announcement, and has not begun to send it.
    pub is_unsent: bool,
    /// The latest look at the provider's batches: when it began, and whether the line was there.
    pub look: Option<(i64, bool)>,
    pub now_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is in no batch: put it into one, under the same number, announced anew.
    Submit,
    /// It is in the batch that was found: collect its answer.
    Attach,
    /// Look at the provider's batches, not before then.
    LookAt { at_ms: i64 },
}

pub fn next(sought: &Sought) -> Next {
    if sought.is_unsent {
        return Next::Submit;
    }
    // Announced without a term, by another version: only its lease says when it is over.
    let attempt = sought.attempt;
    let until_ms = attempt.submit_until_ms.unwrap_or(attempt.lease_until_ms);
    match sought.look {
        Some((_, true)) => Next::Attach,
        Some((began_at_ms, false)) if began_at_ms >= until_ms => Next::Submit,
        Some((_, false)) => Next::LookAt {
            at_ms: until_ms.max(sought.now_ms),
        },
        None => Next::LookAt {
            at_ms: sought.now_ms,
        },
    }
}

/// Whether a batch of lines that may be submitted until then may still be created: the creation has
/// to end before others take it that there was none. A process that slept finds out here.
pub fn may_create(submit_until_ms: i64, timeout_ms: u32, now_ms: i64) -> bool {
    now_ms.saturating_add(i64::from(timeout_ms)) <= submit_until_ms
}
