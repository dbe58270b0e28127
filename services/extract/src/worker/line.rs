//! Keys that wait for their budget. A key stands in line with its text in memory for a moment; when
//! it is not its turn by then, or room is needed, only its place on the topic is kept, and its
//! request is read again when its turn comes. So the requests behind it are read, and those that
//! cost nothing are answered, however many are put off.
//!
//! It never decides whose turn it is: that is the gate's.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use readonce_core::extract::budget::{Estimate, Place, Waiting};
use readonce_core::extract::ledger::{NextCall, Record as Word};
use readonce_model::Topic;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Outcome, Owned, Record};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{TableRecord, pick, restore_each};
use readonce_plumbing::registry::DecodeError;
use tokio::task::JoinHandle;

use super::{Step, Worker};
use crate::agenda::Held;
use crate::budget::{Asking, Gate, Seat, Shelf, Shelved};
use crate::job::Done;
use crate::shared::Shared;

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

/// Requests that were put off, read again.
pub(super) struct Loaded {
    wanted: Vec<(Arc<str>, i64)>,
    records: Result<Vec<TableRecord>, Halt>,
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
        Some(loaded) = line.loading.next() => Step::Loaded(joined(loaded)),
        keys = line.seat.granted() => Step::Granted(keys),
    }
}

fn joined(loaded: Result<Result<Loaded, Halt>, tokio::task::JoinError>) -> Loaded {
    let broken = |halt| Loaded {
        wanted: Vec::new(),
        records: Err(halt),
    };
    match loaded {
        Ok(Ok(loaded)) => loaded,
        Ok(Err(halt)) => broken(halt),
        Err(error) => broken(Halt::Internal(format!("a reading broke off: {error}"))),
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
    fn place_of(&self, key: &str, offset: i64) -> Record {
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

    /// Whose turn has come goes on; what was put off is read again first.
    pub(super) fn granted(&mut self, keys: Vec<Arc<str>>) {
        let Some(line) = &mut self.line else {
            return;
        };
        let mut wanted = Vec::new();
        for key in keys {
            line.granted.insert(key.clone());
            if self.agenda.is_parked(&key) {
                line.parked.remove(&*key);
                self.agenda.again(key.to_string());
            } else if let Some(shelved) = line.shelf.get(&key) {
                wanted.push((key, shelved.latest));
            } else if self.agenda.get(&key).is_none() {
                line.granted.remove(&key);
                line.seat.forget(&key);
            }
        }
        if !wanted.is_empty() {
            let (settings, partition) = (self.shared.source.settings.clone(), self.partition);
            line.loading.push(tokio::spawn(async move {
                let offsets = wanted.iter().map(|(_, offset)| *offset).collect();
                let records = pick(&settings, Topic::ExtractRequests, partition, offsets).await;
                Ok(Loaded { wanted, records })
            }));
        }
    }

    pub(super) async fn loaded(&mut self, loaded: Loaded) -> Result<(), Halt> {
        let records = loaded.records?.into_iter();
        let mut records: HashMap<_, _> = records.map(|it| (it.offset, it.value)).collect();
        for (key, offset) in loaded.wanted {
            let shelved = self.line.as_mut().and_then(|line| line.shelf.take(&key));
            // Asked for again in the meantime: the later request has taken it over.
            let Some(shelved) = shelved else {
                continue;
            };
            match records.remove(&offset).flatten() {
                Some(value) => {
                    let mut record = self.place_of(&key, offset);
                    record.value = Some(value);
                    self.take_up(&key, record, shelved).await?;
                }
                // Compaction has taken it: a later record of the key was, or will be, read.
                None => self.pass_over(&key, &shelved),
            }
        }
        Ok(())
    }

    async fn take_up(
        &mut self,
        key: &Arc<str>,
        record: Record,
        shelved: Shelved,
    ) -> Result<(), Halt> {
        match self.checked(&record).await {
            Ok(Some((_, request))) => {
                self.agenda.hold(key, request, record);
                let others = shelved.others.iter();
                let others: Vec<_> = others.map(|offset| self.place_of(key, *offset)).collect();
                self.agenda.attach(key, others);
            }
            Ok(None) => self.pass_over(key, &shelved),
            Err(DecodeError::Reject(reason)) => {
                self.desk.settle(&record, Outcome::Reject(reason)).await?;
                self.pass_over(key, &shelved);
            }
            Err(DecodeError::Later(error)) => {
                tracing::warn!(%error, offset = record.offset, "reading waits for the registry");
                if let Some(line) = &mut self.line {
                    line.granted.remove(key);
                    line.seat.wait(key, &shelved.asking);
                    line.shelf.put(key.clone(), shelved);
                }
            }
        }
        Ok(())
    }

    fn pass_over(&mut self, key: &str, shelved: &Shelved) {
        for offset in shelved.others.iter().chain([&shelved.latest]) {
            self.desk.finish(&self.place_of(key, *offset), "superseded");
        }
        self.give_back(key);
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
