//! Whether an item is still listed.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::ItemId;

/// Whether an item is still listed. Moves only on complete, healthy runs. Key: item_id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// source/id.
    pub item_id: ItemId,
    /// Name of the source in the catalog.
    pub source: String,
    /// listed, missing, delisted or relisted.
    pub state: PresenceState,
    /// Event time at which the state began.
    pub since_ms: i64,
    /// Complete runs in a row that did not see it.
    pub missed_runs: i32,
    /// The run that proves it.
    pub run_id: String,
    /// Event time of this record.
    pub at_ms: i64,
    /// Partition of the raw record that caused it.
    pub raw_partition: i32,
    /// Offset of the raw record that caused it.
    pub raw_offset: i64,
}

words! {
    /// The words of `Presence.state`.
    pub enum PresenceState {
        Listed = "listed",
        Missing = "missing",
        Delisted = "delisted",
        Relisted = "relisted",
    }
}
