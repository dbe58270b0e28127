//! What may be spent in a day, for all partitions of this process, and beside all other instances.
//!
//! `core::extract::budget` decides; this holds its till, feeds it what is read of
//! `extract.attempts`, asks it for rounds, and carries grants to the workers. It must never call a
//! model, write a record or judge a limit itself.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the till behind a lock, and the task that asks for rounds |
//! | `books` | the attempts of all partitions, from yesterday's beginning on |
//! | `standing` | how the budget stands, for whoever only asks |
//! | `shelf` | requests of a partition that are put off: their places on the topic, no text |

mod books;
mod shelf;
mod standing;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use readonce_core::extract::budget::{Budget, Place, Round, Till, Waiting};
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use crate::memory::Source;

pub use shelf::{Shelf, Shelved};
pub use standing::{Standing, standing};

/// What comes within this time is weighed together.
const BREATH: Duration = Duration::from_millis(20);
/// A round over a long queue may take this part of the time, and no more.
const REST_PER_ROUND: u32 = 10;
/// The clock may be set while we sleep, so no sleep is longer.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

pub struct GateParts {
    pub budget: Budget,
    pub source: Source,
    /// Keys that may be granted and not announced at a time.
    pub most_at_once: usize,
    pub stop: CancellationToken,
}

/// The till of this process.
pub struct Gate {
    till: Mutex<Till>,
    seats: Mutex<Seats>,
    changed: Notify,
    most_at_once: usize,
    fault: Mutex<Option<Halt>>,
    stop: CancellationToken,
}

/// Where grants go, by partition.
#[derive(Default)]
struct Seats {
    taken: HashMap<i32, Taken>,
    last_number: u64,
}

struct Taken {
    /// Tells a worker from one that had the partition before it.
    number: u64,
    granted: mpsc::UnboundedSender<Vec<Arc<str>>>,
}

impl Gate {
    /// Returns when the books are read to their end: before that nothing may be granted.
    pub async fn open(parts: GateParts) -> Result<Arc<Self>, Halt> {
        let partitions = parts.source.settings.kafka().partitions;
        let till = Till::new(parts.budget, partitions, now_ms());
        let since_ms = till.since_ms(now_ms());
        let gate = Arc::new(Self {
            till: Mutex::new(till),
            seats: Mutex::default(),
            changed: Notify::new(),
            most_at_once: parts.most_at_once,
            fault: Mutex::default(),
            stop: parts.stop,
        });
        books::open(&gate, parts.source, since_ms).await?;
        tokio::spawn(gate.clone().ask_for_rounds());
        Ok(gate)
    }

    /// Takes a partition's place. It is given up when the seat is dropped, or taken anew.
    pub fn sit(self: &Arc<Self>, partition: i32) -> Seat {
        let (sender, granted) = mpsc::unbounded_channel();
        let mut seats = self.seats();
        seats.last_number += 1;
        let number = seats.last_number;
        let taken = Taken {
            number,
            granted: sender,
        };
        let mut till = self.till();
        if seats.taken.insert(partition, taken).is_some() {
            till.leave(partition, now_ms());
        }
        till.join(partition);
        Seat {
            gate: self.clone(),
            partition,
            number,
            granted,
        }
    }

    /// Another worker may have taken the place already: it is not put out.
    fn leave(&self, partition: i32, number: u64) {
        let mut seats = self.seats();
        let is_own = |taken: &Taken| taken.number == number;
        if seats.taken.get(&partition).is_some_and(is_own) {
            seats.taken.remove(&partition);
            self.till().leave(partition, now_ms());
            self.changed.notify_one();
        }
    }

    fn seats(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An attempt that was written, by whomever.
    pub fn learn(&self, attempt: &ExtractAttempt) {
        self.till().learn(attempt, now_ms());
        self.changed.notify_one();
    }

    /// Why the books can no longer be kept, if that is so.
    pub fn fault(&self) -> Option<Halt> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.take()
    }

    /// Without its books a process would spend what is spent: it stops.
    fn fail(&self, halt: Halt) {
        tracing::error!(error = %halt, "the books of the budget cannot be kept");
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        *fault = Some(halt);
        self.stop.cancel();
    }

    /// A panic under the lock has ended its task; the numbers are whole all the same.
    fn till(&self) -> MutexGuard<'_, Till> {
        self.till.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ask_for_rounds(self: Arc<Self>) {
        loop {
            let began = Instant::now();
            let round = self.till().round(now_ms(), self.most_at_once);
            let rest = BREATH.max(began.elapsed() * REST_PER_ROUND);
            let pause = pause_until(round.again_at_ms);
            self.hand_out(round);
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = self.changed.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
            tokio::time::sleep(rest).await;
        }
    }

    fn hand_out(&self, round: Round) {
        let mut by_partition: HashMap<i32, Vec<Arc<str>>> = HashMap::new();
        for grant in round.granted {
            by_partition
                .entry(grant.partition)
                .or_default()
                .push(grant.key);
        }
        let seats = self.seats();
        for (partition, keys) in by_partition {
            // A worker that is gone has given its place up, and its grants with it.
            let seat = seats.taken.get(&partition);
            seat.map(|seat| seat.granted.send(keys));
        }
        drop(seats);
        for (worth, count) in self.till().waiting() {
            Metric::BudgetDebt.set(count as f64, &[("worth", worth.as_str())]);
        }
    }
}

fn pause_until(again_at_ms: Option<i64>) -> Duration {
    again_at_ms.map_or(LONGEST_PAUSE, |at_ms| {
        let wait_ms = at_ms.saturating_sub(now_ms()).max(0);
        Duration::from_millis(wait_ms.unsigned_abs()).min(LONGEST_PAUSE)
    })
}

/// A partition's place at the gate.
pub struct Seat {
    gate: Arc<Gate>,
    partition: i32,
    number: u64,
    granted: mpsc::UnboundedReceiver<Vec<Arc<str>>>,
}

/// A key with what is known of its call.
#[derive(Clone, Debug)]
pub struct Asking {
    pub place: Place,
    pub waiting: Waiting,
}

impl Seat {
    /// Keys that may be called for now; never ends while the seat is held.
    pub async fn granted(&mut self) -> Vec<Arc<str>> {
        match self.granted.recv().await {
            Some(keys) => keys,
            None => std::future::pending().await,
        }
    }

    pub fn wait(&self, key: &Arc<str>, asking: &Asking) {
        let Asking { place, waiting } = asking.clone();
        self.gate.till().wait(key, place, waiting);
        self.gate.changed.notify_one();
    }

    /// The key needs no call, or not now.
    pub fn forget(&self, key: &str) {
        self.gate.till().forget(key);
        self.gate.changed.notify_one();
    }

    /// Whether the worker can take grants.
    pub fn set_full(&self, is_full: bool) {
        self.gate.till().set_full(self.partition, is_full);
        self.gate.changed.notify_one();
    }

    /// What lay on the partition at the start was read.
    pub fn looked_through(&self) {
        self.gate.till().looked_through(self.partition);
        self.gate.changed.notify_one();
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.gate.leave(self.partition, self.number);
    }
}
