//! Versions of rows: of two rows with one key, a table keeps the greater version.
//!
//! A version is the event time in ms (64 bits), and below it what the row itself says:
//!
//! | bits | what | decides between |
//! |---|---|---|
//! | 32 | place: raw offset, attempt, or state of a call | two records of one millisecond |
//! | 8 | reader: versions of parser and canonical form | what a reader said and what it says now that it is mended |
//! | 24 | digest of the content | two rows that nothing else tells apart |
//!
//! Never the clock, and never the Kafka offset of a topic that may be written again: the same row
//! written again must have the same version.
//!
//! DO NOT CHANGE: tables that exist compare old versions with new ones. The vectors in the tests
//! are frozen.

use readonce_model::record::{
    CallState, ExtractAttempt, Observation, Presence, Profile, Run, Snapshot, TaskAttempt,
};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

const PLACE_BITS: u32 = 32;
const READER_BITS: u32 = 8;
const DIGEST_BITS: u32 = 24;

/// What the lower half of a version is made of.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    place: i64,
    reader: i32,
}

/// Event time in the upper half, `tiebreak` in the lower. Times before 1970 count as 0.
pub fn version(event_ms: i64, tiebreak: u64) -> u128 {
    (u128::from(event_ms.max(0) as u64) << 64) | u128::from(tiebreak)
}

pub fn observation_version(row: &Observation) -> u128 {
    let rank = Rank {
        place: row.raw_offset,
        // Neither version ever falls, so their sum does not.
        reader: row.parser_version.saturating_add(row.canonicalizer_version),
    };
    ranked(row.observed_at_ms, rank, row)
}

pub fn presence_version(row: &Presence) -> u128 {
    ranked(row.at_ms, at(row.raw_offset), row)
}

/// What a person said of a profile is later than the profile.
pub fn profile_version(row: &Profile) -> u128 {
    let judged_at_ms = row.evidence.as_ref().and_then(|it| it.judged_at_ms);
    let event_ms = row.extracted_at_ms.max(judged_at_ms.unwrap_or_default());
    ranked(event_ms, at(row.attempt.into()), row)
}

/// The records of a run share their start time until it ends, so the offset that they are counted
/// up to decides: it rises with each of them.
pub fn run_version(row: &Run) -> u128 {
    let end_ms = row.finished_at_ms.unwrap_or(row.started_at_ms);
    let counted = without_later_zeros(row);
    ranked(end_ms.max(row.started_at_ms), at(row.raw_offset), &counted)
}

/// Counters that runs got later are no part of a version while they are 0: runs that were written
/// before say the same as they did.
fn without_later_zeros(row: &Run) -> Value {
    // A run has no value that JSON refuses.
    let mut all = serde_json::to_value(row).unwrap_or_default();
    if let Some(fields) = all.as_object_mut() {
        for later in ["revised", "withdrawn", "blocked"] {
            if fields.get(later).and_then(Value::as_i64) == Some(0) {
                fields.remove(later);
            }
        }
    }
    all
}

/// The end of a call wins over its announcement, even where a clock went back between the two.
pub fn attempt_version(row: &ExtractAttempt) -> u128 {
    let end_ms = row.finished_at_ms.unwrap_or(row.started_at_ms);
    let state = match row.state {
        CallState::Started => 0,
        CallState::Failed => 1,
        CallState::GivenUp => 2,
        CallState::Succeeded => 3,
    };
    ranked(end_ms.max(row.started_at_ms), at(state), row)
}

pub fn task_attempt_version(row: &TaskAttempt) -> u128 {
    ranked(row.finished_at_ms, Rank::default(), row)
}

/// A content has no time: written again it is the same row.
pub fn snapshot_version(row: &Snapshot) -> u128 {
    let rank = Rank {
        place: 0,
        reader: row.canonicalizer_version,
    };
    ranked(0, rank, row)
}

fn at(place: i64) -> Rank {
    Rank { place, reader: 0 }
}

fn ranked(event_ms: i64, rank: Rank, row: &impl Serialize) -> u128 {
    let place = bits(rank.place, PLACE_BITS) << (READER_BITS + DIGEST_BITS);
    let reader = bits(rank.reader.into(), READER_BITS) << DIGEST_BITS;
    version(event_ms, place | reader | digest(&content(row)))
}

/// The number in so many bits: none is less than 0, and what is too large is the largest.
fn bits(number: i64, bits: u32) -> u64 {
    (number.max(0) as u64).min((1 << bits) - 1)
}

fn digest(content: &[u8]) -> u64 {
    let digest = Sha256::digest(content);
    let bytes = digest.iter().take((DIGEST_BITS / 8) as usize);
    bytes.fold(0, |bits, byte| (bits << 8) | u64::from(*byte))
}

/// The row as text: JSON with sorted names, without what is null or an empty list.
///
/// So a field that is added to a schema later, and that old rows do not fill, changes no version.
pub(super) fn content(row: &impl Serialize) -> Vec<u8> {
    let mut text = Vec::new();
    // These records have no value that JSON refuses.
    write(&serde_json::to_value(row).unwrap_or_default(), &mut text);
    text
}

fn write(value: &Value, text: &mut Vec<u8>) {
    match value {
        Value::Object(fields) => {
            let mut filled: Vec<_> = fields
                .iter()
                .filter(|(_, value)| is_filled(value))
                .collect();
            filled.sort_unstable_by_key(|(name, _)| *name);
            text.push(b'{');
            for (name, value) in filled {
                text.extend(Value::from(name.as_str()).to_string().bytes());
                text.push(b':');
                write(value, text);
                text.push(b',');
            }
            text.push(b'}');
        }
        Value::Array(values) => {
            text.push(b'[');
            for value in values {
                write(value, text);
                text.push(b',');
            }
            text.push(b']');
        }
        scalar => text.extend(scalar.to_string().bytes()),
    }
}

fn is_filled(value: &Value) -> bool {
    !value.is_null() && value.as_array().is_none_or(|values| !values.is_empty())
}
