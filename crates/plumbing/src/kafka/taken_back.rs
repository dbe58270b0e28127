//! What an owner of a lock wrote last and was taken back with its transaction, because it died or
//! lost the lock. Readers of what is committed never see it, yet its owner had the broker's word.
//!
//! Only who has the lock may ask: then nothing is open any more. A record counts as taken back when
//! no committed record of its key lies behind it. All that can be of it lies at the end of the
//! partition, and compaction leaves the youngest records alone.

use std::collections::HashMap;

use readonce_model::Topic;

use super::client::{ClientSettings, Isolation};
use super::lock::MOST_OPEN;
use super::table::{Stretch, TableRecord, own, read_stretch};
use crate::Halt;

/// As many owners may have died one after the other, each before it wrote these records anew.
const OWNERS: usize = 4;

/// The records of a partition that were taken back, in order.
pub async fn taken_back(
    settings: &ClientSettings,
    topic: Topic,
    partition: i32,
) -> Result<Vec<TableRecord>, Halt> {
    let read = |isolation| {
        let (settings, topic) = (settings.clone(), topic.clone());
        let read = move || tail(&settings, &topic, partition, isolation);
        tokio::task::spawn_blocking(read)
    };
    let both = tokio::try_join!(read(Isolation::Uncommitted), read(Isolation::Committed));
    let (all, committed) = both.map_err(|error| Halt::Internal(error.to_string()))?;
    Ok(without_committed(all?, &committed?))
}

fn tail(
    settings: &ClientSettings,
    topic: &Topic,
    partition: i32,
    isolation: Isolation,
) -> Result<Vec<TableRecord>, Halt> {
    let stretch = Stretch {
        topic,
        partition,
        isolation,
        from: -((MOST_OPEN * OWNERS) as i64),
    };
    let mut records = Vec::new();
    read_stretch(settings, &stretch, |message| {
        records.push(own(message));
        Ok(())
    })?;
    Ok(records)
}

fn without_committed(all: Vec<TableRecord>, committed: &[TableRecord]) -> Vec<TableRecord> {
    let last = committed.iter().map(|record| (&record.key, record.offset));
    // In the order of offsets, so the last one stays.
    let last: HashMap<_, _> = last.collect();
    let is_behind = |record: &TableRecord| {
        let committed = last.get(&record.key);
        committed.is_none_or(|offset| record.offset > *offset)
    };
    all.into_iter().filter(is_behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(keys: &[(&str, i64)]) -> Vec<TableRecord> {
        let record = |(key, offset): &(&str, i64)| TableRecord {
            partition: 0,
            offset: *offset,
            key: key.as_bytes().to_vec(),
            value: None,
        };
        keys.iter().map(record).collect()
    }

    #[test]
    fn what_was_taken_back_and_not_written_anew_is_left() {
        let all = records(&[("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5), ("c", 6)]);
        let committed = records(&[("a", 1), ("b", 5), ("c", 4)]);
        let left = without_committed(all, &committed);
        assert_eq!(left, records(&[("a", 3), ("c", 6)]));
    }
}
