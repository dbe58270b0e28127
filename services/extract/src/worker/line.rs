//! Keys that wait for their budget. A key stands in line with its text in memory for a moment; when
//! it is not its turn by then, or room is needed, only its place on the topic is kept, and its
//! request is read again when its turn comes. So the requests behind it are read, and those that
//! cost nothing are answered, however many are put off.
//!
//! It never decides whose turn it is: that is the gate's. What follows when a turn has come is in
//! `line/turn`.

mod turn;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use readonce_core::extract::budget::{Estimate, Place, Waiting};
use readonce_core::extract::ledger::{NextCall, Record as Word};
use readonce_model::Topic;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Owned, Record};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::restore_each;
use tokio::task::JoinHandle;

use super::{Step, Worker};
use crate::agenda::Held;
use crate::budget::{Asking, Gate, Seat, Shelf, Shelved};
use crate::job::Done;
use crate::shared::Shared;

pub(super) use turn::Loaded;

/// How long a text is kept for a key that stands in line.
const PARKED_MS: i64 = 1000;
/// A partition on which nothing comes for this long was read through, whatever its end says: the
/// last offset may be a mark that is never handed over.
const QUIET: Duration = Duration::from_secs(3);

pub(super) struct Line {
    gate: Arc<Gate>,
    seat: Seat,
    shelf: Shelf,
    most_shelved: usize,
    /// The call that each parked key stands in line for.
    parked: HashMap<String, Asking>,
    parked_until_ms: Option<i64>,
    granted: HashSet<Arc<str>>,
    loading: FuturesUnordered<JoinHandle<Result<Loaded, Halt>>>,
    look: Option<Look>,
    /// As the gate was told last.
    is_full: bool,
}

/// The first look through the partition; gone when it is done.
struct Look {
    /// What is read next.
    position: i64,
    /// The end at the start.
    end: i64,
    heard_at: Instant,
}

impl Line {
    pub(super) fn open(shared: &Shared, owned: &Owned) -> Option<Self> {
        let gate = shared.gate.as_ref()?;
        Some(Self {
            gate: gate.clone(),
            seat: gate.sit(owned.partition),
            shelf: Shelf::default(),
            most_shelved: shared.deferred_requests,
            parked: HashMap::new(),
            parked_until_ms: None,
            granted: HashSet::new(),
            loading: FuturesUnordered::new(),
            look: Some(Look {
                position: owned.start.offset,
                end: owned.start.offset,
                heard_at: Instant::now(),
            }),
            is_full: false,
        })
    }

    /// When the worker has to look up although nothing happens.
    pub(super) fn due_ms(&self) -> Option<i64> {
        let look = self.look.as_ref().map(|look| {
            let left = QUIET.saturating_sub(look.heard_at.elapsed());
            let left_ms = left.as_millis() as i64;
            // What is over already waits for something else.
            now_ms().saturating_add(if left_ms == 0 { PARKED_MS } else { left_ms })
        });
        look.into_iter().chain(self.parked_until_ms).min()
    }

    /// An attempt that was written beside a job.
    pub(super) fn learn(&self, attempt: &readonce_model::record::ExtractAttempt) {
        self.gate.learn(attempt);
    }

    pub(super) fn shelved(&self) -> usize {
        self.shelf.len()
    }

    fn is_shelf_full(&self) -> bool {
        self.shelf.len() >= self.most_shelved
    }
}

/// What the line brings next; never ends without one.
pub(super) async fn step(line: &mut Option<Line>) -> Step {
    let Some(line) = line else {
        return std::future::pending().await;
    };
    tokio::select! {
        Some(loaded) = line.loading.next() => Step::Loaded(turn::joined(loaded)),
        keys = line.seat.granted() => Step::Granted(keys),
    }
}

impl Worker {
    /// The end that the partition has now: up to there everything is looked at before anything is
    /// paid for.
    pub(super) async fn learn_end(&mut self) -> Result<(), Halt> {
        let Some(look) = self.line.as_mut().and_then(|line| line.look.as_mut()) else {
            return Ok(());
        };
        let settings = &self.shared.source.settings;
        // Behind every end there is nothing to read, and the end is told.
        let mut nothing = restore_each(settings, Topic::ExtractRequests, self.partition, i64::MAX);
        while nothing.next().await?.is_some() {}
        look.end = nothing.end();
        look.heard_at = Instant::now();
        Ok(())
    }

    pub(super) fn note_read(&mut self, offset: i64) {
        if let Some(look) = self.line.as_mut().and_then(|line| line.look.as_mut()) {
            look.position = offset.saturating_add(1);
            look.heard_at = Instant::now();
        }
    }

