//! A partition's memory: from its topics at the start and once more before a call that was in doubt
//! is repeated. Both times what lies in the spool is settled, so no key in the loop has anything there.

use std::time::Instant;

use futures_util::future::try_join_all;
use readonce_core::extract::ledger::{Decision, Kept, fate};
use readonce_model::record::ExtractAttempt;
use readonce_model::request_key;
use readonce_plumbing::Halt;
use readonce_plumbing::metrics::Metric;

use super::Worker;
use crate::agenda::Latest;
use crate::job::Task;
use crate::request;
use crate::spool::Entry;

impl Worker {
    pub(super) async fn restore(&mut self) -> Result<(), Halt> {
        let began = Instant::now();
        // The lock is ours, so nothing is added to it meanwhile.
        let taken_back = self.reader.taken_back();
        let (taken_back, ()) = tokio::try_join!(taken_back, self.fill())?;
        self.adopt(taken_back).await?;
        self.catch_up().await?;
        self.learn_end().await?;
        let seconds = began.elapsed().as_secs_f64();
        Metric::RestoreSeconds.note(seconds, &[("service", "extract")]);
        let (profiles, attempts) = self.memory.counts();
        let partition = self.partition;
        tracing::info!(partition, seconds, profiles, attempts, "memory restored");
        Ok(())
    }

    /// Reads the topics, and holds what the answers in the spool need to know. One may come there
    /// while the topics are read, from the owner before: then they are read once more.
    async fn fill(&mut self) -> Result<(), Halt> {
        self.hold_spooled().await?;
        self.reader.read_on(&mut self.memory).await?;
        while self.hold_spooled().await? {
            self.reader.rewind_attempts();
            self.reader.read_on(&mut self.memory).await?;
        }
        Ok(())
    }

    /// The owner before may have died with words that only the broker has: a call that it announced
    /// is as much in doubt as any. They are said anew, so that everybody can read them.
    async fn adopt(&mut self, taken_back: Vec<ExtractAttempt>) -> Result<(), Halt> {
        let attempts = self.memory.adopt(taken_back);
        let partition = self.partition;
        if !attempts.is_empty() {
            let count = attempts.len();
            tracing::info!(partition, count, "attempts of the owner before said anew");
        }
        let notes = attempts.iter().map(|attempt| self.writer.note(attempt));
        try_join_all(notes).await?;
        if let Some(gate) = &self.shared.gate {
            attempts.iter().for_each(|attempt| gate.learn(attempt));
        }
        Ok(())
    }

    /// Whether an answer lies in the spool that did not before.
    async fn hold_spooled(&mut self) -> Result<bool, Halt> {
        let spooled = self.spooled().await?;
        let key = |entry: Entry| request_key(&entry.attempt.content_hash, &entry.attempt.contract);
        Ok(self.memory.hold(spooled.into_iter().map(key)))
    }

    async fn spooled(&self) -> Result<Vec<Entry>, Halt> {
        let partition = self.partition;
        let spool = &self.shared.spool;
        let listed = spool.on_disk(move |spool| spool.of_partition(partition));
        listed.await.map_err(Halt::Internal)
    }

    /// Reads on in the topics, and settles spooled answers that nobody works on here.
    pub(super) async fn catch_up(&mut self) -> Result<(), Halt> {
        self.reader.read_on(&mut self.memory).await?;
        for entry in self.spooled().await? {
            self.settle_spooled(entry).await?;
        }
        self.memory.prune();
        Ok(())
    }

    async fn settle_spooled(&mut self, entry: Entry) -> Result<(), Halt> {
        let key = request_key(&entry.attempt.content_hash, &entry.attempt.contract);
        if self.agenda.is_running(&key) {
            return Ok(());
        }
        if let Err(reason) = request::check(&key, &entry.request, &self.shared.contracts) {
            self.shared.spool.set_aside(&entry, &reason.to_string());
            return Ok(());
        }
        if entry.attempt.part.is_some() {
            let known = self
                .memory
                .known(&entry.attempt.content_hash, &entry.attempt.contract);
            match fate(&entry.attempt, known, self.memory.last(&key)) {
                Kept::Settle => {}
                Kept::Keep => return Ok(()),
                Kept::Drop => return self.remove(&key, entry).await,
            }
        }
        let attempt = entry.attempt.attempt;
        let decision = self.decide(&key, &entry.request, Some(attempt));
        if !matches!(decision, Decision::PublishSpooled { .. }) {
            return self.remove(&key, entry).await;
        }
        tracing::info!(content = key, attempt, "settling an answer from the spool");
        let latest = Latest::new(entry.request.requested_at_ms);
        let job = self.job(key, entry.request.clone(), None, latest);
        let done = job.perform(Task::Publish(Box::new(entry))).await?;
        self.memory.follow(&done.written);
        Ok(())
    }

    async fn remove(&self, key: &str, entry: Entry) -> Result<(), Halt> {
        let removed = self.shared.spool.on_disk(move |spool| spool.remove(&entry));
        if let Err(words) = removed.await {
            tracing::warn!(content = key, words, "a settled answer stays in the spool");
        }
        Ok(())
    }
}
