//! Restores a partition of a compacted topic up to the end that it has now.
//!
//! The end is found by position, not by "last offset is the high watermark minus one": transaction
//! markers take offsets and are never delivered. Where somebody writes in transactions, the end is
//! that of what is committed: the broker answers so to a reader that wants nothing else. Readers
//! fold last-wins; compaction saves space and never gives uniqueness.

use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::message::BorrowedMessage;
use rdkafka::{Message, Offset, TopicPartitionList};
use readonce_model::Topic;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::client::{ClientSettings, Isolation};
use super::ends::ends;
use crate::Halt;

/// Records that are handed over together: one by one, the hand-over costs more than the reading.
const TOGETHER: usize = 256;
const TOGETHER_BYTES: usize = 1 << 20;
/// Hand-overs that may wait for who keeps a part of them.
const INBOX: usize = 4;
/// No progress for this long means the broker is gone, not slow.
const STALL: Duration = Duration::from_secs(60);

/// One record of a table; no value is a tombstone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRecord {
    pub partition: i32,
    pub offset: i64,
    pub key: Vec<u8>,
    pub value: Option<Vec<u8>>,
}

impl TableRecord {
    /// A record of a service's own memory that cannot be read is no poison to step over: memory
    /// would have a hole.
    pub fn unreadable(&self, topic: &Topic, why: impl std::fmt::Display) -> Halt {
        Halt::Record {
            topic: topic.name(),
            partition: self.partition,
            offset: self.offset,
            detail: format!("a record of this service's memory cannot be read: {why}"),
        }
    }
}

/// A partition of a table as it was when reading began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The last record of each key, in the order of their offsets; no tombstones.
    pub records: Vec<TableRecord>,
    /// What lies below this offset is in `records`, or was replaced or taken back by what is.
    pub end: i64,
}

/// Hands every record of one partition to `fold`, in order, and answers the end that it read to.
/// Blocks: call it where that is allowed.
pub(super) fn read_to_end(
    settings: &ClientSettings,
    topic: &Topic,
    partition: i32,
    fold: impl FnMut(&BorrowedMessage<'_>) -> Result<(), Halt>,
) -> Result<i64, Halt> {
    let stretch = Stretch {
        topic,
        partition,
        isolation: Isolation::Committed,
        from: 0,
    };
    read_stretch(settings, &stretch, fold)
}

/// A part of a partition, up to the end that it has now.
pub(super) struct Stretch<'a> {
    pub(super) topic: &'a Topic,
    pub(super) partition: i32,
    pub(super) isolation: Isolation,
    /// An offset; below zero it is counted from the end.
    pub(super) from: i64,
}

