//! Reads single records of a partition by their offsets: for a reader that put records off without
//! keeping them, and needs a few of them now.
//!
//! A record that compaction has taken is not there, and that is no fault: a later one of its key
//! is. Never for a whole partition, which `table` reads far faster.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::{Message, Offset, TopicPartitionList};
use readonce_model::Topic;

use super::client::ClientSettings;
use super::table::{TableRecord, own};
use crate::Halt;

const POLL: Duration = Duration::from_millis(100);
/// No progress for this long means the broker is gone, not slow.
const STALL: Duration = Duration::from_secs(60);
/// A wanted record that is so near behind the one before is read up to instead of sought.
const NEAR: i64 = 16;
/// What one fetch brings at least one record of, whatever its size.
const FETCH_BYTES: &str = "131072";

/// Values by their offsets.
pub type Picked = HashMap<i64, Vec<u8>>;

/// The records at these offsets that are still there and have a value.
pub async fn pick(
    settings: &ClientSettings,
    topic: Topic,
    partition: i32,
    mut offsets: Vec<i64>,
) -> Result<Picked, Halt> {
    let settings = settings.clone();
    offsets.sort_unstable();
    offsets.dedup();
    let read = move || {
        let records = Picker::new(&settings, &topic, partition)?.read(&offsets)?;
        let records = records.into_iter();
        let values = records.filter_map(|record| Some((record.offset, record.value?)));
        Ok(values.collect())
    };
    tokio::task::spawn_blocking(read)
        .await
        .map_err(|error| Halt::Internal(error.to_string()))?
}

struct Picker<'a> {
    settings: &'a ClientSettings,
    consumer: BaseConsumer,
    name: String,
    partition: i32,
    /// The record that will come next, if one was read before.
    position: Option<i64>,
}

impl<'a> Picker<'a> {
    fn new(settings: &'a ClientSettings, topic: &Topic, partition: i32) -> Result<Self, Halt> {
        let mut config = settings.reader();
        config
            .set("max.partition.fetch.bytes", FETCH_BYTES)
            // What lies behind a wanted record is mostly not wanted.
            .set("queued.min.messages", "1");
        Ok(Self {
            settings,
            consumer: config.create().map_err(Halt::kafka)?,
            name: settings.kafka().namespace.topic(topic),
            partition,
            position: None,
        })
    }

    fn read(mut self, offsets: &[i64]) -> Result<Vec<TableRecord>, Halt> {
        let mut picked: Vec<TableRecord> = Vec::with_capacity(offsets.len());
        // The first record at or behind the last wanted offset, which may be a wanted one itself.
        let mut ahead: Option<TableRecord> = None;
        for offset in offsets {
            if ahead.as_ref().is_none_or(|record| record.offset < *offset) {
                ahead = self.first_from(*offset)?;
            }
            if ahead
                .as_ref()
                .is_some_and(|record| record.offset == *offset)
            {
                picked.extend(ahead.take());
            }
            if ahead.is_none() && self.position.is_none() {
                // The end of the partition: nothing further can be there.
                break;
            }
        }
        Ok(picked)
    }

    /// The first record at this offset or behind it; none at the end.
    fn first_from(&mut self, offset: i64) -> Result<Option<TableRecord>, Halt> {
        let is_near = |at: i64| (at..at.saturating_add(NEAR)).contains(&offset);
        if !self.position.is_some_and(is_near) {
            self.seek(offset)?;
        }
        let mut moved = Instant::now();
        loop {
            match self.consumer.poll(POLL) {
                Some(Ok(message)) => {
                    moved = Instant::now();
                    self.position = Some(message.offset().saturating_add(1));
                    if message.offset() >= offset {
                        return Ok(Some(own(&message)));
                    }
                }
                Some(Err(KafkaError::PartitionEOF(_))) => {
                    self.position = None;
                    return Ok(None);
                }
                Some(Err(error)) => tracing::warn!(%error, topic = self.name, "reading goes on"),
                None if moved.elapsed() > STALL => {
                    let words = format!("reading {} stalled", self.name);
                    return Err(self.settings.unreachable(words));
                }
                None => {}
            }
        }
    }

    fn seek(&self, offset: i64) -> Result<(), Halt> {
        let mut list = TopicPartitionList::new();
        list.add_partition_offset(&self.name, self.partition, Offset::Offset(offset))
            .map_err(Halt::kafka)?;
        self.consumer.assign(&list).map_err(Halt::kafka)
    }
}
