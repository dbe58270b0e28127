//! The one thing to do for a key, from what is known of it.

use readonce_model::ErrorClass;
use readonce_model::record::{CallState, Evidence, ExtractAttempt, Profile};

use super::lift::Liftable;
use super::policy::Policy;
use crate::extract::charge::Charge;

/// What is known of a key. Who asks is no part of it: an attempt that this very instance started
/// before a crash is as much in doubt as anybody else's.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The profile, if one is on its topic.
    pub known: Option<&'a Known>,
    /// Whether a profile of an earlier contract gives it.
    pub lift: Liftable,
    /// The latest attempt by `supersedes`.
    pub last: Option<&'a ExtractAttempt>,
    /// This process is on the key right now, from announcement to the end of the records.
    pub in_flight: bool,
    /// The attempt whose answer lies in this instance's spool.
    pub spooled: Option<i32>,
    /// This owner can look at the provider's batches: it has a lane for them.
    pub collects: bool,
    /// `requested_at_ms` of the latest request of the key that was read: one decision answers all
    /// of them, and a tombstone closes all of them.
    pub requested_at_ms: i64,
    pub now_ms: i64,
    pub policy: &'a Policy,
}

/// As much of a stored profile as the ledger needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The attempt that brought it.
    pub attempt: i32,
    pub extracted_at_ms: i64,
    pub tokens_in: Option<i64>,
    pub tokens_out: Option<i64>,
    pub cost_micros: i64,
}

/// What a profile says of its cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost<'p> {
    pub attempt: i32,
    pub extracted_at_ms: i64,
    pub tokens_in: Option<i64>,
    pub tokens_out: Option<i64>,
    pub cost_micros: i64,
    pub evidence: Option<&'p Evidence>,
}

impl Known {
    pub fn of(profile: &Profile) -> Self {
        Self::of_cost(Cost {
            attempt: profile.attempt,
            extracted_at_ms: profile.extracted_at_ms,
            tokens_in: profile.tokens_in,
            tokens_out: profile.tokens_out,
            cost_micros: profile.cost_micros,
            evidence: profile.evidence.as_ref(),
        })
    }

