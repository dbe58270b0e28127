//! Keys that are asked by batch. They hold no place of the direct lane and no text: of a key only its
//! places on the topic stay in memory, and its request is read again when its line is written and when
//! its answer has come.
//!
//! A key waits for room, is announced, and is gathered with others into a shipment; or it was
//! announced before, by whomever, and is looked for with the provider. What is next for an announced
//! key, `core::extract::batch` says. When the partition is let go of, the lane is dropped as it is.
//!
//! | file | what |
//! |---|---|
//! | `mod` | what the lane holds |
//! | `aboard` | keys that come in, and that are asked for again |
//! | `tend` | what is due: looking, shipping, reading what waited |
//! | `hear` | what batches tell |
//! | `land` | lines that have ended, settled one by one |

mod aboard;
mod hear;
mod land;
mod tend;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use readonce_core::extract::batch::Line as Told;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::Step;
use crate::batch::{Event, Events, Found, Ports};
use crate::meter::Level;
use crate::shared::Shared;

/// Lines that are settled at the same time. They are paid, so nothing waits but the disk and the
/// broker.
const MOST_SETTLING: usize = 64;
/// How long it takes, at most, that room in the agenda is seen.
const ROOM_PAUSE_MS: i64 = 1000;
/// Events that wait for the worker, of at most some megabytes each.
const MOST_EVENTS: usize = 1;

pub(super) struct Lane {
    ports: Arc<Ports>,
    partition: i32,
    keys: HashMap<Arc<str>, Aboard>,
    /// Keys without an announcement, by the time at which they may be looked at.
    waiting: BTreeSet<(i64, Arc<str>)>,
    /// Announced, in no batch, in the order in which they came. Some may have left again.
    gathering: VecDeque<Arc<str>>,
    gathering_since_ms: Option<i64>,
    /// Announced by an earlier owner: where they are is not known yet.
    seeking: HashSet<Arc<str>>,
    /// Keys of the agenda that are being announced, or are on their way here from that.
    announcing: HashSet<Arc<str>>,
    /// Attempts that this owner announced and has not begun to send.
    unsent: HashMap<Arc<str>, i32>,
    /// The latest look, or the keys that are sought, are others than at the last try.
    is_seek_due: bool,
    look: Option<Look>,
    /// When the provider's batches are looked at.
    look_at_ms: Option<i64>,
    is_looking: bool,
    runs: HashMap<u64, Run>,
    last_run: u64,
    /// Requests that are read again are on their way.
    is_reading: bool,
    /// Lines that have ended and wait to be settled.
    ended: VecDeque<Told>,
    /// Keys whose line is being settled, or whose request is read for it.
    settling: HashSet<Arc<str>>,
    tasks: JoinSet<Result<(), Halt>>,
    events: mpsc::Receiver<Event>,
    sender: Events,
    reads: JoinSet<Result<Heard, Halt>>,
    most_open: usize,
    most_held: usize,
    open: Level,
    lines: Level,
    /// Of the oldest batch, as it was told last.
    age_s: i64,
}

/// A key of the lane: where its requests lie, and how far it is.
#[derive(Debug)]
struct Aboard {
    /// None while they are in the agenda.
    latest: Option<i64>,
    others: Vec<i64>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting {
        due_ms: i64,
    },
    Gathering,
    Seeking,
    Sent {
        run: u64,
        /// It came too late for the lines that are told now.
        is_late: bool,
    },
}

/// The latest look at the provider's batches.
struct Look {
    began_at_ms: i64,
    found: Found,
}

/// A batch that is made or followed.
struct Run {
    /// None until it is made.
    batch: Option<Arc<str>>,
    began_at_ms: i64,
    /// Its lines are being told.
    is_told: bool,
}

/// What the lane has to say to its worker.
pub(super) enum Heard {
    Batch(Event),
    /// Requests that waited, read again.
    Waited(aboard::Waited),
    /// Requests whose lines have ended, read again.
    Landed(land::Landed),
}

