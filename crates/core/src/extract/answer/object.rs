//! The object in a model's text: fences and chatter around one whole object are tolerated.
//!
//! A part of an object is never taken for a whole one: when an object is cut or broken, the complete
//! objects in its depth are fragments, so the search ends there. Linear in the text: a bracket that
//! opens no JSON is told by its next word, and every other one is read once.

use serde_json::{Map, StreamDeserializer, Value, de::StrRead};

/// The object, and whether another one stood in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub object: Map<String, Value>,
    pub several: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotFound {
    #[error("the answer holds no whole JSON object")]
    NoObject,
    #[error("the answer ends inside of a JSON object")]
    Incomplete,
    #[error("the answer holds a JSON object with a fault")]
    Broken,
    #[error("the answer is a list, not one object")]
    List,
}

/// The first complete object that says something; an empty one only when there is no other.
pub(super) fn find(text: &str) -> Result<Found, NotFound> {
    let mut candidates = Candidates {
        rest: without_thoughts(text),
    };
    let mut found: Option<Map<String, Value>> = None;
    loop {
        match candidates.next_object() {
            Ok(Some(object)) => match &found {
                Some(first) if !first.is_empty() => {
                    let several = !object.is_empty();
                    return Ok(Found {
                        object: first.clone(),
                        several,
                    });
                }
                _ => found = Some(object),
            },
            Ok(None) => return whole(found, NotFound::NoObject),
            Err(error) => return whole(found, error),
        }
    }
}

/// What follows a whole object cannot spoil it; an empty one may have been chatter.
fn whole(found: Option<Map<String, Value>>, error: NotFound) -> Result<Found, NotFound> {
    let several = false;
    match found {
        Some(object) if error == NotFound::NoObject || !object.is_empty() => {
            Ok(Found { object, several })
        }
        _ => Err(error),
    }
}

/// Reasoning models may think aloud first; what is in there is no answer.
fn without_thoughts(text: &str) -> &str {
    let trimmed = text.trim_start();
    match (
        trimmed.starts_with("<think>"),
        trimmed.split_once("</think>"),
    ) {
        (true, Some((_, answer))) => answer,
        _ => text,
    }
}

struct Candidates<'a> {
    rest: &'a str,
}

impl Candidates<'_> {
    /// The next complete object; `None` at the end of the text.
    fn next_object(&mut self) -> Result<Option<Map<String, Value>>, NotFound> {
        while let Some(at) = self.rest.find(['{', '[']) {
            self.rest = self.rest.get(at..).unwrap_or_default();
            if !opens_object_or_list(self.rest) {
                self.rest = self.rest.get(1..).unwrap_or_default();
                continue;
            }
            let mut values = serde_json::Deserializer::from_str(self.rest).into_iter::<Value>();
            match values.next() {
                Some(Ok(Value::Object(object))) => {
                    self.skip(&values);
                    return Ok(Some(object));
                }
                Some(Ok(Value::Array(items))) => {
                    self.skip(&values);
                    return only_object(items).map(Some);
                }
                Some(Err(error)) if error.is_eof() => return Err(NotFound::Incomplete),
                _ => return Err(NotFound::Broken),
            }
        }
        Ok(None)
    }

    fn skip(&mut self, read: &StreamDeserializer<'_, StrRead<'_>, Value>) {
        self.rest = self.rest.get(read.byte_offset()..).unwrap_or_default();
    }
}

/// Whether a bracket opens what is meant as JSON: `{"`, `{'`, `{name:`, `{}` or `[{`, not `{more}`.
fn opens_object_or_list(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('{').map(str::trim_start) else {
        let inside = text.strip_prefix('[').map(str::trim_start);
        return inside.is_some_and(|inside| inside.starts_with('{'));
    };
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let after_name = inside.trim_start_matches(name);
    inside.is_empty()
        || inside.starts_with(['"', '\'', '}'])
        || (after_name.len() < inside.len() && after_name.trim_start().starts_with(':'))
}

/// A list of one object is that object.
fn only_object(items: Vec<Value>) -> Result<Map<String, Value>, NotFound> {
    match <[Value; 1]>::try_from(items) {
        Ok([Value::Object(object)]) => Ok(object),
        _ => Err(NotFound::List),
    }
}
