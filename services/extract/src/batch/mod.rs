//! The batch lane beside the direct one: back-fills go to the provider as lines of a batch, and come
//! back within a day at a lower price.
//!
//! Here is one batch from its file to its last line, and the look at what the provider has. Which
//! requests take part, and what becomes of an answer, is the worker's (`worker/lane`) by the word of
//! `core::extract::batch` and the ledger. Nothing here decides whether a content may be asked, and
//! nothing is remembered: what a crash leaves is found again with the provider.
//!
//! | file | what |
//! |---|---|
//! | `send` | lines that were announced: written to a file, handed in, made a batch |
//! | `follow` | a batch that is made: waited for, downloaded, told line by line |
//! | `look` | which announced lines are in which of the provider's batches |
//! | `lines`, `scratch` | files on their way |

mod follow;
mod lines;
mod look;
mod scratch;
mod send;

use std::sync::Arc;
use std::time::Duration;

use readonce_core::extract::batch::{Line, Standing};
use readonce_model::record::ExtractAttempt;
use tokio::sync::mpsc;

pub use follow::follow;
pub use look::{Found, Wanted, look};
pub use scratch::Folder;
pub use send::{Sending, Shipment, send};

use crate::provider::{Batches, Fault};

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// As the provider may ask for; what it asks beyond that is asked again.
const LONGEST_WAIT_MS: i64 = 3_600_000;

/// What every batch of a process uses.
pub struct Ports {
    pub batches: Arc<Batches>,
    pub folder: Folder,
    pub namespace: String,
}

/// What a worker is told of its batches.
pub enum Event {
    Looked {
        /// When it was begun: what was put into a batch after that is not in it.
        began_at_ms: i64,
        found: Result<Found, Fault>,
    },
    /// A batch was made of a shipment, or found that was made of it before.
    Made {
        run: u64,
        batch: String,
        /// As they were announced last, where they were announced anew.
        renewed: Vec<ExtractAttempt>,
    },
    /// These lines were not sent: their requests are not on the topic any more.
    Unsent {
        run: u64,
        keys: Vec<Arc<str>>,
    },
    /// The batch has ended; its lines follow.
    Ended {
        run: u64,
    },
    Lines {
        run: u64,
        lines: Vec<Line>,
    },
    /// No further lines.
    Over {
        run: u64,
        standing: Standing,
    },
}

pub type Events = mpsc::Sender<Event>;

/// Waits between tries: longer each time, and as long as the provider asks for.
#[derive(Debug)]
struct Patience {
    pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { pause: FIRST_PAUSE }
    }
}

impl Patience {
    async fn wait_after(&mut self, fault: &Fault) {
        let asked_ms = fault.wait_ms().unwrap_or(0).clamp(0, LONGEST_WAIT_MS);
        let asked = Duration::from_millis(asked_ms.unsigned_abs());
        tokio::time::sleep(self.pause.max(asked)).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }
}

/// A refusal needs a person, or time; all else is the network's.
fn tell(fault: &Fault, what: &str, partition: i32) {
    match fault {
        Fault::Refused { status, .. } if !matches!(status, 429 | 503 | 529) => {
            tracing::error!(partition, %fault, what, "the provider refuses the batch lane");
        }
        _ => tracing::warn!(partition, %fault, what, "the batch lane tries again"),
    }
}
