//! The lock of a partition: taken before anything is restored, and lost when another owner takes it.
//!
//! An owner without its lock begins nothing: no call, no decision. Its running calls go on, since
//! they are paid for, and tell what they brought. It never takes the lock back by itself: only an
//! assignment of the group gives a partition.

use std::time::Duration;

use readonce_plumbing::Halt;
use readonce_plumbing::consume::Owned;
use readonce_plumbing::kafka::Lock;

use super::Worker;
use crate::shared::Shared;

/// A group that gave the partition to another says so within a heartbeat or two. If it does not,
/// nobody else has it, and the lock was lost to trouble with the broker.
const PATIENCE: Duration = Duration::from_secs(10);

/// The lock, or none when the partition is to be let go of again.
pub(super) async fn take(shared: &Shared, owned: &Owned) -> Result<Option<Lock>, Halt> {
    let name = format!("extract-attempt-{}", owned.partition);
    tokio::select! {
        biased;
        () = owned.stop.cancelled() => Ok(None),
        lock = Lock::take(&shared.source.settings, &name) => lock.map(Some),
    }
}

impl Worker {
    /// Waits for the group to take the partition away. What runs meanwhile ends as tasks of their
    /// own. If the partition stays ours, the place in the group is given up and asked for anew,
    /// which takes the lock and restores the memory as any start does.
    pub(super) async fn stand_by(mut self, words: String) -> Result<(), Halt> {
        self.lane = None;
        let (partition, running) = (self.partition, self.running.len());
        tracing::warn!(partition, words, running, "fenced: nothing new begins here");
        tokio::select! {
            () = self.let_go.cancelled() => self.drain().await,
            () = tokio::time::sleep(PATIENCE) => Err(Halt::Fenced(words)),
        }
    }
}
