//! The thread that holds the producer of a lock: sends what comes, commits when it is time, and ends
//! when nobody is left who could write, or when the lock is lost.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rdkafka::error::{KafkaError, RDKafkaError};
use rdkafka::producer::{BaseProducer, Producer as _};
use rdkafka::types::RDKafkaErrorCode;
use rdkafka::util::Timeout;
use tokio::sync::oneshot;

use super::TAKING;
use super::open::{Open, Reports, Write};
use crate::Halt;
use crate::kafka::client::ClientSettings;
use crate::metrics::Metric;

/// A commit that takes longer may end late, in the middle of the next transaction: the older
/// protocol, which is the client's, cannot tell the two apart. Such a producer is not used again.
const LONGEST_COMMIT: Duration = Duration::from_secs(5);
/// Pause before a transaction that was taken back is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(200);
/// Between two looks for what the broker has. The client's own wait is no shorter than a
/// millisecond, and spins.
const LOOK: Duration = Duration::from_micros(200);

pub(super) struct Keeper {
    name: Arc<str>,
    producer: BaseProducer<Reports>,
    open: Option<Open>,
}

/// How a transaction ended that did not commit.
enum Trouble {
    /// It was taken back, or never began: the same records may be tried again.
    Again(KafkaError),
    /// Somebody else has the lock, or nobody can know.
    Lost(String),
}

/// What the thread has to do next.
enum Next {
    Write(Write),
    /// Time has passed.
    Look,
    /// Nobody is left who could write.
    Over,
}

impl Keeper {
    pub(super) fn new(settings: &ClientSettings, name: Arc<str>) -> Result<Self, Halt> {
        let config = settings.lock(&name);
        let producer = config
            .create_with_context(Reports::default())
            .map_err(Halt::kafka)?;
        Ok(Self {
            name,
            producer,
            open: None,
        })
    }

    pub(super) fn run(
        mut self,
        taken: oneshot::Sender<Result<(), Halt>>,
        writes: &Receiver<Write>,
    ) {
        let Some(outcome) = self.take(&taken) else {
            return;
        };
        let is_held = outcome.is_ok();
        // Who waited for it may have gone away: then it is given back at once.
        if taken.send(outcome).is_ok()
            && is_held
            && let Err(words) = self.keep(writes)
        {
            self.lose(writes, &words);
        }
    }

    /// None when nobody waits for the lock any more.
    fn take(&self, taken: &oneshot::Sender<Result<(), Halt>>) -> Option<Result<(), Halt>> {
        while !taken.is_closed() {
            match self.producer.init_transactions(TAKING) {
                Ok(()) => return Some(Ok(())),
                Err(KafkaError::Transaction(error)) if error.is_retriable() => {
                    tracing::warn!(%error, lock = %self.name, "taking the lock goes on");
                }
                Err(error) => {
                    let words = format!("lock {} cannot be taken: {error}", self.name);
                    return Some(Err(Halt::Kafka(words)));
                }
            }
        }
        None
    }

    /// Writes what comes until nobody is left who could send. Words: the lock is lost.
    fn keep(&mut self, writes: &Receiver<Write>) -> Result<(), String> {
        loop {
            match self.next(writes) {
                Next::Write(write) => self.write(write)?,
                Next::Look => {}
                Next::Over => return self.commit(),
            }
            self.producer.poll(Duration::ZERO);
            let is_due = self.open.as_ref().is_some_and(Open::is_due);
            if is_due || self.producer.context().has_failed() {
                self.commit()?;
            }
        }
    }

    fn next(&self, writes: &Receiver<Write>) -> Next {
        let Some(open) = &self.open else {
            return writes.recv().map_or(Next::Over, Next::Write);
        };
        let patience = match self.producer.in_flight_count() {
            0 => open.remaining(),
            _ => LOOK.min(open.remaining()),
        };
        match writes.recv_timeout(patience) {
            Ok(write) => Next::Write(write),
            Err(RecvTimeoutError::Timeout) => Next::Look,
            Err(RecvTimeoutError::Disconnected) => Next::Over,
        }
    }

    fn write(&mut self, write: Write) -> Result<(), String> {
        let is_begun = self.open.is_some();
        self.open.get_or_insert_with(Open::new).writes.push(write);
        let sent = match is_begun {
            true => self.send_last(),
            false => self.begin().and_then(|()| self.send_last()),
        };
        match sent {
            Ok(()) => Ok(()),
            Err(Trouble::Lost(words)) => Err(words),
            Err(Trouble::Again(error)) => self.write_again(error),
        }
    }

