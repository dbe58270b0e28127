//! What a worker reads: its partition at the start, then every record, its own included.

use std::time::{Duration, Instant};

use readonce_model::reason::Code;
use readonce_model::record::Task;
use readonce_model::{Reason, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Outcome as Settle, Owned, Record};
use readonce_plumbing::kafka::restore_to_end;
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::registry::DecodeError;

use super::Worker;
use crate::control::is_request;
use crate::memory::Heard;
use crate::run::Cut;

/// Pause before a record is tried again whose schema cannot be had now.
const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

impl Worker {
    /// Reads the partition to its end. False when it is to be let go of meanwhile.
    pub(super) async fn restore(&mut self, owned: &Owned) -> Result<bool, Halt> {
        let began = Instant::now();
        let restored = restore_to_end(&self.shared.settings, Topic::Tasks, self.partition).await?;
        self.restored_to = restored.end;
        let mut requests = Vec::new();
        for record in restored.records {
            let value = record.value.unwrap_or_default();
            let Some(read) = self.decode(owned, &value).await else {
                return Ok(false);
            };
            match read {
                Ok(task) if is_request(&task.task_id) => requests.push(task),
                Ok(task) => self.memory.put(task),
                Err(reason) => {
                    tracing::warn!(partition = self.partition, offset = record.offset, %reason, "a task cannot be restored");
                }
            }
        }
        self.see_catalog().await?;
        for request in requests {
            self.answer(request).await?;
        }
        Metric::RestoreSeconds.note(began.elapsed().as_secs_f64(), &[("service", "ingest")]);
        Ok(true)
    }

    pub(super) async fn read(&mut self, owned: &Owned, record: Record) -> Result<(), Halt> {
        let key = record
            .key
            .as_deref()
            .and_then(|key| std::str::from_utf8(key).ok());
        let Some(key) = key.filter(|key| !key.trim().is_empty()) else {
            let reason = Reason::new(Code::NullKey, "a task has no key");
            return reject(owned, &record, reason).await;
        };
        let is_news = record.offset >= self.restored_to;
        let Some(value) = &record.value else {
            if is_news {
                self.memory.drop_request(key);
            }
            owned.desk.finish(&record, "tombstone");
            return Ok(());
        };
        // None: to be let go of, and the record is read again by the next owner.
        let Some(read) = self.decode(owned, value).await else {
            return Ok(());
        };
        match read {
            Err(reason) => return reject(owned, &record, reason).await,
            Ok(task) if task.task_id != key => {
                let words = format!("the key is {key}, the task says {}", task.task_id);
                return reject(owned, &record, Reason::new(Code::Inconsistent, words)).await;
            }
            Ok(_) if !is_news => {}
            Ok(task) if is_request(key) => self.answer(task).await?,
            Ok(task) => self.hear(task).await?,
        }
        owned.desk.finish(&record, "read");
        Ok(())
    }

    async fn hear(&mut self, task: Task) -> Result<(), Halt> {
        let name = task.task_id.clone();
        match self.memory.hear(task) {
            Heard::Old => {}
            Heard::Adopted => {
                tracing::warn!(source = name, "another instance wrote this task");
                self.cut(&name, Cut::LeaseLost);
            }
            Heard::Defended(mine) => {
                tracing::warn!(
                    source = name,
                    "another instance wrote a task that is leased here"
                );
                self.write(*mine).await?;
            }
        }
        Ok(())
    }

    /// None when the partition is to be let go of while the registry is away.
    async fn decode(&self, owned: &Owned, value: &[u8]) -> Option<Result<Task, Reason>> {
        loop {
            match self.shared.decoder.decode("Task", value).await {
                Ok(task) => return Some(Ok(task)),
                Err(DecodeError::Reject(reason)) => return Some(Err(reason)),
                Err(DecodeError::Later(error)) => {
                    tracing::warn!(%error, "a task waits for the registry");
                }
            }
            tokio::select! {
                () = owned.stop.cancelled() => return None,
                () = tokio::time::sleep(REGISTRY_PAUSE) => {}
            }
        }
    }
}

async fn reject(owned: &Owned, record: &Record, reason: Reason) -> Result<(), Halt> {
    owned
        .desk
        .settle(record, Settle::Reject(reason))
        .await
        .map(|_| ())
}
