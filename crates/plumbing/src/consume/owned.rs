//! What a worker gets with its partition: where it starts, its records, and a desk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use readonce_model::Topic;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::desk::Desk;
use super::record::Record;

/// Where reading begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub offset: i64,
    /// The oldest offset that the topic still has.
    pub low: i64,
}

impl Start {
    /// True when everything that was ever written is read again: memory starts empty and is folded
    /// anew. Where retention has taken the beginning away this is never so, since what is gone
    /// cannot be folded again.
    pub const fn is_from_scratch(self) -> bool {
        self.low == 0 && self.offset == 0
    }
}

/// One partition in the hands of one worker.
pub struct Owned {
    pub topic: Topic,
    pub partition: i32,
    pub start: Start,
    pub desk: Desk,
    /// Set when the partition is to be let go of: finish what runs, take nothing new.
    pub stop: CancellationToken,
    pub(crate) inbox: mpsc::Receiver<Record>,
    pub(crate) is_ready: Arc<AtomicBool>,
}

impl Owned {
    /// Tables are restored: records may come.
    pub fn ready(&self) {
        self.is_ready.store(true, Ordering::Release);
    }

    /// The next record; none when the partition is to be let go of.
    pub async fn next(&mut self) -> Option<Record> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            record = self.inbox.recv() => record,
        }
    }

    /// The next records: at least one, at most `most`, and no longer than `linger` after the first.
    pub async fn next_batch(&mut self, most: usize, linger: Duration) -> Option<Vec<Record>> {
        let mut batch = vec![self.next().await?];
        let deadline = tokio::time::Instant::now() + linger;
        while batch.len() < most {
            match self.inbox.try_recv() {
                Ok(record) => batch.push(record),
                Err(_) => match tokio::time::timeout_at(deadline, self.next()).await {
                    Ok(Some(record)) => batch.push(record),
                    Ok(None) | Err(_) => break,
                },
            }
        }
        Some(batch)
    }
}
