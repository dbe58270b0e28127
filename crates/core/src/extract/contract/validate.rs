//! An answer held against its contract: each field taken, repaired where that is certain, or
//! rejected; the whole refused when too little of it can be trusted.

use serde_json::{Map, Value};

use super::coerce::{Read, read};
use super::{Contract, Field, says_nothing};
use crate::extract::flag;

/// Unknown fields that are flagged by name; the rest are counted.
const NAMED_UNKNOWN_FIELDS: usize = 16;

/// An answer that holds every field of its contract and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct Validated {
    pub answer: Map<String, Value>,
    /// See `extract::flag`.
    pub flags: Vec<String>,
    pub rejected: Vec<Rejected>,
    /// Nothing is said in any field: legal, and stored like any other answer.
    pub empty: bool,
}

/// A field whose value could not be used.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rejected {
    pub field: String,
    pub reason: String,
}

/// The answer as a whole cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}{}", named(.rejected))]
pub struct Invalid {
    pub problem: String,
    pub rejected: Vec<Rejected>,
}

impl Contract {
    pub fn validate(&self, value: &Value) -> Result<Validated, Invalid> {
        let given = value
            .as_object()
            .ok_or_else(|| refuse("the answer is not an object"))?;
        if !given.is_empty() && !self.fields.iter().any(|f| given.contains_key(&f.name)) {
            return Err(refuse("the answer has no field of the contract"));
        }
        let mut reading = Reading::default();
        for field in &self.fields {
            reading.take(field, given.get(&field.name).unwrap_or(&Value::Null));
        }
        reading.flag_unknown(self, given);
        reading.finish(self.fields.len())
    }
}

#[derive(Default)]
struct Reading {
    answer: Map<String, Value>,
    flags: Vec<String>,
    rejected: Vec<Rejected>,
}

impl Reading {
    fn take(&mut self, field: &Field, value: &Value) {
        let value = match read(&field.kind, field.words.as_deref(), value) {
            Read::Fits(value) => value,
            Read::Repaired(value) => {
                self.flags.push(flag::repaired(&field.name));
                value
            }
            Read::UnknownWord(value) => {
                self.flags.push(flag::unknown_word(&field.name));
                value
            }
            Read::Rejected(reason) => {
                self.flags.push(flag::rejected(&field.name));
                let field_name = field.name.clone();
                self.rejected.push(Rejected {
                    field: field_name,
                    reason,
                });
                field.empty_value()
            }
        };
        self.answer.insert(field.name.clone(), value);
    }

    fn flag_unknown(&mut self, contract: &Contract, given: &Map<String, Value>) {
        let unknown = || given.keys().filter(|name| contract.field(name).is_none());
        let named = unknown().take(NAMED_UNKNOWN_FIELDS);
        self.flags
            .extend(named.map(|name| flag::unknown_field(name)));
        let more = unknown().count().saturating_sub(NAMED_UNKNOWN_FIELDS);
        if more > 0 {
            self.flags.push(flag::more_unknown_fields(more));
        }
    }

    /// An answer of which most, or all that it said, was unusable must not pass for an empty one.
    fn finish(self, field_count: usize) -> Result<Validated, Invalid> {
        let empty = self.answer.values().all(says_nothing);
        let problem = if self.rejected.len() * 2 > field_count {
            "more than half of the fields are unusable"
        } else if empty && !self.rejected.is_empty() {
            "nothing that the answer says is usable"
        } else {
            return Ok(Validated {
                answer: self.answer,
                flags: self.flags,
                rejected: self.rejected,
                empty,
            });
        };
        Err(Invalid {
            problem: problem.to_owned(),
            rejected: self.rejected,
        })
    }
}

fn refuse(problem: &str) -> Invalid {
    Invalid {
        problem: problem.to_owned(),
        rejected: Vec::new(),
    }
}

fn named(rejected: &[Rejected]) -> String {
    rejected
        .iter()
        .map(|one| format!("; {}: {}", one.field, one.reason))
        .collect()
}
