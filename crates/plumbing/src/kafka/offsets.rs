//! Offsets of consumer groups: how far they are, and moving them for a replay.

use std::time::Duration;

use rdkafka::consumer::{BaseConsumer, CommitMode, Consumer};
use rdkafka::error::KafkaError;
use rdkafka::topic_partition_list::TopicPartitionListElem;
use rdkafka::{Offset, TopicPartitionList};
use readonce_model::{ContractId, Service, Topic};

use super::client::ClientSettings;
use super::ends::{ends, may_pass};
use crate::Halt;

const TIMEOUT: Duration = Duration::from_secs(15);

/// How far a group is in one partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lag {
    pub topic: String,
    pub partition: i32,
    /// None before the first commit.
    pub committed: Option<i64>,
    pub low: i64,
    pub high: i64,
    /// False while the topic is not made yet, or not known everywhere.
    pub exists: bool,
}

impl Lag {
    /// Records that wait: to the end from the committed offset, or all of them.
    pub fn records(&self) -> i64 {
        (self.high - self.committed.unwrap_or(self.low).max(self.low)).max(0)
    }
}

/// How far every service's group is.
pub async fn lag_of_all(
    settings: &ClientSettings,
    contracts: &[ContractId],
) -> Result<Vec<(Service, Lag)>, Halt> {
    let mut all = Vec::new();
    for service in Service::ALL {
        let offsets = GroupOffsets::new(settings, settings.kafka().namespace.group(service));
        let lags = offsets.lag(&service.inputs(contracts)).await?;
        all.extend(lags.into_iter().map(|lag| (service, lag)));
    }
    Ok(all)
}

/// The ends of all inputs when no group has anything left to read, else none. Two equal answers
/// in a row mean that the pipeline is at rest: nothing waited, and nothing was written since.
pub async fn ends_when_idle(
    settings: &ClientSettings,
    contracts: &[ContractId],
) -> Result<Option<Vec<(String, i32, i64)>>, Halt> {
    let all = lag_of_all(settings, contracts).await?;
    let is_idle = all.iter().all(|(_, lag)| lag.exists && lag.records() == 0);
    Ok(is_idle.then(|| {
        all.into_iter()
            .map(|(_, l)| (l.topic, l.partition, l.high))
            .collect()
    }))
}

/// Reads and moves the offsets of one group. It never joins the group.
pub struct GroupOffsets {
    group: String,
    settings: ClientSettings,
}

impl GroupOffsets {
    pub fn new(settings: &ClientSettings, group: String) -> Self {
        Self {
            group,
            settings: settings.clone(),
        }
    }

    /// A partition that cannot be asked at this moment is said not to exist yet.
    pub async fn lag(&self, topics: &[Topic]) -> Result<Vec<Lag>, Halt> {
        let wanted = self.list(topics, Offset::Invalid)?;
        self.blocking(move |consumer, _| {
            let committed = match consumer.committed_offsets(wanted.clone(), TIMEOUT) {
                Err(error) if may_pass(&error) => wanted,
                found => found?,
            };
            committed
                .elements()
                .iter()
                .map(|elem| lag_of(consumer, elem))
                .collect()
        })
        .await
    }

    /// Members that the broker still counts: live ones, and static ones whose session has not
    /// ended yet.
    pub async fn members(&self) -> Result<Vec<String>, Halt> {
        self.blocking(|consumer, group| {
            let list = consumer.fetch_group_list(Some(group), TIMEOUT)?;
            let members = list.groups().iter().flat_map(|group| group.members());
            Ok(members.map(|member| member.id().to_owned()).collect())
        })
        .await
    }

    /// Commits the beginning of every partition. The broker refuses it while the group has members.
    pub async fn rewind(&self, topics: &[Topic]) -> Result<(), Halt> {
        let wanted = self.list(topics, Offset::Offset(0))?;
        self.blocking(move |consumer, _| {
            let mut list = TopicPartitionList::new();
            for elem in wanted.elements() {
                let (low, _) = ends(consumer, elem.topic(), elem.partition(), TIMEOUT)?;
                list.add_partition_offset(elem.topic(), elem.partition(), Offset::Offset(low))?;
            }
            consumer.commit(&list, CommitMode::Sync)
        })
        .await
    }

    fn list(&self, topics: &[Topic], offset: Offset) -> Result<TopicPartitionList, Halt> {
        let kafka = self.settings.kafka();
        let mut list = TopicPartitionList::new();
        for topic in topics {
            for partition in 0..kafka.partitions as i32 {
                list.add_partition_offset(&kafka.namespace.topic(topic), partition, offset)
                    .map_err(Halt::kafka)?;
            }
        }
        Ok(list)
    }

    async fn blocking<T: Send + 'static>(
        &self,
        act: impl FnOnce(&BaseConsumer, &str) -> Result<T, rdkafka::error::KafkaError> + Send + 'static,
    ) -> Result<T, Halt> {
        let mut config = self.settings.reader();
        config.set("group.id", &self.group);
        let group = self.group.clone();
        let run = move || {
            let consumer: BaseConsumer = config.create()?;
            act(&consumer, &group)
        };
        tokio::task::spawn_blocking(run)
            .await
            .map_err(|error| Halt::Internal(error.to_string()))?
            .map_err(|error| {
                self.settings
                    .unreachable(format!("group {}: {error}", self.group))
            })
    }
}

fn lag_of(consumer: &BaseConsumer, elem: &TopicPartitionListElem<'_>) -> Result<Lag, KafkaError> {
    let (topic, partition) = (elem.topic().to_owned(), elem.partition());
    let (exists, (low, high)) = match ends(consumer, &topic, partition, Duration::ZERO) {
        Ok(ends) => (true, ends),
        Err(error) if may_pass(&error) => (false, (0, 0)),
        Err(error) => return Err(error),
    };
    let committed = elem.offset().to_raw().filter(|offset| *offset >= 0);
    Ok(Lag {
        topic,
        partition,
        committed,
        low,
        high,
        exists,
    })
}
