//! A transaction that is open: its records, and when it is to be committed. What a broker has of it
//! is told to those who wait by the producer's own reports.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rdkafka::ClientContext;
use rdkafka::message::DeliveryResult;
use rdkafka::producer::{BaseRecord, ProducerContext};
use tokio::sync::oneshot;

use crate::Halt;
use crate::kafka::producer::Output;

/// Most records of one transaction.
pub(in crate::kafka) const MOST_OPEN: usize = 500;
/// How long others wait to see what was written. Each commit holds the next transaction up, since
/// the coordinator is still busy with the one before.
const LONGEST_OPEN: Duration = Duration::from_millis(250);

/// A record that somebody waits for.
pub(super) struct Write {
    topic: String,
    partition: i32,
    output: Output,
    pub(super) waiter: Waiter,
}

/// Who waits for a record, until it was told once.
#[derive(Clone)]
pub(super) struct Waiter(Arc<Mutex<Option<Waiting>>>);

type Waiting = oneshot::Sender<Result<(), Halt>>;

impl Waiter {
    pub(super) fn tell(&self, outcome: Result<(), Halt>) {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Who waited may have gone away.
        let _ = waiting.map(|waiting| waiting.send(outcome));
    }
}

impl Write {
    pub(super) fn new(
        topic: String,
        partition: i32,
        output: Output,
    ) -> (Self, oneshot::Receiver<Result<(), Halt>>) {
        let (sender, receiver) = oneshot::channel();
        let write = Self {
            topic,
            partition,
            output,
            waiter: Waiter(Arc::new(Mutex::new(Some(sender)))),
        };
        (write, receiver)
    }

    pub(super) fn record(&self) -> BaseRecord<'_, str, [u8], Box<Waiter>> {
        let waiter = Box::new(self.waiter.clone());
        let record = BaseRecord::with_opaque_to(&self.topic, waiter)
            .key(self.output.key.as_str())
            .partition(self.partition);
        match &self.output.value {
            Some(value) => record.payload(value),
            None => record,
        }
    }
}

/// The records of a transaction, until it is committed: one that is taken back is sent again.
pub(super) struct Open {
    pub(super) writes: Vec<Write>,
    until: Instant,
}

impl Open {
    pub(super) fn new() -> Self {
        Self {
            writes: Vec::new(),
            until: Instant::now() + LONGEST_OPEN,
        }
    }

    pub(super) fn remaining(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    pub(super) fn is_due(&self) -> bool {
        self.writes.len() >= MOST_OPEN || self.remaining().is_zero()
    }
}

/// Tells who waits for a record that the broker has it.
#[derive(Default)]
pub(super) struct Reports {
    /// A record was not taken: its transaction can only be taken back, and at once.
    has_failed: AtomicBool,
}

impl Reports {
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::SeqCst)
    }

    pub(super) fn forget(&self) {
        self.has_failed.store(false, Ordering::SeqCst);
    }
}

impl ClientContext for Reports {}

impl ProducerContext for Reports {
    type DeliveryOpaque = Box<Waiter>;

    fn delivery(&self, result: &DeliveryResult<'_>, waiter: Box<Waiter>) {
        match result {
            Ok(_) => waiter.tell(Ok(())),
            // It is sent again, or the lock is lost: whoever waits hears of either.
            Err(_) => self.has_failed.store(true, Ordering::SeqCst),
        }
    }
}
