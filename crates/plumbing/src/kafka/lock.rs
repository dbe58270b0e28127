//! Ownership of something that one process may have at a time, held against everybody by the broker:
//! a transactional producer of its own name. Whoever takes the lock fences the owner before, so what
//! that one writes through its lock from then on is refused, however long it slept.
//!
//! The lock writes in small transactions: what waits while one is committed goes into the next. It
//! never takes itself back: an owner that lost it, or that cannot know, is told so and writes no
//! more, since taking it again could fence the rightful owner. Only the records that ownership
//! guards go through it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rdkafka::error::{KafkaError, RDKafkaError};
use rdkafka::producer::{BaseProducer, BaseRecord, Producer as _};
use rdkafka::types::RDKafkaErrorCode;
use rdkafka::util::Timeout;
use tokio::sync::{mpsc, oneshot};

use super::client::ClientSettings;
use super::producer::{Output, Placement};
use crate::Halt;
use crate::metrics::Metric;

/// How long one try to take the lock waits for the broker; it is tried again while somebody waits.
const TAKING: Duration = Duration::from_secs(10);
/// Most records of one transaction.
const MOST_AT_ONCE: usize = 500;
/// A commit that takes longer may end late, in the middle of the next transaction: the older
/// protocol, which is the client's, cannot tell the two apart. Such a producer is not used again.
const LONGEST_COMMIT: Duration = Duration::from_secs(5);
/// Pause before a transaction that was taken back is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(200);
/// Records under a lock are notes. One that no broker takes would hold up all others for ever.
const MAX_LOCKED_BYTES: usize = 512 << 10;
const POLL: Duration = Duration::from_millis(1);

/// A lock in the hands of its owner; clones share it. It is given back with the last of them.
#[derive(Clone)]
pub struct Lock {
    name: Arc<str>,
    waiting: mpsc::UnboundedSender<Write>,
}

/// A record that waits for its transaction.
struct Write {
    topic: String,
    partition: i32,
    output: Output,
    done: oneshot::Sender<Result<(), Halt>>,
}

impl Lock {
    /// Takes the lock from whoever has it, and returns when that one is fenced and what it left
    /// open is taken back. Waits for a broker that is away.
    pub async fn take(settings: &ClientSettings, name: &str) -> Result<Self, Halt> {
        let namespace = settings.kafka().namespace.as_str();
        let name: Arc<str> = format!("{namespace}.{name}").into();
        let (waiting, writes) = mpsc::unbounded_channel();
        let (taken, is_taken) = oneshot::channel();
        let keeper = Keeper::new(settings, name.clone())?;
        // Every call of a transaction blocks, and so does the end of a producer.
        std::thread::Builder::new()
            .name("lock".to_owned())
            .spawn(move || keeper.run(taken, writes))
            .map_err(|error| Halt::Internal(error.to_string()))?;
        let gone = |_| Err(Halt::Internal("the thread of a lock panicked".to_owned()));
        is_taken.await.unwrap_or_else(gone)?;
        Ok(Self { name, waiting })
    }

    /// Returns when the record is committed. `Halt::Fenced`: it is not ours any more, and nothing
    /// will be written through it again.
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
        let (done, is_done) = oneshot::channel();
        let topic = settings.kafka().namespace.topic(&output.topic);
        let write = Write {
            topic,
            partition,
            output,
            done,
        };
        // A thread that ended answers like one that lost the lock: nothing was written.
        if self.waiting.send(write).is_err() {
            return Err(self.gone());
        }
        is_done.await.unwrap_or_else(|_| Err(self.gone()))
    }

    fn gone(&self) -> Halt {
        Halt::Fenced(format!("lock {} is not held any more", self.name))
    }
}

/// The thread that holds the producer.
struct Keeper {
    name: Arc<str>,
    producer: BaseProducer,
}

/// How a transaction ended that did not commit.
enum Trouble {
    /// It was taken back, or never began: the same records may be tried again.
    Again(KafkaError),
    /// Somebody else has the lock, or nobody can know.
    Lost(String),
}

