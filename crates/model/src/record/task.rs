//! ingest's memory and its log of attempts.

use serde::{Deserialize, Serialize};

use super::words::words;

/// One unit of fetching and all that its owner remembers of it. Key: task_id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Equal to the source name for list sources. Example: greenhouse-gitlab
    pub task_id: String,
    /// Name of the source in the catalog.
    pub source: String,
    /// pending, leased, succeeded or failed.
    pub state: TaskState,
    /// When the next run may start, ms since 1970 UTC.
    pub due_at_ms: i64,
    /// Attempts made for the current due time, 0 before the first.
    pub attempt: i32,
    /// The run that holds the lease, or the last one that ended.
    #[serde(default)]
    pub run_id: Option<String>,
    /// Instance that holds the lease. Example: ingest-1
    #[serde(default)]
    pub lease_owner: Option<String>,
    /// A lease that is older than this may be taken over.
    #[serde(default)]
    pub lease_expires_at_ms: Option<i64>,
    /// End of the last complete run.
    #[serde(default)]
    pub last_success_at_ms: Option<i64>,
    /// End of the last run that brought at least one item.
    #[serde(default)]
    pub last_yield_at_ms: Option<i64>,
    /// Why the last attempt failed, in words.
    #[serde(default)]
    pub last_error: Option<String>,
    /// When this record was written.
    pub updated_at_ms: i64,
    /// Who asked for this run, when it was not the clock. Example: alice@laptop
    #[serde(default)]
    pub requested_by: Option<String>,
}

/// One attempt to run a task; never rewritten. Key: task_id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskAttempt {
    /// The task.
    pub task_id: String,
    /// Name of the source in the catalog.
    pub source: String,
    /// The run that this attempt made.
    pub run_id: String,
    /// 1 for the first attempt of a due time.
    pub attempt: i32,
    /// Start, ms since 1970 UTC.
    pub started_at_ms: i64,
    /// End, ms since 1970 UTC.
    pub finished_at_ms: i64,
    /// succeeded or failed.
    pub outcome: AttemptOutcome,
    /// Class of the failure. Example: timeout, http_5xx, unreadable
    #[serde(default)]
    pub error_class: Option<String>,
    /// The failure in words.
    #[serde(default)]
    pub error: Option<String>,
    /// Last HTTP status that was seen.
    #[serde(default)]
    pub http_status: Option<i32>,
    /// Pages that were recorded as evidence.
    pub pages: i32,
    /// Format of the responses. Example: greenhouse
    #[serde(default)]
    pub format: Option<String>,
}

words! {
    /// The words of `Task.state`.
    pub enum TaskState {
        Pending = "pending",
        Leased = "leased",
        Succeeded = "succeeded",
        Failed = "failed",
    }
}

words! {
    /// The words of `TaskAttempt.outcome`.
    pub enum AttemptOutcome {
        Succeeded = "succeeded",
        Failed = "failed",
    }
}
