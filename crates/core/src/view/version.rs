//! Versions of rows: of two rows with one key, a table keeps the greater version.
//!
//! DO NOT CHANGE: tables that exist compare old versions with new ones. The vectors in the tests
//! are frozen.

use readonce_model::record::{Observation, Presence, Profile, Run};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Event time in ms in the upper half, the first 8 bytes of SHA-256 over `tiebreak` in the lower.
///
/// `tiebreak` is the content of the row, so two rows of one time have one winner in every order of
/// insertion, and the same row written again has the same version. Times before 1970 count as 0.
pub fn version(event_ms: i64, tiebreak: &[u8]) -> u128 {
    let digest = Sha256::digest(tiebreak);
    let low = digest
        .iter()
        .take(8)
        .fold(0u64, |acc, byte| (acc << 8) | u64::from(*byte));
    join(event_ms, low)
}

pub fn observation_version(row: &Observation) -> u128 {
    version(row.observed_at_ms, &content(row))
}

pub fn presence_version(row: &Presence) -> u128 {
    version(row.at_ms, &content(row))
}

pub fn profile_version(row: &Profile) -> u128 {
    version(row.extracted_at_ms, &content(row))
}

/// The records of a run share their start time until it ends, so the offset that they are counted
/// up to decides: it rises with each of them.
pub fn run_version(row: &Run) -> u128 {
    let end_ms = row.finished_at_ms.unwrap_or(row.started_at_ms);
    join(end_ms.max(row.started_at_ms), row.raw_offset.max(0) as u64)
}

fn join(event_ms: i64, low: u64) -> u128 {
    (u128::from(event_ms.max(0) as u64) << 64) | u128::from(low)
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
