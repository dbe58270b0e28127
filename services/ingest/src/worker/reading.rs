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
            match read.and_then(|task| keyed(task, &record.key)) {
                Ok(task) if is_request(&task.task_id) => requests.push(task),
                Ok(task) => self.memory.put(task),
                // Dead-lettered when it was, or will be, read as a record.
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
        let Some(value) = &record.value else {
            owned.desk.finish(&record, "tombstone");
            return Ok(());
        };
        if record.key.as_deref().unwrap_or_default().is_empty() {
            let reason = Reason::new(Code::NullKey, "a task needs its id as key");
            return reject(owned, &record, reason).await;
        }
        // None: to be let go of, and the record is read again by the next owner.
        let Some(read) = self.decode(owned, value).await else {
            return Ok(());
        };
        let key = record.key.as_deref().unwrap_or_default();
        match read.and_then(|task| keyed(task, key)) {
            Err(reason) => return reject(owned, &record, reason).await,
            Ok(_) if record.offset < self.restored_to => {}
            Ok(task) if is_request(&task.task_id) => self.answer(task).await?,
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

/// A task under another key would be somebody else's memory.
fn keyed(task: Task, key: &[u8]) -> Result<Task, Reason> {
    if task.task_id.as_bytes() == key && !key.is_empty() {
        return Ok(task);
    }
    let key = String::from_utf8_lossy(key);
    let words = format!("the key is '{key}', the task says '{}'", task.task_id);
    Err(Reason::new(Code::Inconsistent, words))
}

async fn reject(owned: &Owned, record: &Record, reason: Reason) -> Result<(), Halt> {
    owned
        .desk
        .settle(record, Settle::Reject(reason))
        .await
        .map(|_| ())
}
