//! Ownership of something that one process may have at a time, held against everybody by the broker:
//! a transactional producer of its own name. Whoever takes the lock fences the owner before, so what
//! that one writes through its lock from then on is refused, however long it slept.
//!
//! A record is written when the broker has it, not when its transaction is committed: transactions
//! stay open for a moment and are committed together. Taking the lock closes the one that the owner
//! before left open, so it can add nothing to it; what it wrote there is found with `taken_back`.
//!
//! The lock never takes itself back: an owner that lost it, or that cannot know, is told so and
//! writes no more, since taking it again could fence the rightful owner. Only the records that
//! ownership guards go through it.

mod keeper;
mod open;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;

use super::client::ClientSettings;
use super::producer::{Output, Placement};
use crate::Halt;
use keeper::Keeper;
use open::Write;

pub(super) use open::MOST_OPEN;

/// Records under a lock are notes. One that no broker takes would hold up all others for ever.
const MAX_LOCKED_BYTES: usize = 512 << 10;
/// How long one try to take the lock waits for the broker; it is tried again while somebody waits.
const TAKING: Duration = Duration::from_secs(10);

/// A lock in the hands of its owner; clones share it. It is given back with the last of them.
#[derive(Clone)]
pub struct Lock {
    name: Arc<str>,
    waiting: mpsc::Sender<Write>,
}

impl Lock {
    /// Takes the lock from whoever has it, and returns when that one is fenced and what it left
    /// open is taken back. Waits for a broker that is away.
    pub async fn take(settings: &ClientSettings, name: &str) -> Result<Self, Halt> {
        let namespace = settings.kafka().namespace.as_str();
        let name: Arc<str> = format!("{namespace}.{name}").into();
        let (waiting, writes) = mpsc::channel();
        let (taken, is_taken) = oneshot::channel();
        let keeper = Keeper::new(settings, name.clone())?;
        // Every call of a transaction blocks, and so does the end of a producer.
        std::thread::Builder::new()
            .name("lock".to_owned())
            .spawn(move || keeper.run(taken, &writes))
            .map_err(|error| Halt::Internal(error.to_string()))?;
        let gone = |_| Err(Halt::Internal("the thread of a lock panicked".to_owned()));
        is_taken.await.unwrap_or_else(gone)?;
        Ok(Self { name, waiting })
    }

    /// Returns when the broker has the record, in a transaction that is committed soon after. Whoever
    /// has the lock next finds it there, or among what was taken back. `Halt::Fenced`: the lock is
    /// not ours any more, and nothing will be written through it again.
    pub async fn write(&self, settings: &ClientSettings, output: Output) -> Result<(), Halt> {
        let Placement::At(partition) = output.placement else {
            let words = "a record under a lock must name its partition";
            return Err(Halt::Internal(words.to_owned()));
        };
        let bytes = output.value.as_ref().map_or(0, Vec::len);
        if bytes > MAX_LOCKED_BYTES {
            let words = format!(
                "a record of {bytes} bytes is too large for lock {}",
                self.name
            );
            return Err(Halt::Internal(words));
        }
        let topic = settings.kafka().namespace.topic(&output.topic);
        let (write, is_written) = Write::new(topic, partition, output);
        // A thread that ended answers like one that lost the lock: nothing was written.
        if self.waiting.send(write).is_err() {
            return Err(self.gone());
        }
        is_written.await.unwrap_or_else(|_| Err(self.gone()))
    }

    fn gone(&self) -> Halt {
        Halt::Fenced(format!("lock {} is not held any more", self.name))
    }
}
