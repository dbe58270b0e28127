//! What the analysts' tables must show, as a fold without a database.
//!
//! | file | what it holds |
//! |---|---|
//! | `version` | the version of a row: which of two rows of a key a table keeps |
//! | `latest` | the reference fold of the view `jobs_latest` |
//! | `reposts` | the reference fold of the view `reposts` |
//! | `fingerprint` | what names an event and its version across sources |
//!
//! Entry points: [`latest()`] for tests that compare the real view with the topics, [`version()`]
//! and its namesakes for whoever writes rows.
//!
//! Invariants:
//! - The order in which records arrive, and how often, changes nothing.
//! - An item that was seen and is not delisted has a row, whatever else about it is missing.
//! - A run is a log and never a view: no row depends on which run saw its item last.

mod fingerprint;
mod latest;
mod reposts;
#[cfg(test)]
mod tests;
mod version;

pub use fingerprint::event_fingerprint;
pub use latest::{LatestJob, Topics, latest};
pub use reposts::{Repost, reposts};
pub use version::{
    attempt_version, observation_version, presence_version, profile_version, run_version,
    snapshot_version, task_attempt_version, version,
};