impl Lane {
    pub(super) fn open(shared: &Shared, partition: i32) -> Option<Self> {
        let ports = shared.batch.clone()?;
        let (sender, events) = mpsc::channel(MOST_EVENTS);
        Some(Self {
            ports,
            partition,
            keys: HashMap::new(),
            waiting: BTreeSet::new(),
            gathering: VecDeque::new(),
            gathering_since_ms: None,
            seeking: HashSet::new(),
            announcing: HashSet::new(),
            unsent: HashMap::new(),
            is_seek_due: false,
            look: None,
            look_at_ms: None,
            is_looking: false,
            runs: HashMap::new(),
            last_run: 0,
            is_reading: false,
            ended: VecDeque::new(),
            settling: HashSet::new(),
            tasks: JoinSet::new(),
            events,
            sender,
            reads: JoinSet::new(),
            most_open: shared.batch_lines,
            most_held: shared.deferred_requests,
            open: Level::new(Metric::BatchesOpen),
            lines: Level::new(Metric::BatchLines),
            age_s: 0,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether further requests may be read: some of them may have to wait here.
    pub(super) fn has_room(&self) -> bool {
        self.keys.len() < self.most_held
    }

    /// Lines that are announced, or about to be, and not settled.
    fn announced(&self) -> usize {
        let aboard = self.keys.len().saturating_sub(self.waiting.len());
        aboard + self.announcing.len() + self.settling.len()
    }

    fn may_announce(&self) -> bool {
        self.announced() < self.most_open
    }

    /// When the worker has to look up although nothing happens.
    pub(super) fn due_ms(&self) -> Option<i64> {
        let look = self.look_at_ms.filter(|_| !self.is_looking);
        let waited = self.waiting.first().map(|(due_ms, _)| *due_ms);
        let waited = waited.filter(|_| self.may_announce() && !self.is_reading);
        // What is over already waits for room that is not the lane's.
        let waited = waited.map(|due_ms| match due_ms <= now_ms() {
            true => now_ms().saturating_add(ROOM_PAUSE_MS),
            false => due_ms,
        });
        let ship = self.ship_at_ms();
        [look, waited, ship].into_iter().flatten().min()
    }

    /// Ended lines come when the ones before are settled.
    fn may_hear(&self) -> bool {
        self.ended.is_empty() && self.settling.len() < MOST_SETTLING
    }

    fn measure(&mut self) {
        self.open.set(self.runs.len());
        self.lines.set(self.announced());
        let oldest = self.runs.values().map(|run| run.began_at_ms).min();
        let age_ms = oldest.map_or(0, |began_at_ms| now_ms().saturating_sub(began_at_ms));
        let age_s = age_ms / 1000;
        if age_s != self.age_s {
            self.age_s = age_s;
            let partition = self.partition.to_string();
            Metric::BatchAgeSeconds.set(age_s as f64, &[("partition", &partition)]);
        }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let partition = self.partition.to_string();
        Metric::BatchAgeSeconds.set(0.0, &[("partition", &partition)]);
    }
}

/// What the lane brings next; never ends without one.
pub(super) async fn step(lane: &mut Option<Lane>) -> Step {
    let Some(lane) = lane else {
        return std::future::pending().await;
    };
    loop {
        let may_hear = lane.may_hear();
        let heard = tokio::select! {
            Some(event) = lane.events.recv(), if may_hear => Ok(Heard::Batch(event)),
            Some(read) = lane.reads.join_next() => joined(read),
            Some(ended) = lane.tasks.join_next() => match joined(ended) {
                Ok(()) => continue,
                Err(halt) => Err(halt),
            },
            else => std::future::pending().await,
        };
        return Step::Lane(heard);
    }
}

fn joined<T>(ended: Result<Result<T, Halt>, tokio::task::JoinError>) -> Result<T, Halt> {
    ended.unwrap_or_else(|error| Err(Halt::Internal(format!("a batch's task broke off: {error}"))))
}
