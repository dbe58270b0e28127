//! What is written when a call has ended, when a result is used again, and when a key is given up.
//!
//! The order is the protocol: the profile first, then what the call cost, and the request goes
//! last. Each record is acknowledged before the next one, or all are in one transaction. Whoever
//! crashes in between finds a state from which `decide` goes on without a further call.

use readonce_model::reason::Code;
use readonce_model::record::{
    CallState, Evidence, ExtractAttempt, ExtractRequest, Profile, ProfileStatus, RejectedValue,
};
use readonce_model::{ErrorClass, Reason};
use serde_json::{Map, Value};

use super::{Cause, Known};
use crate::extract::answer::{Answer, Failure, Status};
use crate::extract::charge::Charge;
use crate::extract::config::Provider;
use crate::extract::contract::Rejected;

/// A record to write, in the order given. All go to the partition of the request.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// To the contract's profile topic, under the content hash.
    Profile(Box<Profile>),
    /// To the attempts, under the key.
    Attempt(Box<ExtractAttempt>),
    /// The request's own bytes, to the dead letters, for this reason.
    DeadLetter(Reason),
    /// An empty value to the requests, under the key: no longer outstanding.
    Tombstone,
}

/// A call that ended, by a running process or in a spool.
#[derive(Clone, Debug)]
pub struct Ended<'a> {
    pub request: &'a ExtractRequest,
    /// The attempt as it was announced.
    pub attempt: &'a ExtractAttempt,
    pub outcome: Outcome,
    pub charge: Charge,
    /// When the last byte came; a spool keeps it, so that settling again writes the same.
    pub finished_at_ms: i64,
    pub known: Option<&'a Known>,
    /// The latest attempt of the key, which may be a later one.
    pub last: Option<&'a ExtractAttempt>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Answered {
        value: Map<String, Value>,
        empty: bool,
        flags: Vec<String>,
        /// What it rests on; see `extract::evidence`.
        evidence: Evidence,
    },
    Failed(Failure),
}

impl Outcome {
    /// An answer with what was noticed while asking.
    pub fn of(answer: Answer, prompt_flags: Vec<String>) -> Self {
        match (answer.value, answer.failure) {
            (Some(value), _) => Outcome::Answered {
                value,
                empty: answer.status == Status::Empty,
                flags: [prompt_flags, answer.flags].concat(),
                evidence: Evidence {
                    rejected: rejected_values(answer.rejected),
                    ..Evidence::default()
                },
            },
            (None, Some(failure)) => Outcome::Failed(failure),
            (None, None) => Outcome::Failed(Failure::new(ErrorClass::Unreadable, "no answer")),
        }
    }
}

fn rejected_values(rejected: Vec<Rejected>) -> Vec<RejectedValue> {
    let values = rejected.into_iter();
    values
        .map(|Rejected { field, reason }| RejectedValue { field, reason })
        .collect()
}

/// What is written when a call has ended. After a failure `decide` says how it goes on.
///
/// The answer to an attempt that is no longer the latest one may still bring the profile, but the
/// attempt itself is not written again: compaction keeps the last record of a key, and behind an
/// older number the number of calls would be forgotten.
pub fn settle(ended: Ended) -> Vec<Record> {
    let attempt = finished(&ended);
    let later = ended.last.filter(|last| last.attempt > attempt.attempt);
    let Outcome::Answered {
        value,
        empty,
        flags,
        evidence,
    } = ended.outcome
    else {
        let books = later
            .is_none()
            .then(|| after_giving_up(attempt, ended.last));
        return books
            .map(|attempt| Record::Attempt(Box::new(attempt)))
            .into_iter()
            .collect();
    };
    let mut profile = profile_of(ended.request, &attempt, empty);
    profile.flags = flags;
    sum_up(&mut profile, &evidence);
    profile.evidence = (!evidence.is_empty()).then_some(evidence);
    profile.answer = value;
    let books = match later {
        None => Some(attempt),
        Some(later) => (later.state == CallState::Started)
            .then(|| silent_beside(later, profile.attempt, profile.extracted_at_ms)),
    };
    let profile = ended
        .known
        .is_none()
        .then(|| Record::Profile(Box::new(profile)));
    let books = books.map(|attempt| Record::Attempt(Box::new(attempt)));
    profile
        .into_iter()
        .chain(books)
        .chain([Record::Tombstone])
        .collect()
}

