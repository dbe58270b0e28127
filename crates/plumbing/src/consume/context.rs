//! Rebalance callbacks. They run inside `poll`, on the poll thread: they find out where to start,
//! drain what is let go of, and leave the rest to the loop.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rdkafka::consumer::{BaseConsumer, CommitMode, Consumer, ConsumerContext, Rebalance};
use rdkafka::error::{KafkaError, KafkaResult};
use rdkafka::{ClientContext, Offset, Statistics, TopicPartitionList};
use readonce_model::Service;

use super::owned::Start;
use super::workers::{Place, Workers};
use crate::Halt;
use crate::kafka::ends;
use crate::metrics::Metric;

const BROKER_TIMEOUT: Duration = Duration::from_secs(15);
/// Less than a third of the session: the group must not notice.
const REVOKE_DEADLINE: Duration = Duration::from_secs(5);

/// What callbacks leave for the loop.
pub(crate) enum Event {
    Assigned(Vec<(Place, Start)>),
    Fault(Halt),
}

pub(crate) struct Context {
    pub(crate) service: Service,
    pub(crate) workers: Mutex<Workers>,
    pub(crate) events: Mutex<Vec<Event>>,
    /// An asynchronous commit failed: what it held is committed again.
    pub(crate) has_failed_commit: AtomicBool,
}

impl Context {
    fn leave(&self, event: Event) {
        if let Ok(mut events) = self.events.lock() {
            events.push(event);
        }
    }

    pub(crate) fn take_events(&self) -> Vec<Event> {
        self.events
            .lock()
            .map(|mut events| std::mem::take(&mut *events))
            .unwrap_or_default()
    }

    pub(crate) fn note_failed_commit(&self) {
        self.has_failed_commit.store(true, Ordering::Release);
    }

    pub(crate) fn take_failed_commit(&self) -> bool {
        self.has_failed_commit.swap(false, Ordering::AcqRel)
    }

    fn count(&self, kind: &str, partitions: usize) {
        let labels = [("service", self.service.name()), ("kind", kind)];
        Metric::Rebalances.add(partitions as u64, &labels);
    }

    /// Writes the starting offset of each partition into the assignment that is about to be made.
    /// Without a commit a partition starts at its beginning; with one that retention has overtaken
    /// the client reports an error, since records would be lost silently otherwise.
    fn choose_starts(
        &self,
        consumer: &BaseConsumer<Context>,
        list: &TopicPartitionList,
    ) -> Result<Vec<(Place, Start)>, KafkaError> {
        let committed = consumer.committed_offsets(list.clone(), BROKER_TIMEOUT)?;
        let mut starts = Vec::new();
        for mut elem in list.elements() {
            let (topic, partition) = (elem.topic().to_owned(), elem.partition());
            let (low, _) = ends(consumer, &topic, partition, BROKER_TIMEOUT)?;
            let known = committed.find_partition(&topic, partition);
            let offset = known
                .and_then(|elem| elem.offset().to_raw())
                .filter(|offset| *offset >= 0)
                .unwrap_or(low);
            elem.set_offset(Offset::Offset(offset))?;
            starts.push(((topic, partition), Start { offset, low }));
        }
        Ok(starts)
    }

    fn let_go(&self, consumer: &BaseConsumer<Context>, list: &TopicPartitionList) {
        let places: Vec<_> = list
            .elements()
            .iter()
            .map(|e| (e.topic().to_owned(), e.partition()))
            .collect();
        let Ok(mut workers) = self.workers.lock() else {
            return;
        };
        let ends = workers.stop(&places, REVOKE_DEADLINE);
        drop(workers);
        self.count("revoked", places.len());
        commit(self.service, consumer, &ends);
    }
}

/// Commits and waits; a refusal is counted, and the records come again.
pub(crate) fn commit(service: Service, consumer: &BaseConsumer<Context>, ends: &[(Place, i64)]) {
    if ends.is_empty() {
        return;
    }
    let list = offsets(ends);
    if let Err(error) = consumer.commit(&list, CommitMode::Sync) {
        Metric::CommitFailures.add(1, &[("service", service.name())]);
        tracing::warn!(%error, "offsets were not committed; their records come again");
    }
}

pub(crate) fn offsets(ends: &[(Place, i64)]) -> TopicPartitionList {
    let mut list = TopicPartitionList::with_capacity(ends.len());
    for ((topic, partition), offset) in ends {
        // The only failure is a partition that is not in the list, and it was just added.
        let _ = list.add_partition_offset(topic, *partition, Offset::Offset(*offset));
    }
    list
}

impl ClientContext for Context {
    fn stats(&self, statistics: Statistics) {
        for (topic, facts) in &statistics.topics {
            for (partition, facts) in &facts.partitions {
                if facts.consumer_lag >= 0 {
                    let partition = partition.to_string();
                    let labels = [
                        ("service", self.service.name()),
                        ("topic", topic.as_str()),
                        ("partition", partition.as_str()),
                    ];
                    Metric::LagRecords.set(facts.consumer_lag as f64, &labels);
                }
            }
        }
    }
}

impl ConsumerContext for Context {
    fn pre_rebalance(&self, consumer: &BaseConsumer<Self>, rebalance: &Rebalance<'_>) {
        match rebalance {
            Rebalance::Assign(list) => match self.choose_starts(consumer, list) {
                Ok(starts) => self.leave(Event::Assigned(starts)),
                Err(error) => self.leave(Event::Fault(Halt::MembershipLost(format!(
                    "the starting offsets of an assignment cannot be read: {error}"
                )))),
            },
            Rebalance::Revoke(list) => self.let_go(consumer, list),
            Rebalance::Error(error) => {
                self.leave(Event::Fault(Halt::kafka(format!(
                    "rebalance failed: {error}"
                ))));
            }
        }
    }

    fn post_rebalance(&self, consumer: &BaseConsumer<Self>, rebalance: &Rebalance<'_>) {
        if let Rebalance::Assign(list) = rebalance {
            self.count("assigned", list.count());
            // Until a worker has restored its tables nothing may come.
            if let Err(error) = consumer.pause(list) {
                self.leave(Event::Fault(Halt::kafka(format!("cannot pause: {error}"))));
            }
        }
    }

    fn commit_callback(&self, result: KafkaResult<()>, _: &TopicPartitionList) {
        match result {
            // Nothing to commit is no failure.
            Ok(())
            | Err(KafkaError::ConsumerCommit(rdkafka::types::RDKafkaErrorCode::NoOffset)) => {}
            Err(error) => {
                Metric::CommitFailures.add(1, &[("service", self.service.name())]);
                tracing::warn!(%error, "offsets were not committed; they are tried again");
                self.note_failed_commit();
            }
        }
    }
}
