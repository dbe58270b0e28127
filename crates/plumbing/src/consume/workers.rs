//! The running workers of one poll thread: one a partition.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::desk::Desk;
use super::owned::{Owned, Start};
use super::progress::Progress;
use super::record::Record;
use crate::Halt;
use crate::kafka::Producer;
use readonce_model::{Service, Topic};

/// What runs a partition: given it, works until it is to be let go of.
pub type Work =
    dyn Fn(Owned) -> Pin<Box<dyn Future<Output = Result<(), Halt>> + Send>> + Send + Sync;

pub(crate) type Place = (String, i32);

pub(crate) struct Worker {
    inbox: mpsc::Sender<Record>,
    progress: Arc<Mutex<Progress>>,
    is_ready: Arc<AtomicBool>,
    stop: CancellationToken,
    task: JoinHandle<()>,
    /// A record that found the inbox full; its partition is paused until it fits.
    pub(crate) waiting: Option<Record>,
    pub(crate) is_paused: bool,
    pub(crate) committed: Option<i64>,
}

/// Starts, feeds and stops workers. Lives on the poll thread.
pub(crate) struct Workers {
    pub(crate) running: HashMap<Place, Worker>,
    runtime: Handle,
    work: Arc<Work>,
    service: Service,
    producer: Producer,
    inbox_records: usize,
    faults: mpsc::UnboundedSender<Halt>,
}

pub(crate) struct WorkersParts {
    pub(crate) runtime: Handle,
    pub(crate) work: Arc<Work>,
    pub(crate) service: Service,
    pub(crate) producer: Producer,
    pub(crate) inbox_records: usize,
}

impl Workers {
    pub(crate) fn new(parts: WorkersParts) -> (Self, mpsc::UnboundedReceiver<Halt>) {
        let (faults, seen) = mpsc::unbounded_channel();
        let WorkersParts {
            runtime,
            work,
            service,
            producer,
            inbox_records,
        } = parts;
        let running = HashMap::new();
        (
            Self {
                running,
                runtime,
                work,
                service,
                producer,
                inbox_records,
                faults,
            },
            seen,
        )
    }

    pub(crate) fn start(&mut self, topic: Topic, place: Place, start: Start) {
        let (inbox, records) = mpsc::channel(self.inbox_records);
        let progress = Arc::new(Mutex::new(Progress::default()));
        let is_ready = Arc::new(AtomicBool::new(false));
        let stop = CancellationToken::new();
        let owned = Owned {
            topic,
            partition: place.1,
            start,
            desk: Desk {
                service: self.service,
                producer: self.producer.clone(),
                progress: progress.clone(),
            },
            stop: stop.clone(),
            inbox: records,
            is_ready: is_ready.clone(),
        };
        let task = self.spawn(owned, stop.clone());
        let worker = Worker {
            inbox,
            progress,
            is_ready,
            stop,
            task,
            waiting: None,
            is_paused: true,
            committed: None,
        };
        self.running.insert(place, worker);
    }

    fn spawn(&self, owned: Owned, stop: CancellationToken) -> JoinHandle<()> {
        let faults = self.faults.clone();
        let place = format!("{}/{}", owned.topic.name(), owned.partition);
        let work = (self.work)(owned);
        self.runtime.spawn(async move {
            let fault = match work.await {
                Ok(()) if stop.is_cancelled() => return,
                Ok(()) => Halt::Internal(format!("the worker of {place} ended by itself")),
                Err(halt) => halt,
            };
            // The receiver is gone only when the group ends anyway.
            let _ = faults.send(fault);
        })
    }

    /// Stops the given workers and waits; what does not end by the deadline is cut off, which is
    /// the same as a crash and as harmless.
    pub(crate) fn stop(&mut self, places: &[Place], deadline: Duration) -> Vec<(Place, i64)> {
        let stopping: Vec<_> = places
            .iter()
            .filter_map(|place| self.running.remove_entry(place))
            .collect();
        stopping.iter().for_each(|(_, worker)| worker.stop.cancel());
        let until = tokio::time::Instant::now() + deadline;
        let mut ends = Vec::new();
        for (place, worker) in stopping {
            let Worker { task, progress, .. } = worker;
            let abort = task.abort_handle();
            let ended = self
                .runtime
                .block_on(async { tokio::time::timeout_at(until, task).await });
            if ended.is_err() {
                abort.abort();
                tracing::warn!(
                    topic = place.0,
                    partition = place.1,
                    "cut off while draining"
                );
            }
            let next = progress.lock().ok().and_then(|progress| progress.next());
            ends.extend(next.map(|offset| (place, offset)));
        }
        ends
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.running.keys().cloned().collect()
    }
}

impl Worker {
    /// Hands a record over. False when the inbox is full and the record waits.
    pub(crate) fn take(&mut self, record: Record) -> bool {
        if let Ok(mut progress) = self.progress.lock() {
            progress.take(record.offset);
        }
        self.offer(record)
    }

    /// What lies below this offset was handed over, markers included.
    pub(crate) fn pass(&self, position: i64) {
        if let Ok(mut progress) = self.progress.lock() {
            progress.pass(position);
        }
    }

    /// Tries again with the record that waits. True when nothing waits any more.
    pub(crate) fn offer_waiting(&mut self) -> bool {
        match self.waiting.take() {
            Some(record) => self.offer(record),
            None => true,
        }
    }

    fn offer(&mut self, record: Record) -> bool {
        match self.inbox.try_send(record) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(record)) => {
                self.waiting = Some(record);
                false
            }
            // The worker is ending; the record is read again by the next owner.
            Err(mpsc::error::TrySendError::Closed(_)) => true,
        }
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Acquire)
    }

    /// The offset to commit, when it has moved.
    pub(crate) fn due_commit(&self) -> Option<i64> {
        let next = self
            .progress
            .lock()
            .ok()
            .and_then(|progress| progress.next());
        next.filter(|offset| self.committed != Some(*offset))
    }
}
