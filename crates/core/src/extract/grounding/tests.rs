//! What a text proves and what it does not.

use serde_json::{Value, json};

use super::*;

mod numbers;
mod policies;
mod properties;
mod words;

/// The lines that hold a value, if any do.
fn lines(value: Value, text: &str) -> Option<(usize, usize)> {
    match Source::read(text.lines()).find(&value) {
        Found::At(span) => Some((span.first_line, span.last_line)),
        _ => None,
    }
}

fn holds(text: &str, value: impl Into<Value>) -> bool {
    lines(value.into(), text).is_some()
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}
