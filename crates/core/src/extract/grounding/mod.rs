//! Where in the text a model's values stand, and what becomes of those that stand nowhere.
//!
//! The contract decides, field by field. A value is compared as people read it: width, blanks,
//! letter case and the kind of dash do not matter, word boundaries do; numbers are compared by
//! value. This never adds or changes a value, it only takes away and remarks. Linear in the text
//! for each value.

use std::collections::BTreeMap;

use readonce_model::ErrorClass;
use serde_json::{Map, Value};

use super::answer::{Answer, Failure, Status};
use super::contract::{Contract, Grounding, Rejected, says_nothing};
use super::flag;

mod boundary;
mod fold;
mod number;
mod search;
mod source;

use source::Source;

/// Lines of the text that hold a value, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Span {
    pub first_line: usize,
    pub last_line: usize,
}

/// A value and its first place in the text. One of a list's items, or the whole field.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Proof {
    pub value: Value,
    #[serde(flatten)]
    pub span: Span,
}

/// A value that the text does not hold: one of a list's items, or the whole field.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Unproven {
    pub field: String,
    pub value: Value,
}

/// An answer held against its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grounded {
    /// The answer without what was rejected.
    pub answer: Map<String, Value>,
    /// Proved values by field.
    pub spans: BTreeMap<String, Vec<Proof>>,
    /// Values that the text does not hold, whether they were kept or not.
    pub unproven: Vec<Unproven>,
    /// See `extract::flag`.
    pub flags: Vec<String>,
    /// What was taken away, with the reason.
    pub rejected: Vec<Rejected>,
}

/// Looks for the answer's values in the text, as the contract's fields want it.
pub fn ground(answer: &Map<String, Value>, contract: &Contract, source_text: &str) -> Grounded {
    let policy = |name: &str| contract.field(name).map(|field| field.grounding);
    ground_by(answer, source_text, |name| {
        policy(name).unwrap_or(Grounding::None)
    })
}

/// Without a contract: every text and number is looked for, and nothing is taken away.
pub fn ground_any(answer: &Map<String, Value>, source_text: &str) -> Grounded {
    ground_by(answer, source_text, |_| Grounding::Flag)
}

/// The same for an answer as it was read. One that loses all it said is no empty answer: it was
/// invented.
pub fn apply(answer: Answer, grounded: &Grounded) -> Answer {
    if answer.value.is_none() {
        return answer;
    }
    let is_lost = !grounded.rejected.is_empty() && grounded.answer.values().all(says_nothing);
    let words = "the text holds nothing of what the answer says";
    Answer {
        status: if is_lost {
            Status::Invalid
        } else {
            answer.status
        },
        value: (!is_lost).then(|| grounded.answer.clone()),
        flags: [answer.flags, grounded.flags.clone()].concat(),
        rejected: [answer.rejected, grounded.rejected.clone()].concat(),
        failure: is_lost.then(|| Failure::new(ErrorClass::Invalid, words)),
        usage: answer.usage,
    }
}

fn ground_by(
    answer: &Map<String, Value>,
    source_text: &str,
    policy: impl Fn(&str) -> Grounding,
) -> Grounded {
    let source = Source::read(source_text);
    let mut grounded = Grounded::default();
    for (name, value) in answer {
        let kept = match policy(name) {
            Grounding::None => value.clone(),
            policy => grounded.take(name, value, &source, policy),
        };
        grounded.answer.insert(name.clone(), kept);
    }
    grounded
}

impl Grounded {
    /// What is left of a field.
    fn take(&mut self, name: &str, value: &Value, source: &Source, policy: Grounding) -> Value {
        let items = match value {
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut kept, mut missing) = (Vec::new(), Vec::new());
        for item in items {
            match source.find(item) {
                Found::At(span) => {
                    let value = item.clone();
                    let proofs = self.spans.entry(name.to_owned()).or_default();
                    proofs.push(Proof { value, span });
                }
                Found::NotAsked => {}
                Found::Nowhere => {
                    missing.push(item);
                    if policy == Grounding::Reject {
                        continue;
                    }
                }
            }
            kept.push(item.clone());
        }
        self.remark(name, &missing, policy);
        match value {
            Value::Array(_) => Value::Array(kept),
            _ => kept.pop().unwrap_or(Value::Null),
        }
    }

    fn remark(&mut self, name: &str, missing: &[&Value], policy: Grounding) {
        if missing.is_empty() {
            return;
        }
        self.unproven.extend(missing.iter().map(|value| Unproven {
            field: name.to_owned(),
            value: (*value).clone(),
        }));
        self.flags.push(flag::ungrounded(name));
        if policy == Grounding::Reject {
            self.rejected.extend(missing.iter().map(|value| Rejected {
                field: name.to_owned(),
                reason: format!("the text does not hold {}", shown(value)),
            }));
        }
    }
}

/// What became of the search for one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    At(Span),
    Nowhere,
    /// Null, true, false and objects are said in no text.
    NotAsked,
}

/// The value in quotes, short enough for a line.
fn shown(value: &Value) -> String {
    const SHOWN_CHARS: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= SHOWN_CHARS {
        return text;
    }
    let short: String = text.chars().take(SHOWN_CHARS).collect();
    format!("{short}…")
}

#[cfg(test)]
mod tests;
