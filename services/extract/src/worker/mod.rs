//! The owner of one partition of requests: restores its memory, settles what a crash left in the
//! spool, and then works through what is outstanding.
//!
//! The loop performs; `core::extract::ledger` decides and `agenda` keeps the order. Finished work
//! comes first, then waits that have ended, then new requests while there is a place. It never
//! reads on while it holds more than it may, so a provider that is down costs bounded memory.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the loop, and what ends a job |
//! | `restore` | the partition's memory, and what lies in the spool |
//! | `reading` | a record, checked |
//! | `begin` | what is decided about a key, as a job |
//! | `fenced` | what is left to do when another owner has the partition |
//! | `lane` | keys that are asked by batch |
//! | `lifting` | what profiles of earlier contracts give |
//! | `line` | keys that wait for their budget |

mod begin;
mod fenced;
mod lane;
mod lifting;
mod line;
mod reading;
mod restore;

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Desk, Owned, Record};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::Lock;
use readonce_plumbing::metrics::Metric;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{JoinError, JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::agenda::Agenda;
use crate::crash::{self, Point};
use crate::job::Done;
use crate::memory::{Memory, Origins, Reader};
use crate::meter::{self, Level};
use crate::shared::Shared;
use crate::writer::Writer;
use lane::{Heard, Lane};
use lifting::Lifting;
use line::{Line, Loaded};

/// The clock may be set while we sleep, so no sleep is longer.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);
const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

/// Works on a partition until it is to be let go of.
pub async fn work(shared: Arc<Shared>, mut owned: Owned) -> Result<(), Halt> {
    let Some(lock) = fenced::take(&shared, &owned).await? else {
        return Ok(());
    };
    let mut worker = Worker::new(shared, &owned, lock);
    worker.restore().await?;
    owned.ready();
    loop {
        match worker.next(&mut owned).await {
            Step::LetGo => return worker.drain().await,
            Step::Ended(ended) => match joined(ended) {
                Ok(done) => worker.end(done),
                Err(Halt::Fenced(words)) => return worker.stand_by(words).await,
                Err(halt) => return Err(halt),
            },
            Step::Time => worker.look().await?,
            Step::Place(place) => worker.begin(place),
            Step::Read(record) => worker.read(record).await?,
            Step::Granted(keys) => worker.granted(keys),
            Step::Loaded(loaded) => worker.loaded(loaded).await?,
            Step::Lane(Ok(heard)) => worker.hear(heard).await?,
            Step::Lane(Err(Halt::Fenced(words))) => return worker.stand_by(words).await,
            Step::Lane(Err(halt)) => return Err(halt),
        }
        worker.look_through();
        worker.tend_lane();
        worker.measure();
    }
}

struct Worker {
    shared: Arc<Shared>,
    partition: i32,
    desk: Desk,
    writer: Writer,
    reader: Reader,
    memory: Memory,
    agenda: Agenda,
    lifting: Lifting,
    /// Tasks of their own: they outlive the worker when it is cut off.
    running: FuturesUnordered<JoinHandle<Result<Done, Halt>>>,
    /// A record that cannot be decoded before the registry answers.
    stuck: Option<Record>,
    outstanding: Level,
    in_doubt: Level,
    /// Set when the partition is to be let go of.
    let_go: CancellationToken,
    /// Keys that wait for their budget, where one is set.
    line: Option<Line>,
    /// Keys that are asked by batch, where there are terms for it.
    lane: Option<Lane>,
}

enum Step {
    LetGo,
    Ended(Result<Result<Done, Halt>, JoinError>),
    Time,
    Place(OwnedSemaphorePermit),
    Read(Record),
    Granted(Vec<Arc<str>>),
    Loaded(Loaded),
    Lane(Result<Heard, Halt>),
}

impl Worker {
    fn new(shared: Arc<Shared>, owned: &Owned, lock: Lock) -> Self {
        let contracts = shared.contracts.keys().cloned();
        let (source, watcher) = (shared.source.clone(), shared.watcher.clone());
        let reader = Reader::new(source, watcher, owned.partition, contracts);
        let origins = Origins::of(&shared.lifts, shared.contracts.keys());
        let memory = Memory::with(origins);
        let writer = Writer {
            encoders: shared.encoders.clone(),
            desk: owned.desk.clone(),
            partition: owned.partition,
            lock,
            settings: shared.source.settings.clone(),
        };
        Self {
            line: Line::open(&shared, owned),
            lane: Lane::open(&shared, owned.partition),
            shared,
            partition: owned.partition,
            desk: owned.desk.clone(),
            writer,
            reader,
            memory,
            lifting: Lifting::default(),
            agenda: Agenda::default(),
            running: FuturesUnordered::new(),
            stuck: None,
            outstanding: Level::new(Metric::Outstanding),
            in_doubt: Level::new(Metric::AttemptsInDoubt),
            let_go: owned.stop.clone(),
        }
    }

    async fn next(&mut self, owned: &mut Owned) -> Step {
        let pause = self.pause();
        let let_go = self.let_go.clone();
        let places = self.shared.places.clone();
        let may_read = self.may_read();
        tokio::select! {
            biased;
            () = let_go.cancelled() => Step::LetGo,
            Some(ended) = self.running.next() => Step::Ended(ended),
            step = line::step(&mut self.line) => step,
            step = lane::step(&mut self.lane) => step,
            () = tokio::time::sleep(pause) => Step::Time,
            Ok(place) = places.acquire_owned(), if self.agenda.has_ready() => Step::Place(place),
            record = owned.next(), if may_read => record.map_or(Step::LetGo, Step::Read),
        }
    }

    /// A request is read when the one before has its place.
    fn may_read(&self) -> bool {
        let has_room = self.agenda.len() < self.shared.held_requests;
        let has_lane_room = self.lane.as_ref().is_none_or(Lane::has_room);
        has_room && has_lane_room && !self.agenda.has_ready() && self.stuck.is_none()
    }

    fn pause(&self) -> Duration {
        if self.stuck.is_some() {
            return REGISTRY_PAUSE;
        }
        let due_ms = self.agenda.next_due_ms().into_iter();
        let due_ms = due_ms
            .chain(self.line.as_ref().and_then(Line::due_ms))
            .chain(self.lane.as_ref().and_then(Lane::due_ms))
            .min();
        let wait_ms = due_ms.map(|at_ms| at_ms - now_ms());
        wait_ms.map_or(LONGEST_SLEEP, |wait_ms| {
            Duration::from_millis(wait_ms.max(0) as u64).min(LONGEST_SLEEP)
        })
    }

    /// Waits that have ended. Before a call that was in doubt is repeated, the topics are asked
    /// once more: its owner may have lost the partition and published all the same.
    async fn look(&mut self) -> Result<(), Halt> {
        if let Some(record) = self.stuck.take() {
            self.read(record).await?;
        }
        if self.agenda.wake(now_ms()) {
            self.catch_up().await?;
        }
        self.shelve_when_due();
        Ok(())
    }

    /// Learns what a job wrote, and finishes the requests that it answered.
    fn end(&mut self, done: Done) {
        self.memory.follow(&done.written);
        self.lifting.follow(&done);
        self.step_out_of_line(&done);
        self.follow_in_lane(&done);
        if !done.is_closed() {
            return self.agenda.again(done.key);
        }
        let Some(held) = self.agenda.close(&done.key, done.requested_at_ms) else {
            return;
        };
        crash::reach(Point::BeforeOffset);
        let (outcome, settled) = match (done.is_given_up(), done.is_paid()) {
            (true, _) => ("rejected", "given_up"),
            _ if done.is_lifted() => ("emitted", "lifted"),
            (_, true) => ("emitted", "paid"),
            (_, false) => ("emitted", "reused"),
        };
        self.desk.finish(&held.record, outcome);
        held.others
            .iter()
            .for_each(|record| self.desk.finish(record, "joined"));
        meter::settled(settled, 1);
        let rest = if done.is_given_up() {
            settled
        } else {
            "reused"
        };
        meter::settled(rest, held.others.len());
        let (hash, contract) = (held.request.content_hash, &held.request.contract);
        self.memory.prune_key(&hash, contract);
    }

    /// What runs is left to end; nothing new begins.
    async fn drain(mut self) -> Result<(), Halt> {
        // Batches are let go of as they are: the next owner finds them with the provider.
        self.lane = None;
        while let Some(ended) = self.running.next().await {
            match joined(ended) {
                Ok(done) => self.end(done),
                // The next owner is there already, and finds the rest on the topics.
                Err(Halt::Fenced(_)) => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(())
    }

    fn measure(&mut self) {
        let shelved = self.line.as_ref().map_or(0, Line::shelved);
        let aboard = self.lane.as_ref().map_or(0, Lane::len);
        self.outstanding.set(
            self.agenda
                .len()
                .saturating_add(shelved)
                .saturating_add(aboard),
        );
        self.in_doubt.set(self.agenda.in_doubt());
    }
}

fn joined(ended: Result<Result<Done, Halt>, JoinError>) -> Result<Done, Halt> {
    ended.unwrap_or_else(|error| Err(Halt::Internal(format!("a job broke off: {error}"))))
}
