//! Restores a partition of a compacted topic up to the end that it has now.
//!
//! The end is found by position, not by "last offset is the high watermark minus one": transaction
//! markers take offsets and are never delivered. Readers fold last-wins; compaction saves space
//! and never gives uniqueness.

use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::{Message, Offset, TopicPartitionList};
use readonce_model::Topic;

use super::client::ClientSettings;
use crate::Halt;

const TIMEOUT: Duration = Duration::from_secs(15);
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

/// Hands every record of one partition to `fold`, in order. Blocks: call it where that is allowed.
fn restore_blocking(
    settings: &ClientSettings,
    topic: &Topic,
    partition: i32,
    mut fold: impl FnMut(TableRecord) -> Result<(), Halt>,
) -> Result<u64, Halt> {
    let name = settings.kafka().namespace.topic(topic);
    let consumer: BaseConsumer = settings.reader().create().map_err(Halt::kafka)?;
    let (low, high) = consumer
        .fetch_watermarks(&name, partition, TIMEOUT)
        .map_err(|error| settings.unreachable(format!("watermarks of {name}: {error}")))?;
    if low >= high {
        return Ok(0);
    }
    let mut list = TopicPartitionList::new();
    list.add_partition_offset(&name, partition, Offset::Beginning)
        .map_err(Halt::kafka)?;
    consumer.assign(&list).map_err(Halt::kafka)?;
    let mut count = 0;
    let mut moved = Instant::now();
    loop {
        match consumer.poll(Duration::from_millis(100)) {
            Some(Ok(message)) => {
                moved = Instant::now();
                let last = message.offset() + 1 >= high;
                // A marker at the end moves the position past `high` without a record.
                if message.offset() < high {
                    count += 1;
                    fold(own(&message))?;
                }
                if last {
                    return Ok(count);
                }
            }
            Some(Err(KafkaError::PartitionEOF(_))) => return Ok(count),
            Some(Err(error)) => tracing::warn!(%error, topic = name, "restoring goes on"),
            None if moved.elapsed() > STALL => {
                return Err(settings.unreachable(format!("restoring {name} stalled")));
            }
            None => {}
        }
    }
}

fn own(message: &rdkafka::message::BorrowedMessage<'_>) -> TableRecord {
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
    let settings = settings.clone();
    let read = move || {
        let mut latest = std::collections::HashMap::new();
        restore_blocking(&settings, &topic, partition, |record| {
            latest.insert(record.key.clone(), record);
            Ok(())
        })?;
        let mut records: Vec<_> = latest.into_values().filter(|r| r.value.is_some()).collect();
        records.sort_by_key(|record| record.offset);
        Ok(records)
    };
    tokio::task::spawn_blocking(read)
        .await
        .map_err(|error| Halt::Internal(error.to_string()))?
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