impl Keeper {
    fn new(settings: &ClientSettings, name: Arc<str>) -> Result<Self, Halt> {
        let producer = settings.lock(&name).create().map_err(Halt::kafka)?;
        Ok(Self { name, producer })
    }

    fn run(self, taken: oneshot::Sender<Result<(), Halt>>, writes: mpsc::UnboundedReceiver<Write>) {
        let Some(outcome) = self.take(&taken) else {
            return;
        };
        let is_held = outcome.is_ok();
        // Who waited for it may have gone away: then it is given back at once.
        if taken.send(outcome).is_ok() && is_held {
            self.keep(writes);
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

    /// Commits what comes until nobody is left who could send, or the lock is lost.
    fn keep(self, mut writes: mpsc::UnboundedReceiver<Write>) {
        while let Some(batch) = next_batch(&mut writes) {
            match self.commit(&batch) {
                Ok(took) => {
                    batch.into_iter().for_each(|write| tell(write, Ok(())));
                    if took > LONGEST_COMMIT {
                        return self.lose(writes, &format!("a commit took {took:?}"));
                    }
                }
                Err(words) => {
                    let fenced = || Halt::Fenced(format!("lock {}: {words}", self.name));
                    batch
                        .into_iter()
                        .for_each(|write| tell(write, Err(fenced())));
                    return self.lose(writes, &words);
                }
            }
        }
    }

    fn lose(&self, mut writes: mpsc::UnboundedReceiver<Write>, words: &str) {
        tracing::warn!(lock = %self.name, words, "the lock is lost");
        Metric::LocksLost.add(1, &[]);
        writes.close();
        while let Ok(write) = writes.try_recv() {
            let halt = Halt::Fenced(format!("lock {}: {words}", self.name));
            tell(write, Err(halt));
        }
    }

    /// One transaction, as often as it needs. Answers how long the commit took; words: it is lost.
    fn commit(&self, batch: &[Write]) -> Result<Duration, String> {
        loop {
            match self.transact(batch) {
                Ok(took) => return Ok(took),
                Err(Trouble::Lost(words)) => return Err(words),
                Err(Trouble::Again(error)) => {
                    tracing::warn!(%error, lock = %self.name, "a transaction is tried again");
                    std::thread::sleep(RETRY_PAUSE);
                }
            }
        }
    }

    fn transact(&self, batch: &[Write]) -> Result<Duration, Trouble> {
        self.producer
            .begin_transaction()
            .map_err(|error| self.judge(error))?;
        for write in batch {
            self.send(write).map_err(|error| self.take_back(error))?;
        }
        // Otherwise the commit waits for the same in steps of 100 ms.
        while self.producer.in_flight_count() > 0 {
            self.producer.poll(POLL);
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

    fn send(&self, write: &Write) -> Result<(), KafkaError> {
        loop {
            let mut record = BaseRecord::<str, [u8]>::to(&write.topic)
                .key(&write.output.key)
                .partition(write.partition);
            if let Some(value) = &write.output.value {
                record = record.payload(value);
            }
            match self.producer.send(record) {
                Ok(()) => return Ok(()),
                Err((KafkaError::MessageProduction(RDKafkaErrorCode::QueueFull), _)) => {
                    self.producer.poll(POLL);
                }
                Err((error, _)) => return Err(error),
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
}

fn is_to_be_repeated(error: &RDKafkaError) -> bool {
    error.is_retriable() && !error.is_fatal() && !error.txn_requires_abort()
}

/// The first that waits and what is there already; none when nobody is left who could write.
fn next_batch(writes: &mut mpsc::UnboundedReceiver<Write>) -> Option<Vec<Write>> {
    let mut batch = vec![writes.blocking_recv()?];
    while batch.len() < MOST_AT_ONCE {
        match writes.try_recv() {
            Ok(write) => batch.push(write),
            Err(_) => break,
        }
    }
    Some(batch)
}

/// Who waited may have gone away.
fn tell(write: Write, outcome: Result<(), Halt>) {
    let _ = write.done.send(outcome);
}
