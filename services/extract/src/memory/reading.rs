//! Fills a memory from its topics, and reads on where it stopped.
//!
//! Attempts before profiles: a profile is written before its attempt's outcome, so whoever sees the
//! outcome finds the profile too. At the start the profiles are read before that as well: then most
//! attempts are seen to decide nothing, and need not be held. A record of our own that cannot be
//! read halts: memory would have a hole, and a hole is paid for twice.

use std::sync::Arc;

use readonce_core::extract::ledger::Known;
use readonce_model::record::ExtractAttempt;
use readonce_model::{ContentHash, ContractId, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{ClientSettings, TableRecord, restore_each, taken_back};
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::registry::Decoder;

use super::Memory;
use super::summary::{Books, Outline};
use super::tail::Tail;
use crate::watch::Watcher;

/// Where records are read from.
#[derive(Clone)]
pub struct Source {
    pub settings: ClientSettings,
    pub decoder: Decoder,
}

/// Reads one partition's tables, each on from where it stopped before.
pub struct Reader {
    source: Source,
    /// Learns from profiles what sources answered before.
    watcher: Arc<Watcher>,
    partition: i32,
    attempts_from: i64,
    profiles_from: Vec<(ContractId, i64)>,
    /// What sources answered before was learned.
    has_learned: bool,
}

impl Reader {
    pub fn new(
        source: Source,
        watcher: Arc<Watcher>,
        partition: i32,
        contracts: impl Iterator<Item = ContractId>,
    ) -> Self {
        Self {
            source,
            watcher,
            partition,
            attempts_from: 0,
            profiles_from: contracts.map(|contract| (contract, 0)).collect(),
            has_learned: false,
        }
    }

    /// Everything up to the ends that the topics have now: the first time from their beginning.
    pub async fn read_on(&mut self, memory: &mut Memory) -> Result<(), Halt> {
        if self.attempts_from == 0 {
            self.read_all_profiles(memory).await?;
        }
        self.read_attempts(memory).await?;
        self.read_all_profiles(memory).await
    }

    /// The attempts are read from their beginning once more, for what was passed over.
    pub fn rewind_attempts(&mut self) {
        self.attempts_from = 0;
    }

    /// Attempts that the owner before wrote last, and that were taken back with its transaction.
    pub fn taken_back(&self) -> impl Future<Output = Result<Vec<ExtractAttempt>, Halt>> + use<> {
        let (source, partition) = (self.source.clone(), self.partition);
        async move {
            let topic = Topic::ExtractAttempts;
            let Source { settings, decoder } = &source;
            let mut attempts = Vec::new();
            for record in taken_back(settings, topic.clone(), partition).await? {
                attempts.extend(decoder.restore(&topic, &record).await?);
            }
            Ok(attempts)
        }
    }

    async fn read_attempts(&mut self, memory: &mut Memory) -> Result<(), Halt> {
        let topic = Topic::ExtractAttempts;
        let Source { settings, decoder } = &self.source;
        let mut records = restore_each(settings, topic.clone(), self.partition, self.attempts_from);
        while let Some(record) = records.next().await? {
            let outline = decoder.restore::<Outline>(&topic, &record).await?;
            if outline.is_none_or(|outline| memory.passes_over(key_of(&record), &outline)) {
                continue;
            }
            if let Some(attempt) = decoder.restore(&topic, &record).await? {
                memory.learn_attempt(attempt);
            }
        }
        self.attempts_from = records.end();
        Ok(())
    }

    async fn read_all_profiles(&mut self, memory: &mut Memory) -> Result<(), Halt> {
        let mut ends = Vec::with_capacity(self.profiles_from.len());
        for (contract, from) in &self.profiles_from {
            let end = self.read_profiles(memory, contract, *from).await?;
            ends.push((contract.clone(), end));
        }
        self.profiles_from = ends;
        self.has_learned = true;
        Ok(())
    }

    async fn read_profiles(
        &self,
        memory: &mut Memory,
        contract: &ContractId,
        from: i64,
    ) -> Result<i64, Halt> {
        let topic = Topic::Profiles(contract.clone());
        let settings = &self.source.settings;
        let mut records = restore_each(settings, topic.clone(), self.partition, from);
        let mut tail = self.learns().then(Tail::default);
        while let Some(record) = records.next().await? {
            let hash = hash_of(&topic, &record)?;
            match self
                .source
                .decoder
                .restore::<Books>(&topic, &record)
                .await?
            {
                Some(books) => {
                    let known = Known::from(books);
                    memory.origins.learn(contract, &hash, record.offset);
                    let before = memory.learn_profile(contract.clone(), hash, known);
                    count_duplicate(before, known.attempt, from);
                }
                // The attempt of a known key may be gone from memory, and with it the number of
                // its calls. So a profile that somebody takes back is missed at the next start.
                None if from == 0 => memory.forget_profile(contract, &hash),
                None => {}
            }
            if let Some(tail) = &mut tail {
                tail.add(record);
            }
        }
        if let Some(tail) = tail {
            tail.learn(&topic, &self.source.decoder, &self.watcher)
                .await?;
        }
        Ok(records.end())
    }

    /// Once: what comes later is told by whom it was answered.
    fn learns(&self) -> bool {
        !self.has_learned && self.watcher.is_on()
    }
}

/// Two calls brought a profile each: seen while reading on, not again at every start.
fn count_duplicate(before: Option<Known>, attempt: i32, from: i64) {
    if from > 0 && before.is_some_and(|before| before.attempt != attempt) {
        Metric::DuplicatePaid.add(1, &[]);
    }
}

/// A key that is no text belongs to nothing that is known.
fn key_of(record: &TableRecord) -> &str {
    std::str::from_utf8(&record.key).unwrap_or_default()
}

fn hash_of(topic: &Topic, record: &TableRecord) -> Result<ContentHash, Halt> {
    let key = std::str::from_utf8(&record.key).ok();
    key.and_then(|key| key.parse().ok())
        .ok_or_else(|| record.unreadable(topic, "its key is no content hash"))
}
