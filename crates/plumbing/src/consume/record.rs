//! A record on its way through a stage, and what may become of it.

use std::time::Duration;

use readonce_model::header::Provenance;
use readonce_model::{Reason, Topic};

use crate::Halt;
use crate::kafka::Output;

/// A record as it was read. No value is a tombstone.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub topic: Topic,
    /// The topic's name with its namespace.
    pub topic_name: String,
    pub partition: i32,
    pub offset: i64,
    pub timestamp_ms: Option<i64>,
    pub key: Option<Vec<u8>>,
    pub value: Option<Vec<u8>>,
}

impl Record {
    pub fn provenance(&self, service: readonce_model::Service) -> Provenance {
        Provenance {
            service: service.to_string(),
            topic: self.topic_name.clone(),
            partition: self.partition,
            offset: self.offset,
            timestamp_ms: self.timestamp_ms,
            reason: String::new(),
            detail: String::new(),
            part: None,
        }
    }
}

/// What a record turns into.
#[derive(Debug, Default)]
pub struct Emission {
    /// Sent one phase after the other, each only when the one before is acknowledged: what a
    /// record causes comes before the memory that says it was dealt with.
    pub phases: Vec<Vec<Output>>,
    /// Parts of the record that were set aside, with their place. Example: jobs[3]
    pub rejected: Vec<(String, Reason)>,
}

/// The five things that can become of a record.
#[derive(Debug)]
pub enum Outcome {
    Emit(Emission),
    /// Nothing to do, and why in one word (a metric label).
    Skip(&'static str),
    /// To the dead-letter topic with its original bytes.
    Reject(Reason),
    /// Not now; the detail is for the log.
    Retry {
        after: Duration,
        reason: &'static str,
        detail: String,
    },
    /// The service cannot go on.
    Halt(Halt),
}

impl Outcome {
    /// One phase and nothing set aside.
    pub fn emit(outputs: Vec<Output>) -> Self {
        Outcome::Emit(Emission {
            phases: vec![outputs],
            rejected: Vec::new(),
        })
    }

    /// Whether a step ends here: later records must not overtake it.
    pub fn ends_step(&self) -> bool {
        matches!(self, Outcome::Retry { .. } | Outcome::Halt(_))
    }
}
