//! The model server: answers as it likes, charges for what it does, and keeps its own log.

use readonce_model::record::Evidence;
use readonce_model::{ContentHash, ErrorClass};
use serde_json::Map;

use super::random::Random;
use crate::extract::answer::Failure;
use crate::extract::charge::Charge;
use crate::extract::ledger::Outcome;

/// Longer than this a call never takes: the client's own timeout.
pub const TIMEOUT_MS: i64 = 60_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Answer,
    Truncated,
    Invalid,
    Refused,
    RateLimited,
    /// The model answered and charged, and the answer got lost on the way.
    Lost,
}

impl Reply {
    /// Whether there is a body to spool.
    pub const fn has_body(self) -> bool {
        !matches!(self, Reply::RateLimited | Reply::Lost)
    }

    pub fn outcome(self) -> Outcome {
        let class = match self {
            Reply::Answer => {
                return Outcome::Answered {
                    value: Map::new(),
                    empty: true,
                    flags: Vec::new(),
                    evidence: Evidence::default(),
                };
            }
            Reply::Truncated => ErrorClass::Truncated,
            Reply::Invalid => ErrorClass::Invalid,
            Reply::Refused => ErrorClass::Refused,
            Reply::RateLimited => ErrorClass::RateLimited,
            Reply::Lost => ErrorClass::Timeout,
        };
        Outcome::Failed(Failure::new(class, "as scripted"))
    }

    pub fn charge(self) -> Charge {
        match self {
            Reply::RateLimited => Charge::nothing(),
            Reply::Lost => Charge::unknown(),
            _ => Charge {
                billed: Some(true),
                ..Charge::default()
            },
        }
    }
}

/// One call as the server saw it.
#[derive(Clone, Debug)]
pub struct Call {
    pub hash: ContentHash,
    pub attempt: i32,
    /// Of a content that is asked in parts.
    pub part: Option<i32>,
    pub earlier_attempts: i32,
    pub sent_at_ms: i64,
    pub ends_at_ms: i64,
    pub reply: Reply,
    /// Whether the attempts topic held this very attempt when the call came in.
    pub was_announced: bool,
}

pub struct Server {
    pub calls: Vec<Call>,
    pub may_fail: bool,
}

impl Server {
    pub fn reply(&self, random: &mut Random) -> Reply {
        if !self.may_fail {
            return Reply::Answer;
        }
        match random.below(100) {
            0..55 => Reply::Answer,
            55..70 => Reply::RateLimited,
            70..80 => Reply::Lost,
            80..88 => Reply::Truncated,
            88..95 => Reply::Invalid,
            _ => Reply::Refused,
        }
    }

    pub fn calls_of(&self, hash: ContentHash) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(move |call| call.hash == hash)
    }
}
