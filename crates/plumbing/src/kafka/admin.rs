//! Topics: makes the missing ones, checks the others.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use rdkafka::admin::{AdminClient, AdminOptions, NewTopic, TopicReplication};
use rdkafka::client::DefaultClientContext;
use rdkafka::consumer::{BaseConsumer, Consumer};
use rdkafka::metadata::MetadataTopic;
use rdkafka::types::RDKafkaErrorCode;
use readonce_model::Topic;
use readonce_model::topic::Cleanup;

use super::client::{ClientSettings, MAX_RECORD_BYTES};
use crate::Halt;

const TIMEOUT: Duration = Duration::from_secs(15);
/// For the question whether a broker is there at all.
const PRESENCE_TIMEOUT: Duration = Duration::from_secs(5);

const LEADER_PAUSE: Duration = Duration::from_millis(50);

/// A topic as the broker has it.
struct Known {
    name: String,
    partitions: u32,
    /// Partitions that have a leader.
    led: u32,
}

impl Known {
    fn of(topic: &MetadataTopic) -> Self {
        let led = topic
            .partitions()
            .iter()
            .filter(|partition| partition.leader() >= 0);
        Self {
            name: topic.name().to_owned(),
            partitions: topic.partitions().len() as u32,
            led: led.count() as u32,
        }
    }
}

/// Looks after topics of one namespace.
pub struct Admin {
    client: AdminClient<DefaultClientContext>,
    settings: ClientSettings,
}

impl Admin {
    pub fn new(settings: &ClientSettings) -> Result<Self, Halt> {
        let client = settings.base().create().map_err(Halt::kafka)?;
        Ok(Self {
            client,
            settings: settings.clone(),
        })
    }

    pub(super) fn client(&self) -> &AdminClient<DefaultClientContext> {
        &self.client
    }

    pub(super) fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    /// Partition counts of the namespace's topics, by full name; fails when no broker answers.
    pub async fn partitions(&self) -> Result<HashMap<String, u32>, Halt> {
        let prefix = format!("{}.", self.settings.kafka().namespace.as_str());
        let metadata = self.metadata().await?;
        let named = metadata
            .into_iter()
            .filter(|known| known.name.starts_with(&prefix));
        Ok(named.map(|known| (known.name, known.partitions)).collect())
    }

    /// Blocking in librdkafka, so it runs on a thread that may block.
    async fn metadata(&self) -> Result<Vec<Known>, Halt> {
        let settings = self.settings.clone();
        let config = settings.reader();
        let read = move || -> Result<Vec<Known>, rdkafka::error::KafkaError> {
            let consumer: BaseConsumer = config.create()?;
            let all = consumer.fetch_metadata(None, PRESENCE_TIMEOUT)?;
            Ok(all.topics().iter().map(Known::of).collect())
        };
        tokio::task::spawn_blocking(read)
            .await
            .map_err(|error| Halt::Internal(error.to_string()))?
            .map_err(|error| settings.unreachable(error))
    }

    /// A new topic can be read and written only when each partition has a leader, which takes the
    /// cluster a moment.
    async fn wait_until_led(&self, topics: &[Topic]) -> Result<(), Halt> {
        let names = topics
            .iter()
            .map(|topic| self.settings.kafka().namespace.topic(topic));
        let mut waiting: BTreeSet<_> = names.collect();
        let deadline = Instant::now() + TIMEOUT;
        loop {
            for known in self.metadata().await? {
                if known.partitions > 0 && known.led == known.partitions {
                    waiting.remove(&known.name);
                }
            }
            let Some(topic) = waiting.first() else {
                return Ok(());
            };
            if Instant::now() >= deadline {
                let detail = "has partitions without a leader".to_owned();
                return Err(Halt::Topic {
                    topic: topic.clone(),
                    detail,
                });
            }
            tokio::time::sleep(LEADER_PAUSE).await;
        }
    }

    /// Makes what is missing and refuses a topic whose partition count would split keys.
    pub async fn ensure(&self, topics: &[Topic]) -> Result<Vec<String>, Halt> {
        let existing = self.partitions().await?;
        let wanted = self.settings.kafka().partitions;
        let mut missing = Vec::new();
        for topic in topics {
            let name = self.settings.kafka().namespace.topic(topic);
            match existing.get(&name) {
                Some(count) if *count == wanted => {}
                Some(count) => return Err(mismatch(name, *count, wanted)),
                None => missing.push((name, topic_settings(topic))),
            }
        }
        self.create(&missing).await?;
        self.wait_until_led(topics).await?;
        Ok(missing.into_iter().map(|(name, _)| name).collect())
    }

