//! The life of a task: who may run it, and what it becomes when a run starts or ends.
//!
//! The compacted topic `tasks` is ingest's whole memory, so a task carries all that a stranger needs
//! to go on. The edge writes the task that comes out of here before it acts on it. Never decides by
//! chance, and never lets a run end that does not hold the lease.

use readonce_model::ErrorClass;
use readonce_model::record::{Task, TaskState};

use super::schedule::{backoff_ms, next_due};
use super::source::SourceSpec;

#[cfg(test)]
mod tests;

/// The instance that asks, and what it has in hand for this very task.
#[derive(Clone, Copy, Debug)]
pub struct Worker<'a> {
    /// Unique among the instances, and the same after a restart. Example: ingest-1
    pub owner: &'a str,
    /// The run that this instance is making of the task right now.
    pub running: Option<&'a str>,
    /// How long a lease lasts without being renewed.
    pub lease_ms: i64,
}

/// The right to make one run of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub owner: String,
    /// Example: greenhouse-gitlab/1789000000000-1
    pub run_id: String,
    pub attempt: i32,
    pub length_ms: i64,
    /// The due time that the run serves; the same again after a takeover.
    pub due_at_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The task is due and free.
    Run(Lease),
    /// Somebody began and never ended: the lease is over, or it is this instance's own from an
    /// earlier life. That run stays unfinished; the new one starts from the first page.
    TakeOver { lease: Lease, abandoned: String },
    /// This instance is at it: go on, and renew the lease.
    Running,
    /// Nothing to do before then.
    Wait { until_ms: i64 },
}

/// Why a run ended short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub class: ErrorClass,
    pub words: String,
    /// What the server asked for, see [`super::retry_after()`].
    pub retry_after_ms: Option<i64>,
    /// Items that had come until then.
    pub items: usize,
}

/// Somebody else holds the task now, so this run may write nothing more about it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("run {run_id} no longer holds the lease of task {task_id}")]
pub struct LeaseLost {
    pub task_id: String,
    pub run_id: String,
}

/// The task of a source that was never run: due at once.
pub fn first(source: &str, now_ms: i64) -> Task {
    Task {
        task_id: source.to_owned(),
        source: source.to_owned(),
        state: TaskState::Pending,
        due_at_ms: now_ms,
        attempt: 0,
        run_id: None,
        lease_owner: None,
        lease_expires_at_ms: None,
        last_success_at_ms: None,
        last_yield_at_ms: None,
        last_error: None,
        updated_at_ms: now_ms,
        requested_by: None,
    }
}

/// A run that a person wants now. A run that is under way is left alone and counts as the answer.
pub fn request(task: &Task, operator: &str, now_ms: i64) -> Task {
    Task {
        due_at_ms: task.due_at_ms.min(now_ms),
        requested_by: Some(operator.to_owned()),
        updated_at_ms: now_ms,
        ..task.clone()
    }
}

pub fn decide(task: &Task, worker: &Worker, now_ms: i64) -> Decision {
    if task.state != TaskState::Leased {
        return match task.due_at_ms {
            due if due <= now_ms => Decision::Run(lease(task, worker, now_ms)),
            until_ms => Decision::Wait { until_ms },
        };
    }
    let mine = task.lease_owner.as_deref() == Some(worker.owner);
    if mine && task.run_id.is_some() && task.run_id.as_deref() == worker.running {
        return Decision::Running;
    }
    // A lease without an end cannot be waited for.
    let until_ms = task.lease_expires_at_ms.unwrap_or(now_ms);
    if !mine && until_ms > now_ms {
        return Decision::Wait { until_ms };
    }
    Decision::TakeOver {
        lease: lease(task, worker, now_ms),
        abandoned: task.run_id.clone().unwrap_or_default(),
    }
}

fn lease(task: &Task, worker: &Worker, now_ms: i64) -> Lease {
    let attempt = task.attempt.saturating_add(1);
    Lease {
        owner: worker.owner.to_owned(),
        run_id: format!("{}/{now_ms}-{attempt}", task.task_id),
        attempt,
        length_ms: worker.lease_ms,
        due_at_ms: task.due_at_ms,
    }
}

/// Written and acknowledged before the first request goes out.
pub fn start(task: &Task, lease: &Lease, now_ms: i64) -> Task {
    Task {
        state: TaskState::Leased,
        attempt: lease.attempt,
        run_id: Some(lease.run_id.clone()),
        lease_owner: Some(lease.owner.clone()),
        lease_expires_at_ms: Some(now_ms.saturating_add(lease.length_ms)),
        updated_at_ms: now_ms,
        ..task.clone()
    }
}

/// Keeps the lease while the run goes on; also after its end, as long as nobody took the task.
pub fn renew(task: &Task, lease: &Lease, now_ms: i64) -> Result<Task, LeaseLost> {
    held(task, lease)?;
    Ok(Task {
        lease_expires_at_ms: Some(now_ms.saturating_add(lease.length_ms)),
        updated_at_ms: now_ms,
        ..task.clone()
    })
}

/// The whole source was seen, with `items` items.
pub fn succeed(
    task: &Task,
    lease: &Lease,
    source: &SourceSpec,
    items: usize,
    now_ms: i64,
) -> Result<Task, LeaseLost> {
    let ended = ended(task, lease, items, now_ms)?;
    Ok(Task {
        state: TaskState::Succeeded,
        attempt: 0,
        due_at_ms: next_due(&task.task_id, task.due_at_ms, source.interval_ms(), now_ms),
        last_success_at_ms: Some(now_ms),
        last_error: None,
        requested_by: None,
        ..ended
    })
}

/// The run ended short.
///
/// Trouble that may pass by itself is tried again after the wait that the server asks for, or after
/// a backoff. Everything else waits for its next period: the same request would fail again.
pub fn fail(
    task: &Task,
    lease: &Lease,
    source: &SourceSpec,
    failure: &Failure,
    now_ms: i64,
) -> Result<Task, LeaseLost> {
    let ended = ended(task, lease, failure.items, now_ms)?;
    let words = Some(format!("{}: {}", failure.class, failure.words));
    if failure.class.is_transient() {
        let backoff = backoff_ms(&task.task_id, task.attempt);
        let wait = failure.retry_after_ms.unwrap_or(backoff);
        return Ok(Task {
            state: TaskState::Failed,
            due_at_ms: now_ms.saturating_add(wait),
            last_error: words,
            ..ended
        });
    }
    Ok(Task {
        state: TaskState::Failed,
        attempt: 0,
        due_at_ms: next_due(&task.task_id, task.due_at_ms, source.interval_ms(), now_ms),
        last_error: words,
        requested_by: None,
        ..ended
    })
}

/// What every ending has in common: the lease goes, the run's name stays.
fn ended(task: &Task, lease: &Lease, items: usize, now_ms: i64) -> Result<Task, LeaseLost> {
    held(task, lease)?;
    let yielded = (items > 0).then_some(now_ms);
    Ok(Task {
        lease_owner: None,
        lease_expires_at_ms: None,
        last_yield_at_ms: yielded.or(task.last_yield_at_ms),
        updated_at_ms: now_ms,
        ..task.clone()
    })
}

fn held(task: &Task, lease: &Lease) -> Result<(), LeaseLost> {
    let by_this_run = task.state == TaskState::Leased
        && task.lease_owner.as_deref() == Some(lease.owner.as_str())
        && task.run_id.as_deref() == Some(lease.run_id.as_str());
    if by_this_run {
        return Ok(());
    }
    Err(LeaseLost {
        task_id: task.task_id.clone(),
        run_id: lease.run_id.clone(),
    })
}
