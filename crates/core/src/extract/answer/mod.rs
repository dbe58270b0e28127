//! What a model's HTTP reply becomes: a checked answer, or the class of its failure.
//!
//! A reply is paid for whatever it holds, so nothing of its accounting is dropped. What the text
//! holds never overrides why it ended: a cut answer is not repaired and a refusal is not parsed.

use readonce_model::ErrorClass;
use serde_json::{Map, Value};

use super::contract::{Contract, Invalid, Rejected, Validated};
use super::flag;

mod merge;
mod messages;
mod object;
mod reply;

pub use merge::{Merged, merge};
pub use reply::Usage;

use object::Found;
use reply::{Finish, Reply};

/// What became of a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub status: Status,
    /// The answer; `None` unless the status is `ok` or `empty`.
    pub value: Option<Map<String, Value>>,
    /// See `extract::flag`.
    pub flags: Vec<String>,
    pub rejected: Vec<Rejected>,
    /// Why there is no answer.
    pub failure: Option<Failure>,
    pub usage: Usage,
}

/// Stable words: they are printed and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    Ok,
    /// A legal answer in which nothing is said. A success.
    Empty,
    /// Stopped at the token limit.
    Truncated,
    /// The model or a content filter declined.
    Refused,
    /// Not readable, not whole, or against the contract.
    Invalid,
}

impl Status {
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Empty => "empty",
            Status::Truncated => "truncated",
            Status::Refused => "refused",
            Status::Invalid => "invalid",
        }
    }
}

/// Why a reply holds no answer: the class decides what happens next, the words are for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub class: ErrorClass,
    pub words: String,
}

impl Failure {
    pub fn new(class: ErrorClass, words: impl Into<String>) -> Self {
        Self {
            class,
            words: words.into(),
        }
    }

    fn status(&self) -> Status {
        match self.class {
            ErrorClass::Truncated => Status::Truncated,
            ErrorClass::Refused => Status::Refused,
            _ => Status::Invalid,
        }
    }
}

/// Reads the body of a chat completion, or of a message, and holds its object against the contract.
pub fn read(body: &[u8], contract: &Contract) -> Answer {
    read_with(body, |object| contract.validate(&Value::Object(object)))
}

/// Reads the body of a chat completion; any object is an answer.
pub fn read_any(body: &[u8]) -> Answer {
    read_with(body, |object| Ok(unchecked(object)))
}

/// Holds an object against the contract, if there is one: what the parts of a long text gave
/// together.
pub fn check(object: Map<String, Value>, contract: Option<&Contract>) -> Answer {
    let checked = match contract {
        Some(contract) => contract.validate(&Value::Object(object)),
        None => Ok(unchecked(object)),
    };
    concluded(checked, false, Usage::default())
}

fn unchecked(answer: Map<String, Value>) -> Validated {
    Validated {
        empty: answer.values().all(super::contract::says_nothing),
        answer,
        flags: Vec::new(),
        rejected: Vec::new(),
    }
}

type Checked = Result<Validated, Invalid>;

fn read_with(body: &[u8], check: impl FnOnce(Map<String, Value>) -> Checked) -> Answer {
    let reply = match Reply::parse(body) {
        Ok(reply) => reply,
        Err(failure) => return failed(failure, Usage::default(), Vec::new()),
    };
    let usage = reply.usage;
    let found = match find_object(reply) {
        Ok(found) => found,
        Err(failure) => return failed(failure, usage, Vec::new()),
    };
    concluded(check(found.object), found.several, usage)
}

fn concluded(checked: Checked, several: bool, usage: Usage) -> Answer {
    match checked {
        Ok(validated) => accepted(validated, several, usage),
        Err(invalid) => {
            let failure = Failure::new(ErrorClass::Invalid, invalid.to_string());
            failed(failure, usage, invalid.rejected)
        }
    }
}

/// The end of the reply decides before its text is looked at.
fn find_object(reply: Reply) -> Result<Found, Failure> {
    if reply.finish == Finish::Length {
        let words = "the answer stops at its token limit";
        return Err(Failure::new(ErrorClass::Truncated, words));
    }
    if let Some(words) = reply.refusal {
        return Err(Failure::new(ErrorClass::Refused, words));
    }
    let text = reply
        .text
        .ok_or_else(|| Failure::new(ErrorClass::Unreadable, "the reply has no text"))?;
    object::find(&text).map_err(|error| Failure::new(ErrorClass::Unreadable, error.to_string()))
}

fn accepted(validated: Validated, several: bool, usage: Usage) -> Answer {
    let mut flags = validated.flags;
    flags.extend(several.then(|| flag::SEVERAL_OBJECTS.to_owned()));
    Answer {
        status: if validated.empty {
            Status::Empty
        } else {
            Status::Ok
        },
        value: Some(validated.answer),
        flags,
        rejected: validated.rejected,
        failure: None,
        usage,
    }
}

fn failed(failure: Failure, usage: Usage, rejected: Vec<Rejected>) -> Answer {
    Answer {
        status: failure.status(),
        value: None,
        flags: Vec::new(),
        rejected,
        failure: Some(failure),
        usage,
    }
}

#[cfg(test)]
mod tests;