    /// What was open is taken back: the same records once more, as often as it needs.
    fn write_again(&self, error: KafkaError) -> Result<(), String> {
        let mut error = error;
        loop {
            tracing::warn!(%error, lock = %self.name, "a transaction is tried again");
            std::thread::sleep(RETRY_PAUSE);
            match self.begin().and_then(|()| self.send_all()) {
                Ok(()) => return Ok(()),
                Err(Trouble::Again(again)) => error = again,
                Err(Trouble::Lost(words)) => return Err(words),
            }
        }
    }

    fn begin(&self) -> Result<(), Trouble> {
        self.producer.context().forget();
        let begun = self.producer.begin_transaction();
        begun.map_err(|error| self.judge(error))
    }

    fn send_all(&self) -> Result<(), Trouble> {
        let mut writes = self.open.iter().flat_map(|open| &open.writes);
        writes.try_for_each(|write| self.send(write))
    }

    fn send_last(&self) -> Result<(), Trouble> {
        let last = self.open.as_ref().and_then(|open| open.writes.last());
        last.map_or(Ok(()), |write| self.send(write))
    }

    fn send(&self, write: &Write) -> Result<(), Trouble> {
        let mut record = write.record();
        loop {
            match self.producer.send(record) {
                Ok(()) => return Ok(()),
                Err((KafkaError::MessageProduction(RDKafkaErrorCode::QueueFull), back)) => {
                    record = back;
                    self.producer.poll(Duration::ZERO);
                    std::thread::sleep(LOOK);
                }
                Err((error, _)) => return Err(self.take_back(error)),
            }
        }
    }

    /// Ends what is open, as often as it needs. Words: the lock is lost.
    fn commit(&mut self) -> Result<(), String> {
        while self.open.is_some() {
            match self.try_commit() {
                Ok(took) => {
                    self.open = None;
                    if took > LONGEST_COMMIT {
                        return Err(format!("a commit took {took:?}"));
                    }
                }
                Err(Trouble::Lost(words)) => return Err(words),
                Err(Trouble::Again(error)) => self.write_again(error)?,
            }
        }
        Ok(())
    }

    fn try_commit(&self) -> Result<Duration, Trouble> {
        // Otherwise the commit waits for the same in steps of 100 ms.
        while self.producer.in_flight_count() > 0 {
            self.producer.poll(Duration::ZERO);
            std::thread::sleep(LOOK);
        }
        let began = Instant::now();
        loop {
            // A shorter wait would end with an outcome that nobody knows.
            match self.producer.commit_transaction(Timeout::Never) {
                Ok(()) => return Ok(began.elapsed()),
                Err(KafkaError::Transaction(error)) if is_to_be_repeated(&error) => {}
                Err(error) => return Err(self.take_back(error)),
            }
        }
    }

    /// Aborts what cannot be committed. Only a clean abort allows to try again.
    fn take_back(&self, error: KafkaError) -> Trouble {
        if let lost @ Trouble::Lost(_) = self.judge_open(&error) {
            return lost;
        }
        loop {
            match self.producer.abort_transaction(Timeout::Never) {
                Ok(()) => return Trouble::Again(error),
                Err(KafkaError::Transaction(error)) if is_to_be_repeated(&error) => {}
                Err(error) => return Trouble::Lost(error.to_string()),
            }
        }
    }

    /// Before a transaction is open: what may pass is tried again.
    fn judge(&self, error: KafkaError) -> Trouble {
        match &error {
            KafkaError::Transaction(inner) if inner.is_retriable() => Trouble::Again(error),
            _ => Trouble::Lost(error.to_string()),
        }
    }

    /// Within an open transaction: what is neither fatal nor a matter of state can be taken back.
    fn judge_open(&self, error: &KafkaError) -> Trouble {
        if let Some((code, text)) = self.producer.client().fatal_error() {
            return Trouble::Lost(format!("{code}: {text}"));
        }
        match error {
            KafkaError::Transaction(inner) if !inner.txn_requires_abort() => {
                Trouble::Lost(error.to_string())
            }
            _ => Trouble::Again(error.clone()),
        }
    }

    /// Nothing is written any more; who waits hears of it.
    fn lose(&mut self, writes: &Receiver<Write>, words: &str) {
        tracing::warn!(lock = %self.name, words, "the lock is lost");
        Metric::LocksLost.add(1, &[]);
        let open = self.open.take().into_iter().flat_map(|open| open.writes);
        for write in open.chain(writes.try_iter()) {
            let halt = Halt::Fenced(format!("lock {}: {words}", self.name));
            write.waiter.tell(Err(halt));
        }
    }
}

fn is_to_be_repeated(error: &RDKafkaError) -> bool {
    error.is_retriable() && !error.is_fatal() && !error.txn_requires_abort()
}