    async fn create(&self, missing: &[(String, Settings)]) -> Result<(), Halt> {
        if missing.is_empty() {
            return Ok(());
        }
        let new: Vec<_> = missing
            .iter()
            .map(|(name, settings)| self.new_topic(name, settings))
            .collect();
        let options = AdminOptions::new().operation_timeout(Some(TIMEOUT));
        let results = self.client.create_topics(&new, &options).await;
        for result in results.map_err(|error| self.settings.unreachable(error))? {
            match result {
                // Another instance that starts at the same time may be first.
                Ok(_) | Err((_, RDKafkaErrorCode::TopicAlreadyExists)) => {}
                Err((topic, code)) => {
                    return Err(Halt::Topic {
                        topic,
                        detail: format!("cannot be made: {code}"),
                    });
                }
            }
        }
        Ok(())
    }

    fn new_topic<'a>(&self, name: &'a str, settings: &'a [(&str, String)]) -> NewTopic<'a> {
        let kafka = self.settings.kafka();
        let replication = TopicReplication::Fixed(kafka.replication_factor);
        let topic = NewTopic::new(name, kafka.partitions as i32, replication);
        settings
            .iter()
            .fold(topic, |topic, (key, value)| topic.set(key, value))
    }

    /// Removes every topic of the namespace and the given groups' offsets with them.
    pub async fn delete_all(&self) -> Result<Vec<String>, Halt> {
        let names: Vec<_> = self.partitions().await?.into_keys().collect();
        if names.is_empty() {
            return Ok(names);
        }
        let refs: Vec<_> = names.iter().map(String::as_str).collect();
        let options = AdminOptions::new().operation_timeout(Some(TIMEOUT));
        let results = self
            .client
            .delete_topics(&refs, &options)
            .await
            .map_err(Halt::kafka)?;
        for result in results {
            if let Err((topic, code)) = result {
                return Err(Halt::Topic {
                    topic,
                    detail: format!("cannot be deleted: {code}"),
                });
            }
        }
        Ok(names)
    }

    /// Forgets the groups; a group that does not exist is as good as forgotten.
    pub async fn delete_groups(&self, groups: &[&str]) -> Result<(), Halt> {
        let options = AdminOptions::new().operation_timeout(Some(TIMEOUT));
        let results = self
            .client
            .delete_groups(groups, &options)
            .await
            .map_err(Halt::kafka)?;
        for result in results {
            match result {
                Ok(_) | Err((_, RDKafkaErrorCode::GroupIdNotFound)) => {}
                Err((group, code)) => {
                    return Err(Halt::Kafka(format!(
                        "group {group} cannot be deleted: {code}"
                    )));
                }
            }
        }
        Ok(())
    }
}

fn mismatch(topic: String, has: u32, wanted: u32) -> Halt {
    let detail = format!(
        "has {has} partitions but [kafka] partitions is {wanted}; keys would be split over both layouts"
    );
    Halt::Topic { topic, detail }
}

type Settings = Vec<(&'static str, String)>;

/// For how long a reader of events may be away and still find each of them.
const EVENTS_STAY_MS: &str = "86400000";

/// A compacted topic must roll and clean in bounded time, and keep tombstones for longer than any
/// reader may be away. Where each record is an event, none may go before the sink has read it.
fn topic_settings(topic: &Topic) -> Settings {
    let mut settings = vec![
        ("max.message.bytes", MAX_RECORD_BYTES.to_string()),
        ("message.timestamp.type", "CreateTime".to_owned()),
    ];
    if topic.holds_events() {
        settings.push(("min.compaction.lag.ms", EVENTS_STAY_MS.to_owned()));
    }
    match topic.cleanup() {
        Cleanup::Compact => settings.extend([
            ("cleanup.policy", "compact".to_owned()),
            ("segment.ms", "3600000".to_owned()),
            ("min.cleanable.dirty.ratio", "0.2".to_owned()),
            // Not below the lag of events.
            ("max.compaction.lag.ms", "172800000".to_owned()),
            ("delete.retention.ms", "604800000".to_owned()),
        ]),
        Cleanup::Delete { retention_ms } => settings.extend([
            ("cleanup.policy", "delete".to_owned()),
            ("retention.ms", retention_ms.unwrap_or(-1).to_string()),
        ]),
    }
    settings
}
