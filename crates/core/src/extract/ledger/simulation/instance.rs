//! One instance of the service: tables, calls in flight, and a spool that survives a crash.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use readonce_model::ContentHash;
use readonce_model::record::{ExtractAttempt, ExtractRequest};

use super::server::Reply;
use super::topics::Topics;
use crate::extract::ledger::{Kept, Known, Record, fate, supersedes};

#[derive(Clone, Debug)]
pub enum Step {
    Announced,
    Sent { reply: Reply, ends_at_ms: i64 },
    Replied { reply: Reply, at_ms: i64 },
    Spooled,
    Writing(VecDeque<Record>),
    Cleaning,
}

/// The latest request of a key, and where all that were read lie.
#[derive(Clone, Debug)]
pub struct Outstanding {
    pub request: ExtractRequest,
    pub positions: BTreeSet<usize>,
}

/// The work on one key.
#[derive(Clone, Debug)]
pub struct Task {
    pub request: ExtractRequest,
    pub attempt: Option<ExtractAttempt>,
    pub step: Step,
    /// Found in the spool: nothing more is asked.
    pub restored: bool,
}

/// A body on disk, with what is needed to settle it.
#[derive(Clone, Debug)]
pub struct Spooled {
    pub request: ExtractRequest,
    pub attempt: ExtractAttempt,
    pub reply: Reply,
    pub at_ms: i64,
}

pub struct Instance {
    pub name: String,
    pub alive: bool,
    /// The epoch that it believes in; `None` while it owns nothing.
    pub epoch: Option<u64>,
    pub next: usize,
    pub pending: BTreeMap<ContentHash, Outstanding>,
    pub tasks: BTreeMap<ContentHash, Task>,
    pub known: BTreeMap<ContentHash, Known>,
    pub last: BTreeMap<ContentHash, ExtractAttempt>,
    /// A content that is asked whole has one body here, one in parts a body for each of them.
    pub spool: BTreeMap<ContentHash, Vec<Spooled>>,
    /// Keys whose earlier profile was read.
    pub looked_at: BTreeSet<ContentHash>,
}

impl Instance {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            alive: true,
            epoch: None,
            next: 0,
            pending: BTreeMap::new(),
            tasks: BTreeMap::new(),
            known: BTreeMap::new(),
            last: BTreeMap::new(),
            spool: BTreeMap::new(),
            looked_at: BTreeSet::new(),
        }
    }

    /// Becomes the owner: fences the old one, then reads the topics to their end. What it reads of
    /// the attempts is what compaction may have left.
    pub fn own(&mut self, topics: &mut Topics) {
        self.forget();
        topics.epoch += 1;
        self.epoch = Some(topics.epoch);
        self.next = topics.committed;
        self.last = topics.compacted_attempts();
        let first = |profiles: &Vec<Known>| profiles.first().copied();
        let profiles = topics.profiles.iter();
        self.known = profiles
            .filter_map(|(hash, all)| Some((*hash, first(all)?)))
            .collect();
    }

    /// The body that ends a call, not one that waits for other parts.
    pub fn to_settle(&self, hash: ContentHash) -> Option<&Spooled> {
        let (known, last) = (self.known.get(&hash), self.last.get(&hash));
        let bodies = self.spool.get(&hash)?;
        let ends = |body: &&Spooled| {
            let is_part = body.attempt.part.is_some();
            !is_part || fate(&body.attempt, known, last) == Kept::Settle
        };
        bodies.iter().find(ends)
    }

    pub fn keep(&mut self, body: Spooled) {
        let bodies = self.spool.entry(body.request.content_hash).or_default();
        bodies.retain(|held| held.attempt.part.is_some());
        bodies.push(body);
    }

    /// Numbers of the parts that are answered.
    pub fn answered(&self, hash: ContentHash) -> BTreeSet<i32> {
        let bodies = self.spool.get(&hash).into_iter().flatten();
        let answers = bodies.filter(|body| body.reply == Reply::Answer);
        answers.filter_map(|body| body.attempt.part).collect()
    }

    /// Empties the spool as far as a settled call allows.
    pub fn clean(&mut self, hash: ContentHash) {
        let is_known = self.known.contains_key(&hash);
        if let Some(bodies) = self.spool.get_mut(&hash) {
            bodies.retain(|body| {
                body.attempt.part.is_some() && body.reply == Reply::Answer && !is_known
            });
        }
        self.spool.retain(|_, bodies| !bodies.is_empty());
    }

    /// Loses everything but the spool.
    pub fn forget(&mut self) {
        self.epoch = None;
        self.pending.clear();
        self.tasks.clear();
        self.known.clear();
        self.last.clear();
        self.looked_at.clear();
    }

    /// Follows its own writes, as its tables do.
    pub fn follow(&mut self, hash: ContentHash, record: &Record) {
        match record {
            Record::Attempt(attempt) => {
                let held = self.last.get(&hash);
                if held.is_none_or(|held| supersedes(attempt, held)) {
                    self.last.insert(hash, (**attempt).clone());
                }
            }
            Record::Profile(profile) => {
                self.known.entry(hash).or_insert(Known {
                    attempt: profile.attempt,
                    extracted_at_ms: profile.extracted_at_ms,
                    tokens_in: profile.tokens_in,
                    tokens_out: profile.tokens_out,
                    cost_micros: profile.cost_micros,
                });
            }
            Record::DeadLetter(_) | Record::Tombstone => {}
        }
    }

    pub fn read(&mut self, position: usize, request: &ExtractRequest) {
        let new = || Outstanding {
            request: request.clone(),
            positions: BTreeSet::new(),
        };
        let held = self.pending.entry(request.content_hash).or_insert_with(new);
        held.positions.insert(position);
        if request.requested_at_ms > held.request.requested_at_ms {
            held.request = request.clone();
        }
    }

    /// Whether a request was read that is later than the one a task works for.
    pub fn has_later_request(&self, task: &Task) -> bool {
        let held = self.pending.get(&task.request.content_hash);
        held.is_some_and(|held| held.request.requested_at_ms > task.request.requested_at_ms)
    }

    /// The offset up to which everything is finished.
    pub fn finished_prefix(&self) -> usize {
        let open = self.pending.values().flat_map(|held| &held.positions);
        open.min().copied().unwrap_or(self.next)
    }
}

impl Task {
    /// The step's name, for the list of faults that were met.
    pub fn step_name(&self) -> String {
        match &self.step {
            Step::Announced => "announced".into(),
            Step::Sent { .. } => "sent".into(),
            Step::Replied { .. } => "replied".into(),
            Step::Spooled => "spooled".into(),
            Step::Writing(records) => format!("writing {}", records.len()),
            Step::Cleaning => "cleaning".into(),
        }
    }
}
