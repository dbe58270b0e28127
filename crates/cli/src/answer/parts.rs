//! The answers to the parts of one long text: one record comes of them, not one each.

use readonce_core::extract::answer::{self, Answer};
use readonce_core::extract::contract::Contract;
use readonce_core::extract::flag;
use serde_json::{Map, Value};

/// An answer, and where the parts behind it disagree.
pub struct Merged {
    pub answer: Answer,
    pub conflicts: Vec<String>,
}

impl Merged {
    pub fn single(answer: Answer) -> Self {
        Self {
            answer,
            conflicts: Vec::new(),
        }
    }
}

/// The parts in the order of the file; `None` when it is anything but a list of them.
pub fn read(body: &[u8]) -> Option<Vec<Map<String, Value>>> {
    let Ok(Value::Array(parts)) = serde_json::from_slice(body) else {
        return None;
    };
    let values: Option<Vec<_>> = parts
        .into_iter()
        .map(|mut part| match part.get_mut("value").map(Value::take) {
            Some(Value::Object(value)) => Some(value),
            _ => None,
        })
        .collect();
    values.filter(|values| !values.is_empty())
}

pub fn merge(parts: Vec<Map<String, Value>>, contract: Option<&Contract>) -> Merged {
    let merged = answer::merge(parts);
    let mut answer = answer::check(merged.value, contract);
    let flags = merged.conflicts.iter().map(|field| flag::conflict(field));
    answer.flags.extend(flags);
    Merged {
        answer,
        conflicts: merged.conflicts,
    }
}