    /// Ends the first look when all was read and decided, or when nothing more can be read. Tells
    /// the gate whether there is room for what is granted; what is parked needs none.
    pub(super) fn look_through(&mut self) {
        let is_busy = self.agenda.has_ready() || self.stuck.is_some();
        let has_room = self.agenda.len() < self.shared.held_requests;
        let Some(line) = &mut self.line else {
            return;
        };
        let taken = self.agenda.len().saturating_sub(line.parked.len());
        let is_full = taken >= self.shared.held_requests;
        if line.is_full != is_full {
            line.is_full = is_full;
            line.seat.set_full(is_full);
        }
        let Some(look) = &line.look else {
            return;
        };
        let is_read = look.position >= look.end || look.heard_at.elapsed() >= QUIET;
        let is_stuck = !has_room && line.is_shelf_full();
        if !is_busy && (is_read || is_stuck) {
            line.look = None;
            line.seat.looked_through();
        }
    }

    /// Without a budget every call is granted.
    pub(super) fn is_granted(&self, key: &str) -> bool {
        let line = self.line.as_ref();
        line.is_none_or(|line| line.granted.contains(key))
    }

    /// The key needs no call, or not now.
    pub(super) fn give_back(&mut self, key: &str) {
        if let Some(line) = &mut self.line {
            line.granted.remove(key);
            line.seat.forget(key);
        }
    }

    pub(super) fn stand_in_line(&mut self, key: &str, call: &NextCall) {
        let (Some(line), Some(held)) = (&mut self.line, self.agenda.get(key)) else {
            return;
        };
        let asking = asking(held, call, (&self.shared, self.partition));
        line.seat.wait(&Arc::from(key), &asking);
        line.parked.insert(key.to_owned(), asking);
        line.parked_until_ms
            .get_or_insert_with(|| now_ms().saturating_add(PARKED_MS));
        self.agenda.park(key);
        if self.agenda.len() >= self.shared.held_requests {
            self.shelve();
        }
    }

    pub(super) fn shelve_when_due(&mut self) {
        let until_ms = self.line.as_ref().and_then(|line| line.parked_until_ms);
        if until_ms.is_some_and(|at_ms| at_ms <= now_ms()) {
            self.shelve();
        }
    }

    /// Puts off what is parked: only the places on the topic stay in memory.
    fn shelve(&mut self) {
        let Some(line) = &mut self.line else {
            return;
        };
        line.parked_until_ms = None;
        for key in self.agenda.parked() {
            if line.is_shelf_full() {
                // Looked at again, in case some of them were paid for in the meantime.
                line.parked_until_ms = Some(now_ms().saturating_add(PARKED_MS));
                return;
            }
            let Some(asking) = line.parked.remove(&key) else {
                continue;
            };
            if let Some(held) = self.agenda.take_parked(&key) {
                line.shelf.put(key.into(), shelved(&held, asking));
            }
        }
    }

    /// A key that is asked for again, or whose turn has come, has all its requests in one place.
    pub(super) fn unshelve(&mut self, key: &str) {
        let Some(line) = &mut self.line else {
            return;
        };
        line.parked.remove(key);
        if let Some(shelved) = line.shelf.take(key) {
            let offsets = shelved.others.into_iter().chain([shelved.latest]);
            let records: Vec<_> = offsets.map(|offset| self.place_of(key, offset)).collect();
            self.agenda.attach(key, records);
        }
    }

    /// Only its place is needed to finish a request.
    pub(super) fn place_of(&self, key: &str, offset: i64) -> Record {
        let namespace = &self.shared.source.settings.kafka().namespace;
        Record {
            topic: Topic::ExtractRequests,
            topic_name: namespace.topic(&Topic::ExtractRequests),
            partition: self.partition,
            offset,
            timestamp_ms: None,
            key: Some(key.as_bytes().to_vec()),
            value: None,
        }
    }

    /// A job has ended: what it wrote is in the books before its grant is given back.
    pub(super) fn step_out_of_line(&mut self, done: &Done) {
        let Some(line) = &mut self.line else {
            return;
        };
        for word in &done.written {
            if let Word::Attempt(attempt) = word {
                line.gate.learn(attempt);
            }
        }
        line.granted.remove(done.key.as_str());
        line.seat.forget(&done.key);
    }
}

fn asking(held: &Held, call: &NextCall, (shared, partition): (&Shared, i32)) -> Asking {
    let request = &held.request;
    Asking {
        place: Place {
            worth: request.worth_or_likely(),
            requested_at_ms: request.requested_at_ms,
        },
        waiting: Waiting {
            partition,
            attempt: call.attempt,
            estimate: Estimate::of(request, &shared.extraction, call.max_output_tokens),
        },
    }
}

fn shelved(held: &Held, asking: Asking) -> Shelved {
    Shelved {
        latest: held.record.offset,
        others: held.others.iter().map(|record| record.offset).collect(),
        asking,
    }
}