    /// Of a profile of several calls only what its last attempt cost: the others have their own
    /// records.
    pub fn of_cost(cost: Cost) -> Self {
        let parts = cost.evidence.map_or(&[][..], |evidence| &evidence.parts);
        let own = parts.iter().filter(|part| part.attempt == cost.attempt);
        let own = own.map(|part| (part.tokens_in, part.tokens_out, part.cost_micros));
        let whole = (cost.tokens_in, cost.tokens_out, cost.cost_micros);
        let charge = |(tokens_in, tokens_out, cost_micros)| Charge {
            billed: None,
            tokens_in,
            tokens_out,
            cost_micros,
        };
        let charge = match parts.is_empty() {
            true => charge(whole),
            false => own.map(charge).fold(Charge::default(), Charge::and),
        };
        Self {
            attempt: cost.attempt,
            extracted_at_ms: cost.extracted_at_ms,
            tokens_in: charge.tokens_in,
            tokens_out: charge.tokens_out,
            cost_micros: charge.cost_micros,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The result is there: write what `reuse` says. Costs nothing.
    Reuse,
    /// Wait for the work that is going on and ask again when it is done.
    Join,
    /// See what an earlier contract's profile gives, and ask again. Costs nothing.
    ReadEarlier,
    /// An earlier contract's profile gives all: write what `lift` says. Costs nothing.
    Lift,
    /// Read the spooled answer and settle it. Costs nothing more.
    PublishSpooled { attempt: i32 },
    /// The call is a line of a batch: find out where it is, and collect its answer. Costs nothing
    /// more; see `extract::batch::next`.
    Collect { attempt: i32 },
    /// Ask again then.
    WaitUntil { at_ms: i64, why: Wait },
    /// Announce this call, and when that is acknowledged, make it.
    Call(NextCall),
    /// Write what `give_up` says.
    GiveUp(Cause),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A call may be running or may have been paid: nobody calls before its lease ends.
    InDoubt,
    /// A failed call is tried again, but not yet.
    Backoff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextCall {
    pub attempt: i32,
    /// Goes into the record; see `ExtractAttempt::earlier_attempts`.
    pub earlier_attempts: i32,
    pub max_output_tokens: i32,
}

/// Why a key is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// `max_attempts` calls of this generation are used up.
    UsedUp,
    /// The same call would fail again.
    Final(ErrorClass),
    /// It was given up before and nobody has asked since; the records may have to be finished.
    Already,
    /// A call succeeded, but its profile is on no topic. Not paid again unasked.
    ProfileLost,
}

/// Decides. Work that is going on or done comes before any thought of a call.
pub fn decide(facts: &Facts) -> Decision {
    if facts.in_flight {
        return Decision::Join;
    }
    if let Some(attempt) = unsettled_spool(facts) {
        return Decision::PublishSpooled { attempt };
    }
    if facts.known.is_some() {
        return Decision::Reuse;
    }
    if let Some(decision) = from_earlier(facts) {
        return decision;
    }
    let Some(last) = facts.last else {
        return Decision::Call(NextCall {
            attempt: 1,
            earlier_attempts: 0,
            max_output_tokens: facts.policy.max_output_tokens,
        });
    };
    match last.state {
        CallState::Started if is_collected(facts, last) => Decision::Collect {
            attempt: last.attempt,
        },
        CallState::Started => after_silence(facts, last),
        CallState::Failed => after_failure(facts, last),
        CallState::GivenUp => after_end(facts, last, Cause::Already),
        CallState::Succeeded => after_end(facts, last, Cause::ProfileLost),
    }
}

/// What costs nothing comes before a call, a wait for one, and giving up. Only a call that may have
/// been paid is waited for: its answer was asked for in full.
fn from_earlier(facts: &Facts) -> Option<Decision> {
    let decision = match facts.lift {
        Liftable::Whole => Decision::Lift,
        Liftable::Unread => Decision::ReadEarlier,
        Liftable::Part | Liftable::No => return None,
    };
    let is_in_doubt = |last: &ExtractAttempt| {
        let is_open = facts.now_ms < last.lease_until_ms || is_collected(facts, last);
        last.state == CallState::Started && is_open
    };
    (!facts.last.is_some_and(is_in_doubt)).then_some(decision)
}

/// The provider keeps what became of a line, so nobody has to wait for a lease or to ask again.
/// Without a lane the line is in doubt like any call.
fn is_collected(facts: &Facts, last: &ExtractAttempt) -> bool {
    facts.collects && last.is_by_batch()
}

/// A spooled answer whose attempt has no result yet. One that has is left over from a crash
/// between the records and the removal of the file. A key that was given up in doubt has none.
fn unsettled_spool(facts: &Facts) -> Option<i32> {
    let spooled = facts.spooled?;
    let settled = |last: &ExtractAttempt| {
        let in_doubt = match last.state {
            CallState::Started => true,
            CallState::GivenUp => last.error_class.is_none(),
            CallState::Failed | CallState::Succeeded => false,
        };
        last.attempt == spooled && !in_doubt
    };
    (!facts.last.is_some_and(settled)).then_some(spooled)
}

/// Announced, but no result: paid or not, nobody can know.
fn after_silence(facts: &Facts, last: &ExtractAttempt) -> Decision {
    if facts.now_ms < last.lease_until_ms {
        return Decision::WaitUntil {
            at_ms: last.lease_until_ms,
            why: Wait::InDoubt,
        };
    }
    next_or_used_up(facts, last)
}

fn after_failure(facts: &Facts, last: &ExtractAttempt) -> Decision {
    let class = last.error_class.as_deref().and_then(ErrorClass::parse);
    match class {
        Some(ErrorClass::Truncated) => after_truncation(facts, last),
        // Nothing failed: the parts that are left are asked at once.
        Some(ErrorClass::Unfinished) => next_or_used_up(facts, last),
        Some(class @ (ErrorClass::Invalid | ErrorClass::Unreadable))
            if used(last) >= facts.policy.max_attempts_if_invalid =>
        {
            Decision::GiveUp(Cause::Final(class))
        }
        Some(
            class @ (ErrorClass::Refused
            | ErrorClass::Http4xx
            | ErrorClass::TooLarge
            | ErrorClass::GivenUp),
        ) => Decision::GiveUp(Cause::Final(class)),
        // Transient, a wrong configuration that somebody mends, or a class of a later version.
        _ => after_backoff(facts, last),
    }
}

/// One more call with the larger limit, at once: the failure was not the provider's.
fn after_truncation(facts: &Facts, last: &ExtractAttempt) -> Decision {
    let sent = last.max_output_tokens.unwrap_or(0);
    if sent >= facts.policy.raised_output_tokens() {
        return Decision::GiveUp(Cause::Final(ErrorClass::Truncated));
    }
    match next_or_used_up(facts, last) {
        Decision::Call(call) => Decision::Call(NextCall {
            max_output_tokens: facts.policy.raised_output_tokens(),
            ..call
        }),
        decision => decision,
    }
}

fn after_backoff(facts: &Facts, last: &ExtractAttempt) -> Decision {
    let ended_at_ms = last.finished_at_ms.unwrap_or(last.started_at_ms);
    let delay_ms = facts
        .policy
        .backoff
        .delay_ms(&last.content_hash, used(last));
    let due_at_ms = ended_at_ms.saturating_add(delay_ms);
    match next_or_used_up(facts, last) {
        Decision::Call(_) if facts.now_ms < due_at_ms => Decision::WaitUntil {
            at_ms: due_at_ms,
            why: Wait::Backoff,
        },
        decision => decision,
    }
}

/// The next call of the same generation, with a limit no lower than the last one. A call that a
/// wrong configuration stopped does not count: it reached no model, and somebody has to act.
fn next_or_used_up(facts: &Facts, last: &ExtractAttempt) -> Decision {
    let stopped = last.state == CallState::Failed
        && last.error_class.as_deref() == Some(ErrorClass::Config.as_str());
    let uncounted = i32::from(stopped);
    if used(last).saturating_sub(uncounted) >= facts.policy.max_attempts {
        return Decision::GiveUp(Cause::UsedUp);
    }
    let sent = last.max_output_tokens.unwrap_or(0);
    Decision::Call(NextCall {
        attempt: last.attempt.saturating_add(1),
        earlier_attempts: last.earlier_attempts.saturating_add(uncounted),
        max_output_tokens: sent.max(facts.policy.max_output_tokens),
    })
}

/// A generation is over. A request that was made after it opens the next one; numbers go on.
fn after_end(facts: &Facts, last: &ExtractAttempt, cause: Cause) -> Decision {
    let ended_at_ms = last.finished_at_ms.unwrap_or(last.started_at_ms);
    if facts.requested_at_ms <= ended_at_ms {
        return Decision::GiveUp(cause);
    }
    Decision::Call(NextCall {
        attempt: last.attempt.saturating_add(1),
        earlier_attempts: last.attempt,
        max_output_tokens: facts.policy.max_output_tokens,
    })
}

/// Calls of the last attempt's generation, it included.
fn used(last: &ExtractAttempt) -> i32 {
    last.attempt.saturating_sub(last.earlier_attempts)
}
