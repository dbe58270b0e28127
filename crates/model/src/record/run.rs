//! What a pass over a source did.

use serde::{Deserialize, Serialize};

use super::words::words;

/// One pass over a source: a log of what happened, never a view of the data. Key: run_id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The run.
    pub run_id: String,
    /// Name of the source in the catalog.
    pub source: String,
    /// running or finished.
    pub state: RunState,
    /// Event time of run_started.
    pub started_at_ms: i64,
    /// Event time of run_finished.
    #[serde(default)]
    pub finished_at_ms: Option<i64>,
    /// Whether the whole source was seen.
    #[serde(default)]
    pub complete: bool,
    /// Whether the run may move presence; false for an empty list from a source that had items.
    #[serde(default)]
    pub healthy: bool,
    /// Why it is incomplete or unhealthy, in words.
    #[serde(default)]
    pub reason: Option<String>,
    /// Pages read.
    #[serde(default)]
    pub pages: i32,
    /// Distinct items seen.
    #[serde(default)]
    pub seen: i64,
    /// Items never seen before.
    #[serde(default)]
    pub new: i64,
    /// Items with other content or other facts than before, returns included.
    #[serde(default)]
    pub changed: i64,
    /// Of the changed: items back at an earlier content of their own.
    #[serde(default)]
    pub reverted: i64,
    /// Items as before.
    #[serde(default)]
    pub unchanged: i64,
    /// Repeated sightings within the run.
    #[serde(default)]
    pub duplicate: i64,
    /// Records and pages set aside with a reason.
    #[serde(default)]
    pub failed: i64,
    /// Items that this run moved to missing.
    #[serde(default)]
    pub missing: i64,
    /// Items that this run moved to delisted.
    #[serde(default)]
    pub delisted: i64,
    /// Items that this run brought back.
    #[serde(default)]
    pub relisted: i64,
    /// Partition of the run's raw records.
    pub raw_partition: i32,
    /// Last raw offset that is counted here: a record at or below it is not counted again.
    pub raw_offset: i64,
    /// The due time that the run served. Two runs of one due time count as one miss of an item.
    #[serde(default)]
    pub due_at_ms: Option<i64>,
    /// Of the changed: articles and threads that were edited while their publication stays.
    #[serde(default)]
    pub revised: i64,
    /// Items of which the source itself says that they are gone, and that the run did not see.
    #[serde(default)]
    pub withdrawn: i64,
    /// Pages that are a captcha, a login wall or an error page in disguise: evidence, no content.
    #[serde(default)]
    pub blocked: i64,
}

words! {
    /// The words of `Run.state`.
    pub enum RunState {
        Running = "running",
        Finished = "finished",
    }
}
