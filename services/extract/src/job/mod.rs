//! The work on one key, from the ledger's decision to its last acknowledged record.
//!
//! The order is the protocol: announce and wait for the acknowledgement, call, spool, then the
//! records in the ledger's order, and the spool is emptied last. A job outlives its worker: when a
//! partition is let go of, a paid call still ends and is published while its lease holds.
//!
//! | file | what |
//! |---|---|
//! | `mod` | what a job is, and what it did |
//! | `batch` | a line of a batch: announced, and what became of it |
//! | `call` | the call: announced, asked, spooled |
//! | `parts` | the calls for a long text, part by part |
//! | `raw` | the reply as it came, kept |
//! | `settle` | records, in the ledger's order |
//! | `earlier` | the profile of an earlier contract: read, lifted, completed |
//! | `suspect` | a profile held against what its source said before |

mod batch;
mod call;
mod earlier;
mod parts;
mod raw;
mod settle;
mod suspect;

use std::sync::Arc;
use std::time::Instant;

use readonce_core::extract::ledger::{Cause, Known, NextCall, Record as Word};
use readonce_model::record::{ExtractAttempt, ExtractRequest};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::Record;
use tokio_util::sync::CancellationToken;

pub use batch::Collected;
pub use earlier::{Earlier, Looked, Place, asked};

use crate::agenda::Latest;
use crate::shared::Shared;
use crate::spool::Entry;
use crate::way::Pass;
use crate::writer::Writer;

/// A key with all that is known of it.
pub struct Job {
    pub shared: Arc<Shared>,
    pub writer: Writer,
    pub key: String,
    pub request: ExtractRequest,
    /// The request as it was read, for a dead letter; an answer from the spool comes without.
    pub record: Option<Record>,
    pub latest: Latest,
    pub known: Option<Known>,
    pub last: Option<ExtractAttempt>,
    /// What a profile of an earlier contract gives.
    pub earlier: Option<Arc<Earlier>>,
    /// Set when the worker of this job lets its partition go.
    pub let_go: CancellationToken,
    /// When the announcement of this job's call began.
    pub began: Option<Instant>,
    /// Leave to ask the endpoint, for a job that makes a call.
    pub pass: Option<Pass>,
    /// In the order in which they were acknowledged.
    pub written: Vec<Word>,
}

/// What is to be done for it.
#[derive(Debug)]
pub enum Task {
    Call(NextCall),
    /// As a line of a batch: only announced here.
    Announce(NextCall),
    /// A line of a batch has ended.
    Collect(Box<Collected>),
    Publish(Box<Entry>),
    Reuse,
    Lift,
    GiveUp(Cause),
}

/// What was done.
#[derive(Debug)]
pub struct Done {
    pub key: String,
    /// Of the request that was answered.
    pub requested_at_ms: i64,
    pub written: Vec<Word>,
    /// What was found where an earlier profile was looked for.
    pub looked: Option<Looked>,
}

impl Job {
    pub async fn perform(mut self, task: Task) -> Result<Done, Halt> {
        match task {
            Task::Call(call) => self.call(call).await?,
            Task::Announce(call) => self.announce_line(call).await?,
            Task::Collect(collected) => self.collect(*collected).await?,
            Task::Publish(entry) => self.publish(&entry).await?,
            Task::Reuse => self.reuse().await?,
            Task::Lift => self.lift().await?,
            Task::GiveUp(cause) => self.give_up(cause).await?,
        }
        Ok(Done {
            key: self.key,
            requested_at_ms: self.request.requested_at_ms,
            written: self.written,
            looked: None,
        })
    }
}

impl Done {
    /// Whether nothing is outstanding of the key any more.
    pub fn is_closed(&self) -> bool {
        self.wrote(|word| matches!(word, Word::Tombstone))
    }

    pub fn is_paid(&self) -> bool {
        self.wrote(|word| matches!(word, Word::Profile(_)))
    }

    /// An earlier profile gave everything: no call was made.
    pub fn is_lifted(&self) -> bool {
        self.wrote(|word| {
            matches!(word, Word::Profile(profile)
                if profile.lifted_from.is_some() && profile.asked_fields.is_empty())
        })
    }

    pub fn is_given_up(&self) -> bool {
        self.wrote(|word| matches!(word, Word::DeadLetter(_)))
    }

    fn wrote(&self, is_it: impl Fn(&Word) -> bool) -> bool {
        self.written.iter().any(is_it)
    }
}