/// A profile of several calls says what all of them cost; each attempt has its own share.
fn sum_up(profile: &mut Profile, evidence: &Evidence) {
    let parts = evidence.parts.iter().map(|part| Charge {
        billed: None,
        tokens_in: part.tokens_in,
        tokens_out: part.tokens_out,
        cost_micros: part.cost_micros,
    });
    let Some(sum) = parts.reduce(Charge::and) else {
        return;
    };
    profile.tokens_in = sum.tokens_in;
    profile.tokens_out = sum.tokens_out;
    profile.cost_micros = sum.cost_micros;
}

/// A failure that is found after its key was given up in doubt completes the books and reopens
/// nothing: the key stays given up, at the time when it was.
fn after_giving_up(failed: ExtractAttempt, last: Option<&ExtractAttempt>) -> ExtractAttempt {
    match last {
        Some(last) if last.state == CallState::GivenUp => ExtractAttempt {
            state: CallState::GivenUp,
            finished_at_ms: last.finished_at_ms,
            ..failed
        },
        _ => failed,
    }
}

fn finished(ended: &Ended) -> ExtractAttempt {
    let charge = ended.charge;
    let (state, error_class, error) = match (&ended.outcome, ended.known) {
        (Outcome::Failed(failure), _) => {
            let class = failure.class.as_str().to_owned();
            (CallState::Failed, Some(class), Some(failure.words.clone()))
        }
        (Outcome::Answered { .. }, Some(known)) if known.attempt != ended.attempt.attempt => {
            let words = format!(
                "a duplicate: the profile of attempt {} was kept",
                known.attempt
            );
            (CallState::Succeeded, None, Some(words))
        }
        (Outcome::Answered { .. }, _) => (CallState::Succeeded, None, None),
    };
    ExtractAttempt {
        state,
        finished_at_ms: Some(ended.finished_at_ms),
        error_class,
        error,
        billed: charge.billed,
        tokens_in: charge.tokens_in,
        tokens_out: charge.tokens_out,
        cost_micros: charge.cost_micros,
        ..ended.attempt.clone()
    }
}

/// The envelope; answer and flags are the caller's.
fn profile_of(request: &ExtractRequest, attempt: &ExtractAttempt, empty: bool) -> Profile {
    let status = if empty {
        ProfileStatus::Empty
    } else {
        ProfileStatus::Ok
    };
    Profile {
        content_hash: request.content_hash,
        contract: request.contract.clone(),
        status,
        extracted_at_ms: attempt.finished_at_ms.unwrap_or(attempt.started_at_ms),
        attempt: attempt.attempt,
        config_version: attempt.config_version.clone(),
        provider: attempt.provider.clone(),
        model: attempt.model.clone(),
        tokens_in: attempt.tokens_in,
        tokens_out: attempt.tokens_out,
        cost_micros: attempt.cost_micros,
        flags: Vec::new(),
        evidence: None,
        // The item that caused the call, not the one that asked last.
        caused_by_item: attempt.caused_by_item.clone(),
        caused_by_raw_partition: attempt.caused_by_raw_partition,
        caused_by_raw_offset: attempt.caused_by_raw_offset,
        caused_by_parser: request.caused_by_parser.clone(),
        lifted_from: None,
        lift_version: None,
        asked_fields: Vec::new(),
        answer: Map::new(),
    }
}

/// What is written when the profile is there already. An attempt that a crash left without its
/// result is completed from the profile, so that no paid call stays without its cost.
pub fn reuse(last: Option<&ExtractAttempt>, known: &Known) -> Vec<Record> {
    let healed = heal(last, known);
    healed.into_iter().chain([Record::Tombstone]).collect()
}

