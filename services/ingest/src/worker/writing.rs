//! What a worker writes: tasks, attempts, tombstones. All of it is acknowledged when a call returns.

use readonce_core::fetch::source::SourceSpec;
use readonce_model::record::{AttemptOutcome, Task, TaskAttempt};
use readonce_model::{Reason, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Output, Placement, SendError};

use super::Worker;
use crate::run::{ABANDONED, Named, close_abandoned};

impl Worker {
    /// Writes a task; it is known once it is acknowledged.
    pub(super) async fn write(&mut self, task: Task) -> Result<(), Halt> {
        let task = self.memory.stamped(task);
        let value = self.shared.tasks.encode(&task).map_err(internal)?;
        let key = task.task_id.as_str();
        self.send(&Output::new(Topic::Tasks, self.here(), key, value))
            .await?;
        self.memory.put(task);
        Ok(())
    }

    pub(super) async fn send_attempt(&self, attempt: &TaskAttempt) -> Result<(), Halt> {
        let value = self.shared.attempts.encode(attempt).map_err(internal)?;
        let key = attempt.task_id.as_str();
        self.send(&Output::new(Topic::TaskAttempts, self.here(), key, value))
            .await
    }

    pub(super) async fn send(&self, output: &Output) -> Result<(), Halt> {
        match self.shared.producer.send(output).await {
            Ok(()) => Ok(()),
            Err(SendError::Halt(halt)) => Err(halt),
            Err(hopeless) => Err(Halt::Internal(hopeless.to_string())),
        }
    }

    /// Beside the task, which is where its key belongs.
    pub(super) fn here(&self) -> Placement {
        Placement::At(self.partition)
    }

    /// Ends a run of an instance that went away in the middle of it.
    pub(super) async fn bury(&self, task: &Task, spec: &SourceSpec) -> Result<(), Halt> {
        let run_id = task.run_id.as_deref().unwrap_or_default();
        let source = task.source.as_str();
        tracing::warn!(source, run_id, "taking over a run that never ended");
        let named = Named {
            source,
            spec,
            run_id,
            due_at_ms: task.due_at_ms,
        };
        let now_ms = now_ms();
        close_abandoned(&self.shared.tools.recorder, &named, now_ms).await?;
        self.send_attempt(&abandoned(task, now_ms)).await
    }
}

/// The attempt as far as it is known: its last sign of life, and its pages lie on the topic of raw
/// pages uncounted.
fn abandoned(task: &Task, now_ms: i64) -> TaskAttempt {
    TaskAttempt {
        task_id: task.task_id.clone(),
        source: task.source.clone(),
        run_id: task.run_id.clone().unwrap_or_default(),
        attempt: task.attempt,
        started_at_ms: task.updated_at_ms,
        finished_at_ms: now_ms,
        outcome: AttemptOutcome::Failed,
        error_class: None,
        error: Some(ABANDONED.to_owned()),
        http_status: None,
        pages: 0,
        format: None,
    }
}

fn internal(reason: Reason) -> Halt {
    Halt::Internal(reason.to_string())
}