/// As `read_to_end`, of a part.
pub(super) fn read_stretch(
    settings: &ClientSettings,
    stretch: &Stretch<'_>,
    mut fold: impl FnMut(&BorrowedMessage<'_>) -> Result<(), Halt>,
) -> Result<i64, Halt> {
    let name = settings.kafka().namespace.topic(stretch.topic);
    let partition = stretch.partition;
    let config = settings.reader_of(stretch.isolation);
    let consumer: BaseConsumer = config.create().map_err(Halt::kafka)?;
    let (low, high) = ends(&consumer, &name, partition, STALL)
        .map_err(|error| settings.unreachable(format!("watermarks of {name}: {error}")))?;
    let from = match stretch.from {
        from if from < 0 => high.saturating_add(from).max(low),
        from => from.max(low),
    };
    if from >= high {
        return Ok(high);
    }
    let mut list = TopicPartitionList::new();
    list.add_partition_offset(&name, partition, Offset::Offset(from))
        .map_err(Halt::kafka)?;
    consumer.assign(&list).map_err(Halt::kafka)?;
    let mut moved = Instant::now();
    loop {
        match consumer.poll(Duration::from_millis(100)) {
            Some(Ok(message)) => {
                moved = Instant::now();
                let last = message.offset() + 1 >= high;
                // A marker at the end moves the position past `high` without a record.
                if message.offset() < high {
                    fold(&message)?;
                }
                if last {
                    return Ok(high);
                }
            }
            Some(Err(KafkaError::PartitionEOF(_))) => return Ok(high),
            Some(Err(error)) => tracing::warn!(%error, topic = name, "restoring goes on"),
            None if moved.elapsed() > STALL => {
                return Err(settings.unreachable(format!("restoring {name} stalled")));
            }
            None => {}
        }
    }
}

pub(super) fn own(message: &BorrowedMessage<'_>) -> TableRecord {
    TableRecord {
        partition: message.partition(),
        offset: message.offset(),
        key: message.key().unwrap_or_default().to_vec(),
        value: message.payload().map(<[u8]>::to_vec),
    }
}

/// One partition of a table, folded last-wins, in the order of the surviving records.
pub async fn restore(
    settings: &ClientSettings,
    topic: Topic,
    partition: i32,
) -> Result<Vec<TableRecord>, Halt> {
    restore_to_end(settings, topic, partition)
        .await
        .map(|restored| restored.records)
}

/// As [`restore`], with the end: for an owner that goes on reading the same topic and must tell
/// what it has restored from what is new.
pub async fn restore_to_end(
    settings: &ClientSettings,
    topic: Topic,
    partition: i32,
) -> Result<Restored, Halt> {
    let settings = settings.clone();
    let read = move || {
        let mut latest = std::collections::HashMap::new();
        let end = read_to_end(&settings, &topic, partition, |message| {
            let record = own(message);
            latest.insert(record.key.clone(), record);
            Ok(())
        })?;
        let mut records: Vec<_> = latest.into_values().filter(|r| r.value.is_some()).collect();
        records.sort_by_key(|record| record.offset);
        Ok(Restored { records, end })
    };
    tokio::task::spawn_blocking(read)
        .await
        .map_err(|error| Halt::Internal(error.to_string()))?
}

/// A partition that is being read record by record, replaced ones and tombstones included: for
/// tables of which only a part is kept in memory, and for reading on from an earlier end.
pub struct Restoring {
    handed: mpsc::Receiver<Vec<TableRecord>>,
    at_hand: std::vec::IntoIter<TableRecord>,
    reading: Option<JoinHandle<Result<i64, Halt>>>,
    end: i64,
}

/// Begins to read a partition from an offset up to the end that it has now.
pub fn restore_each(
    settings: &ClientSettings,
    topic: Topic,
    partition: i32,
    from: i64,
) -> Restoring {
    let settings = settings.clone();
    let (sender, handed) = mpsc::channel(INBOX);
    let read = move || {
        let mut bundle = Bundle::new(sender);
        let stretch = Stretch {
            topic: &topic,
            partition,
            isolation: Isolation::Committed,
            from: from.max(0),
        };
        let end = read_stretch(&settings, &stretch, |message| bundle.add(own(message)))?;
        bundle.hand_over()?;
        Ok(end)
    };
    Restoring {
        handed,
        at_hand: Vec::new().into_iter(),
        reading: Some(tokio::task::spawn_blocking(read)),
        end: from,
    }
}

/// Records on their way from the reading thread.
struct Bundle {
    sender: mpsc::Sender<Vec<TableRecord>>,
    records: Vec<TableRecord>,
    bytes: usize,
}

impl Bundle {
    fn new(sender: mpsc::Sender<Vec<TableRecord>>) -> Self {
        Self {
            sender,
            records: Vec::with_capacity(TOGETHER),
            bytes: 0,
        }
    }

    fn add(&mut self, record: TableRecord) -> Result<(), Halt> {
        self.bytes += record.key.len() + record.value.as_ref().map_or(0, Vec::len);
        self.records.push(record);
        match self.records.len() >= TOGETHER || self.bytes >= TOGETHER_BYTES {
            true => self.hand_over(),
            false => Ok(()),
        }
    }

    fn hand_over(&mut self) -> Result<(), Halt> {
        self.bytes = 0;
        let records = std::mem::replace(&mut self.records, Vec::with_capacity(TOGETHER));
        self.sender
            .blocking_send(records)
            .map_err(|_| Halt::Internal("nobody waits for what is restored".to_owned()))
    }
}

impl Restoring {
    /// The next record; none when everything up to the end was handed over.
    pub async fn next(&mut self) -> Result<Option<TableRecord>, Halt> {
        loop {
            if let Some(record) = self.at_hand.next() {
                return Ok(Some(record));
            }
            match self.handed.recv().await {
                Some(records) => self.at_hand = records.into_iter(),
                None => break,
            }
        }
        if let Some(reading) = self.reading.take() {
            let read = reading.await;
            self.end = read.map_err(|error| Halt::Internal(error.to_string()))??;
        }
        Ok(None)
    }

    /// Where reading goes on another time. Known when `next` has answered none.
    pub const fn end(&self) -> i64 {
        self.end
    }
}

/// Every partition of a table: for small tables that each instance needs whole.
pub async fn restore_all(
    settings: &ClientSettings,
    topic: Topic,
) -> Result<Vec<TableRecord>, Halt> {
    let mut all = Vec::new();
    for partition in 0..settings.kafka().partitions as i32 {
        all.extend(restore(settings, topic.clone(), partition).await?);
    }
    Ok(all)
}
