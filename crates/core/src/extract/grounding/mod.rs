//! Where in the text a model's values stand, and what becomes of those that stand nowhere.
//!
//! The contract decides, field by field. A value is compared as people read it: width, blanks,
//! letter case and the kind of dash do not matter, word boundaries do; numbers are compared by
//! value. Words that read like an instruction to a model prove nothing, and an answer that repeats
//! what only they hold has followed them. This never adds or changes a value, it only takes away
//! and remarks. Linear in the text for each value, and the number of values is bounded.

use std::collections::BTreeMap;

use readonce_model::ErrorClass;
use serde_json::{Map, Value};

use super::answer::{Answer, Failure, Status};
use super::contract::{Contract, Field, Grounding, Kind, Rejected, says_nothing};
use super::flag;
use super::injection::{self, Place};

mod boundary;
mod fold;
mod number;
mod planted;
mod search;
mod source;

use planted::Planted;

use source::Source;

/// Values that are looked for in one answer. No honest one says as much; what is beyond counts as
/// not held by the text.
const MOST_SEARCHES: usize = 1000;

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
    /// Places that read like instructions to a model.
    pub planted: Vec<Place>,
    /// Values that stand in such places and nowhere else.
    pub followed: Vec<Unproven>,
}

/// Looks for the answer's values in the text, as the contract's fields want it.
pub fn ground(answer: &Map<String, Value>, contract: &Contract, source_text: &str) -> Grounded {
    let lines: Vec<&str> = source_text.lines().collect();
    ground_lines(answer, contract, &lines)
}

/// The same for a text that is given line by line.
pub fn ground_lines(answer: &Map<String, Value>, contract: &Contract, lines: &[&str]) -> Grounded {
    let aim = |name: &str| contract.field(name).map_or(Aim::LEAVE, Aim::of);
    ground_by(answer, lines, aim)
}

/// Without a contract: every text and number is looked for, and nothing is taken away.
pub fn ground_any(answer: &Map<String, Value>, source_text: &str) -> Grounded {
    let lines: Vec<&str> = source_text.lines().collect();
    ground_by(answer, &lines, |_| Aim {
        policy: Grounding::Flag,
        is_free: true,
    })
}

/// The same for an answer as it was read. One that loses all it said is no empty answer: it was
/// invented.
pub fn apply(answer: Answer, grounded: &Grounded) -> Answer {
    if answer.value.is_none() {
        return answer;
    }
    let failure = grounded.failure();
    let is_kept = failure.is_none();
    Answer {
        status: if is_kept {
            answer.status
        } else {
            Status::Invalid
        },
        value: is_kept.then(|| grounded.answer.clone()),
        flags: [answer.flags, grounded.flags.clone()].concat(),
        rejected: [answer.rejected, grounded.rejected.clone()].concat(),
        failure,
        usage: answer.usage,
    }
}

/// How a field is looked for.
#[derive(Clone, Copy)]
struct Aim {
    policy: Grounding,
    /// Its words are the answer's own choice, not those of a closed list.
    is_free: bool,
}

impl Aim {
    const LEAVE: Self = Self {
        policy: Grounding::None,
        is_free: false,
    };

    fn of(field: &Field) -> Self {
        let item = match &field.kind {
            Kind::List(item) => item,
            kind => kind,
        };
        Self {
            policy: field.grounding,
            is_free: *item == Kind::Text && field.words.is_none(),
        }
    }
}

fn ground_by(answer: &Map<String, Value>, lines: &[&str], aim: impl Fn(&str) -> Aim) -> Grounded {
    let places = injection::suspect(lines.iter().copied());
    let planted = Planted::read(lines, &places);
    let mut search = Search {
        source: Source::read(planted.rest()),
        planted,
        left: MOST_SEARCHES,
    };
    let mut grounded = Grounded::default();
    for (name, value) in answer {
        let aim = aim(name);
        let kept = match aim.policy {
            Grounding::None => value.clone(),
            policy => grounded.take(name, value, &mut search, policy),
        };
        if aim.policy == Grounding::None && aim.is_free {
            grounded.take_followed(name, value, &mut search);
        }
        grounded.answer.insert(name.clone(), kept);
    }
    let flag = || flag::INJECTION_SUSPECTED.to_owned();
    grounded.flags.extend((!places.is_empty()).then(flag));
    grounded.planted = places;
    grounded
}

/// Looks in the text, and in what was planted in it.
struct Search {
    source: Source,
    planted: Planted,
    left: usize,
}

impl Search {
    fn find(&mut self, value: &Value) -> Found {
        if self.left == 0 {
            return Found::Nowhere;
        }
        let found = self.source.find(value);
        self.left -= usize::from(found != Found::NotAsked);
        found
    }

    /// Only of a value that the text does not hold.
    fn is_planted(&mut self, value: &Value) -> bool {
        self.planted.holds(value)
    }
}

impl Grounded {
    /// What is left of a field.
    fn take(&mut self, name: &str, value: &Value, search: &mut Search, policy: Grounding) -> Value {
        let (mut kept, mut missing) = (Vec::new(), Vec::new());
        for item in items_of(value) {
            match search.find(item) {
                Found::At(span) => {
                    let value = item.clone();
                    let proofs = self.spans.entry(name.to_owned()).or_default();
                    proofs.push(Proof { value, span });
                }
                Found::NotAsked => {}
                Found::Nowhere => {
                    missing.push(item);
                    self.follow(name, item, search);
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

    /// A free text that needs no proof must still not be what an instruction asked for.
    fn take_followed(&mut self, name: &str, value: &Value, search: &mut Search) {
        for item in items_of(value).iter().take(MOST_SEARCHES) {
            let is_text = item.is_string() && !search.planted.is_empty();
            if is_text && search.find(item) == Found::Nowhere {
                self.follow(name, item, search);
            }
        }
    }

    fn follow(&mut self, name: &str, item: &Value, search: &mut Search) {
        if search.is_planted(item) {
            self.followed.push(Unproven {
                field: name.to_owned(),
                value: item.clone(),
            });
        }
    }

    /// Why the answer as a whole cannot be used.
    pub fn failure(&self) -> Option<Failure> {
        if let Some(first) = self.followed.first() {
            let words = format!(
                "{} is {}, which only a suspected instruction in the text says",
                first.field,
                shown(&first.value)
            );
            return Some(Failure::new(ErrorClass::Invalid, words));
        }
        let is_lost = !self.rejected.is_empty() && self.answer.values().all(says_nothing);
        let words = "the text holds nothing of what the answer says";
        is_lost.then(|| Failure::new(ErrorClass::Invalid, words))
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

fn items_of(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        one => std::slice::from_ref(one),
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
