//! The durable part: requests, attempts, profiles and dead letters of one partition.

use std::collections::{BTreeMap, BTreeSet};

use readonce_model::ContentHash;
use readonce_model::record::{ExtractAttempt, ExtractRequest};

use crate::extract::ledger::{Known, Liftable, Record, supersedes};

/// The owner of the partition changed; its old producer is refused.
pub struct Fenced;

#[derive(Default)]
pub struct Topics {
    pub requests: Vec<ExtractRequest>,
    /// Position in `requests` up to which a tombstone has closed the key.
    pub closed_at: BTreeMap<ContentHash, usize>,
    /// Every record ever written; a reader folds it.
    pub attempts: Vec<ExtractAttempt>,
    pub profiles: BTreeMap<ContentHash, Vec<Known>>,
    /// What the profile of an earlier contract gives, of contents that have one.
    pub earlier: BTreeMap<ContentHash, Liftable>,
    pub dead_letters: BTreeSet<ContentHash>,
    pub committed: usize,
    pub epoch: u64,
}

impl Topics {
    pub fn write(&mut self, epoch: u64, hash: ContentHash, record: &Record) -> Result<(), Fenced> {
        self.fence(epoch)?;
        match record {
            Record::Attempt(attempt) => self.attempts.push((**attempt).clone()),
            Record::Profile(profile) => self.profiles.entry(hash).or_default().push(Known {
                attempt: profile.attempt,
                extracted_at_ms: profile.extracted_at_ms,
                tokens_in: profile.tokens_in,
                tokens_out: profile.tokens_out,
                cost_micros: profile.cost_micros,
            }),
            Record::DeadLetter(_) => {
                self.dead_letters.insert(hash);
            }
            Record::Tombstone => {
                self.closed_at.insert(hash, self.requests.len());
            }
        }
        Ok(())
    }

    pub fn commit(&mut self, epoch: u64, next: usize) -> Result<(), Fenced> {
        self.fence(epoch)?;
        self.committed = self.committed.max(next);
        Ok(())
    }

    fn fence(&self, epoch: u64) -> Result<(), Fenced> {
        if epoch == self.epoch {
            Ok(())
        } else {
            Err(Fenced)
        }
    }

    /// The request at a position, unless compaction took it: a tombstone came after it.
    pub fn request(&self, at: usize) -> Option<&ExtractRequest> {
        let request = self.requests.get(at)?;
        let closed_at = self.closed_at.get(&request.content_hash).copied();
        closed_at
            .is_none_or(|closed_at| at >= closed_at)
            .then_some(request)
    }

    /// What a reader of the whole topic knows of the attempts.
    pub fn latest_attempts(&self) -> BTreeMap<ContentHash, ExtractAttempt> {
        let mut latest: BTreeMap<ContentHash, ExtractAttempt> = BTreeMap::new();
        for attempt in &self.attempts {
            let held = latest.get(&attempt.content_hash);
            if held.is_none_or(|held| supersedes(attempt, held)) {
                latest.insert(attempt.content_hash, attempt.clone());
            }
        }
        latest
    }

    /// What compaction leaves of the attempts: the last record of each key, whatever it says.
    pub fn compacted_attempts(&self) -> BTreeMap<ContentHash, ExtractAttempt> {
        let all = self.attempts.iter().cloned();
        all.map(|attempt| (attempt.content_hash, attempt)).collect()
    }
}