/// The open attempt of a key that has its profile, completed.
pub(super) fn heal(last: Option<&ExtractAttempt>, known: &Known) -> Option<Record> {
    let open = last.filter(|last| last.state == CallState::Started);
    let healed = open.map(|open| {
        if open.attempt == known.attempt {
            succeeded_as(open, known)
        } else {
            silent_beside(open, known.attempt, known.extracted_at_ms)
        }
    });
    healed.map(|attempt| Record::Attempt(Box::new(attempt)))
}

fn succeeded_as(open: &ExtractAttempt, known: &Known) -> ExtractAttempt {
    ExtractAttempt {
        state: CallState::Succeeded,
        finished_at_ms: Some(known.extracted_at_ms),
        billed: Some(was_billed(open, known)),
        tokens_in: known.tokens_in,
        tokens_out: known.tokens_out,
        cost_micros: known.cost_micros,
        ..open.clone()
    }
}

/// There is an answer, so a model gave it, if one can have been asked. A cascade that asked one
/// has its tokens.
fn was_billed(open: &ExtractAttempt, known: &Known) -> bool {
    let is_by = |provider: Provider| open.provider == provider.as_str();
    match is_by(Provider::Cascade) {
        true => known.tokens_in.is_some() || known.cost_micros > 0,
        false => !is_by(Provider::Rules),
    }
}

/// An attempt that brought nothing, while another one's profile is there.
fn silent_beside(open: &ExtractAttempt, other: i32, extracted_at_ms: i64) -> ExtractAttempt {
    ExtractAttempt {
        state: CallState::Failed,
        finished_at_ms: Some(extracted_at_ms.max(open.started_at_ms)),
        error_class: Some(ErrorClass::Timeout.as_str().to_owned()),
        error: Some(format!(
            "no result came; the profile of attempt {other} is used"
        )),
        ..open.clone()
    }
}

/// What is written when a key is given up: persisted, visible, and open to a later request. A
/// later request that was read in the meantime must not be closed: leave the tombstone out then.
pub fn give_up(
    request: &ExtractRequest,
    last: &ExtractAttempt,
    cause: Cause,
    now_ms: i64,
) -> Vec<Record> {
    let reason = Reason::new(
        Code::ExtractionFailed,
        format!(
            "{} of {}: {}",
            request.contract,
            request.caused_by_item,
            words_of(cause, last)
        ),
    );
    let recorded = matches!(cause, Cause::Already | Cause::ProfileLost);
    let given_up = (!recorded).then(|| {
        // Later than the failure it follows, so that versions by time keep their order.
        let ended_at_ms = last
            .finished_at_ms
            .map_or(now_ms, |at| now_ms.max(at.saturating_add(1)));
        Record::Attempt(Box::new(ExtractAttempt {
            state: CallState::GivenUp,
            finished_at_ms: Some(ended_at_ms),
            ..last.clone()
        }))
    });
    let rest = [Record::DeadLetter(reason), Record::Tombstone];
    given_up.into_iter().chain(rest).collect()
}

fn words_of(cause: Cause, last: &ExtractAttempt) -> String {
    let calls = last.attempt.saturating_sub(last.earlier_attempts);
    let class = last.error_class.as_deref().unwrap_or("no result");
    let words = last
        .error
        .as_deref()
        .unwrap_or("the call was announced and never ended");
    match cause {
        Cause::UsedUp => format!("all {calls} calls are used up; the last: {class}: {words}"),
        Cause::Final(_) => format!("call {calls} failed for good: {class}: {words}"),
        Cause::Already => format!("given up before; the last call: {class}: {words}"),
        Cause::ProfileLost => format!(
            "attempt {} succeeded, but its profile is not on its topic; \
             ask for the content again to pay for it again",
            last.attempt
        ),
    }
}
