//! Follows a small compacted topic from its beginning, or any topic from a moment on, to its moving
//! end: for readers that need all partitions and hear of changes within a moment, such as the catalog.
//!
//! It belongs to no group and commits nothing, so every start reads all of it again. Never for a
//! large topic from its beginning, and never for work that must be done once.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::{Offset, TopicPartitionList};
use readonce_model::Topic;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::client::ClientSettings;
use super::table::{TableRecord, own};
use crate::Halt;

const POLL: Duration = Duration::from_millis(100);
const TIMEOUT: Duration = Duration::from_secs(15);
/// Records that may wait for the reader.
const INBOX: usize = 1024;
/// A broker that is away reports it twice a second; saying it this often is enough.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// What a follower hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    Record(TableRecord),
    /// Everything that was there at the start has been handed over; said once.
    CaughtUp,
}

/// Starts a thread that hands over every record of every partition, in the order of each, until the
/// token says stop or the receiver is gone. A broker that is away is waited for.
pub fn follow(
    settings: &ClientSettings,
    topic: Topic,
    stop: CancellationToken,
) -> Result<mpsc::Receiver<Followed>, Halt> {
    start(settings, topic, stop, None)
}

/// As [`follow`], from the records on that were written at this time or later.
pub fn follow_since(
    settings: &ClientSettings,
    topic: Topic,
    since_ms: i64,
    stop: CancellationToken,
) -> Result<mpsc::Receiver<Followed>, Halt> {
    start(settings, topic, stop, Some(since_ms))
}

fn start(
    settings: &ClientSettings,
    topic: Topic,
    stop: CancellationToken,
    since_ms: Option<i64>,
) -> Result<mpsc::Receiver<Followed>, Halt> {
    let (sender, receiver) = mpsc::channel(INBOX);
    let mut follower = Follower::new(settings, topic, sender)?;
    follower.since_ms = since_ms;
    std::thread::Builder::new()
        .name(format!("follow-{}", follower.name))
        .spawn(move || follower.run(&stop))
        .map_err(|error| Halt::Internal(error.to_string()))?;
    Ok(receiver)
}

struct Follower {
    name: String,
    consumer: BaseConsumer,
    sender: mpsc::Sender<Followed>,
    /// Partitions whose end was not reached yet.
    behind: HashSet<i32>,
    said_at: Option<Instant>,
    /// Where reading begins; none for the beginning. Asked for on the thread that may block.
    since_ms: Option<i64>,
}

impl Follower {
    fn new(
        settings: &ClientSettings,
        topic: Topic,
        sender: mpsc::Sender<Followed>,
    ) -> Result<Self, Halt> {
        let name = settings.kafka().namespace.topic(&topic);
        let mut config = settings.reader();
        // A quiet topic costs ten small requests a second; a record is handed over at once.
        config.set("fetch.wait.max.ms", "100");
        let consumer: BaseConsumer = config.create().map_err(Halt::kafka)?;
        let behind: HashSet<i32> = (0..settings.kafka().partitions as i32).collect();
        Ok(Self {
            name,
            consumer,
            sender,
            behind,
            said_at: None,
            since_ms: None,
        })
    }

    fn run(mut self, stop: &CancellationToken) {
        while let Err(error) = self.assign() {
            self.say(&error);
            if stop.is_cancelled() || self.sender.is_closed() {
                return;
            }
            std::thread::sleep(POLL);
        }
        while !stop.is_cancelled() && !self.sender.is_closed() {
            let heard = match self.consumer.poll(POLL) {
                Some(Ok(message)) => Some(Followed::Record(own(&message))),
                Some(Err(KafkaError::PartitionEOF(partition))) => self.reached_end(partition),
                Some(Err(error)) => self.say(&error),
                None => None,
            };
            // A receiver that is gone ends the loop.
            heard.map(|heard| self.sender.blocking_send(heard));
        }
    }

    fn assign(&self) -> Result<(), KafkaError> {
        let from = self.since_ms.map_or(Offset::Beginning, Offset::Offset);
        let mut list = TopicPartitionList::new();
        for partition in &self.behind {
            list.add_partition_offset(&self.name, *partition, from)?;
        }
        if self.since_ms.is_some() {
            // A partition without a record since then is read from its end.
            list = self.consumer.offsets_for_times(list, TIMEOUT)?;
            for element in list.elements() {
                element.error()?;
            }
        }
        self.consumer.assign(&list)
    }

    fn say(&mut self, error: &KafkaError) -> Option<Followed> {
        if self.said_at.is_none_or(|at| at.elapsed() >= SAY_EVERY) {
            self.said_at = Some(Instant::now());
            tracing::warn!(%error, topic = self.name, "following goes on");
        }
        None
    }

    fn reached_end(&mut self, partition: i32) -> Option<Followed> {
        let was_behind = self.behind.remove(&partition);
        (was_behind && self.behind.is_empty()).then_some(Followed::CaughtUp)
    }
}
