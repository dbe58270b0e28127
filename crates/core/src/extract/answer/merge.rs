//! One record from the answers to the parts of one long text.
//!
//! A later part fills what an earlier one left empty; it never overrides what was said. Two parts
//! that disagree are a conflict and are named; lists are joined.

use serde_json::{Map, Value};

use crate::extract::contract::says_nothing;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    pub value: Map<String, Value>,
    /// Fields in which parts disagree; the value is the first one given.
    pub conflicts: Vec<String>,
}

/// Merges in the order of the text.
pub fn merge(parts: impl IntoIterator<Item = Map<String, Value>>) -> Merged {
    let mut merged = Merged::default();
    for part in parts {
        for (field, value) in part {
            merged.add(field, value);
        }
    }
    merged
}

impl Merged {
    fn add(&mut self, field: String, value: Value) {
        let Some(held) = self.value.get_mut(&field) else {
            self.value.insert(field, value);
            return;
        };
        match (held, value) {
            (_, value) if says_nothing(&value) => {}
            (Value::Array(held), Value::Array(more)) => extend(held, more),
            (held, value) if says_nothing(held) => *held = value,
            (held, value) if *held == value => {}
            _ if self.conflicts.contains(&field) => {}
            _ => self.conflicts.push(field),
        }
    }
}

/// Joins without repeating, in linear time.
fn extend(held: &mut Vec<Value>, more: Vec<Value>) {
    let mut seen: std::collections::HashSet<String> = held.iter().map(Value::to_string).collect();
    held.extend(
        more.into_iter()
            .filter(|item| seen.insert(item.to_string())),
    );
}
