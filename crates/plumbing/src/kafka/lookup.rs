//! Reads single records whose place is known: for a service that remembers where a record lies and
//! not what it says.
//!
//! One thread and one consumer outside of any group. Questions that wait together are answered in
//! the order of their offsets, so that many of them cost one pass. Never scans for a record: one
//! that compaction has taken from its place is not there.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::{Offset, TopicPartitionList};
use readonce_model::Topic;
use tokio::sync::oneshot;

use super::client::ClientSettings;
use super::ends::ends;
use super::table::{TableRecord, own};
use crate::Halt;

/// No answer for this long means the broker is gone, not slow.
const STALL: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(100);
/// Reading over so many records is cheaper than asking the broker anew.
const WORTH_READING: i64 = 500;

/// Asks for records by their place.
#[derive(Clone)]
pub struct Lookup(Sender<Ask>);

struct Ask {
    topic: String,
    partition: i32,
    offset: i64,
    reply: oneshot::Sender<Result<Option<TableRecord>, Halt>>,
}

impl Lookup {
    /// The thread ends when the last clone is gone. It connects with the first question.
    pub fn new(settings: &ClientSettings) -> Result<Self, Halt> {
        let (sender, asks) = channel();
        let settings = settings.clone();
        std::thread::Builder::new()
            .name("lookup".to_owned())
            .spawn(move || serve(&settings, &asks))
            .map_err(|error| Halt::Internal(error.to_string()))?;
        Ok(Self(sender))
    }

    /// The record at a place; none when there is none any more.
    pub async fn read(
        &self,
        settings: &ClientSettings,
        topic: &Topic,
        (partition, offset): (i32, i64),
    ) -> Result<Option<TableRecord>, Halt> {
        let gone = || Halt::Internal("the thread that looks records up is gone".to_owned());
        let (reply, answer) = oneshot::channel();
        let topic = settings.kafka().namespace.topic(topic);
        let ask = Ask {
            topic,
            partition,
            offset,
            reply,
        };
        self.0.send(ask).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn serve(settings: &ClientSettings, asks: &Receiver<Ask>) {
    let mut reader = None;
    while let Ok(first) = asks.recv() {
        let mut waiting: Vec<Ask> = [first].into_iter().chain(asks.try_iter()).collect();
        waiting.sort_by(|a, b| {
            (&a.topic, a.partition, a.offset).cmp(&(&b.topic, b.partition, b.offset))
        });
        for ask in waiting {
            let found = match &mut reader {
                Some(reader) => Reader::find(reader, settings, &ask),
                None => Reader::connect(settings)
                    .and_then(|new| Reader::find(reader.insert(new), settings, &ask)),
            };
            // What a fault leaves behind is not trusted: the next question connects anew.
            if found.is_err() {
                reader = None;
            }
            // Who asked may have been cut off; nobody else waits for it.
            let _ = ask.reply.send(found);
        }
    }
}

struct Reader {
    consumer: BaseConsumer,
    /// Topic and partition that are read.
    at: Option<(String, i32)>,
    /// Nothing between `from` and `ahead` is there.
    from: i64,
    ahead: Option<TableRecord>,
}

impl Reader {
    fn connect(settings: &ClientSettings) -> Result<Self, Halt> {
        Ok(Self {
            consumer: settings.reader().create().map_err(Halt::kafka)?,
            at: None,
            from: 0,
            ahead: None,
        })
    }

    fn find(&mut self, settings: &ClientSettings, ask: &Ask) -> Result<Option<TableRecord>, Halt> {
        if !self.is_before(ask) && !self.go_to(settings, ask)? {
            return Ok(None);
        }
        let deadline = Instant::now() + STALL;
        loop {
            match &self.ahead {
                Some(record) if record.offset == ask.offset => return Ok(self.ahead.clone()),
                Some(record) if record.offset > ask.offset => return Ok(None),
                _ => {}
            }
            match self.consumer.poll(POLL) {
                Some(Ok(message)) => {
                    let record = own(&message);
                    self.from = self
                        .ahead
                        .as_ref()
                        .map_or(self.from, |before| before.offset + 1);
                    self.ahead = Some(record);
                }
                Some(Err(KafkaError::PartitionEOF(_))) => {
                    self.at = None;
                    return Ok(None);
                }
                Some(Err(error)) => tracing::warn!(%error, topic = ask.topic, "looking up goes on"),
                None if Instant::now() > deadline => {
                    return Err(
                        settings.unreachable(format!("looking up in {} stalled", ask.topic))
                    );
                }
                None => {}
            }
        }
    }

    /// Whether reading on comes to the place soon.
    fn is_before(&self, ask: &Ask) -> bool {
        let is_here = self
            .at
            .as_ref()
            .is_some_and(|(topic, partition)| (topic, *partition) == (&ask.topic, ask.partition));
        let next = self
            .ahead
            .as_ref()
            .map_or(self.from, |record| record.offset);
        is_here && self.from <= ask.offset && ask.offset - next < WORTH_READING
    }

    /// Begins to read at the place; false when it lies outside of what the partition holds.
    fn go_to(&mut self, settings: &ClientSettings, ask: &Ask) -> Result<bool, Halt> {
        self.at = None;
        self.ahead = None;
        let (low, high) =
            ends(&self.consumer, &ask.topic, ask.partition, STALL).map_err(|error| {
                settings.unreachable(format!("watermarks of {}: {error}", ask.topic))
            })?;
        if ask.offset < low || ask.offset >= high {
            return Ok(false);
        }
        let mut list = TopicPartitionList::new();
        list.add_partition_offset(&ask.topic, ask.partition, Offset::Offset(ask.offset))
            .map_err(Halt::kafka)?;
        self.consumer.assign(&list).map_err(Halt::kafka)?;
        self.at = Some((ask.topic.clone(), ask.partition));
        self.from = ask.offset;
        Ok(true)
    }
}
