//! Sends records and says when the broker has them. Every record names its partition.

use std::time::Duration;

use futures_util::future::try_join_all;
use rdkafka::ClientConfig;
use rdkafka::error::KafkaError;
use rdkafka::message::{Header, OwnedHeaders};
use rdkafka::producer::{FutureProducer, FutureRecord};
use rdkafka::types::RDKafkaErrorCode;
use readonce_model::Topic;
use readonce_model::partition::partition_of;

use super::client::ClientSettings;
use crate::Halt;

/// How long a full local queue is waited for before the send is tried again.
const QUEUE_WAIT: Duration = Duration::from_secs(10);
/// Pause before a send that the broker did not take is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// Which partition a record goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Where its key belongs.
    ByKey,
    /// Where another key belongs: equal content meets in one place whatever the contract.
    Beside(String),
    /// Where the record that it comes from lies, so that its owner finds it again.
    At(i32),
}

/// A record to send. `value` is none for a tombstone.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    pub topic: Topic,
    pub placement: Placement,
    pub key: String,
    pub value: Option<Vec<u8>>,
    pub headers: Vec<(String, Vec<u8>)>,
}

impl Output {
    pub fn new(topic: Topic, placement: Placement, key: impl Into<String>, value: Vec<u8>) -> Self {
        Self {
            topic,
            placement,
            key: key.into(),
            value: Some(value),
            headers: Vec::new(),
        }
    }

    pub fn tombstone(topic: Topic, placement: Placement, key: impl Into<String>) -> Self {
        Self {
            topic,
            placement,
            key: key.into(),
            value: None,
            headers: Vec::new(),
        }
    }
}

/// Why a record cannot be sent however often it is tried.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    #[error("a record for {topic} has an empty key")]
    EmptyKey { topic: String },
    #[error("a record of {bytes} bytes for {topic}, key {key}, is larger than the broker takes")]
    TooLarge {
        topic: String,
        key: String,
        bytes: usize,
    },
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// The one producer of a process.
#[derive(Clone)]
pub struct Producer {
    inner: FutureProducer,
    settings: ClientSettings,
}

impl Producer {
    pub fn new(settings: &ClientSettings) -> Result<Self, Halt> {
        Self::of(settings, &settings.producer())
    }

    /// For one who sends a record at a time and waits for it.
    pub fn prompt(settings: &ClientSettings) -> Result<Self, Halt> {
        Self::of(settings, &settings.prompt_producer())
    }

    fn of(settings: &ClientSettings, config: &ClientConfig) -> Result<Self, Halt> {
        let inner = config.create().map_err(Halt::kafka)?;
        Ok(Self {
            inner,
            settings: settings.clone(),
        })
    }

    pub fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    /// Sends all and returns once the broker has acknowledged every one.
    pub async fn send_all(&self, outputs: &[Output]) -> Result<(), SendError> {
        try_join_all(outputs.iter().map(|output| self.send(output)))
            .await
            .map(|_| ())
    }

    /// Sends bytes as they are, to one partition, with or without a key. For requeueing original
    /// bytes and for tests of bad input; nothing is checked.
    pub async fn send_as_is(
        &self,
        topic: &str,
        partition: i32,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
    ) -> Result<(), Halt> {
        let mut record = FutureRecord::<[u8], [u8]>::to(topic).partition(partition);
        if let Some(key) = key {
            record = record.key(key);
        }
        if let Some(value) = value {
            record = record.payload(value);
        }
        let sent = self.inner.send(record, QUEUE_WAIT).await;
        sent.map(|_| ()).map_err(|(error, _)| Halt::kafka(error))
    }

    /// Sends one record; a broker that is away is waited for, since nothing may be lost.
    pub async fn send(&self, output: &Output) -> Result<(), SendError> {
        let topic = self.settings.kafka().namespace.topic(&output.topic);
        if output.key.trim().is_empty() {
            return Err(SendError::EmptyKey { topic });
        }
        let partition = self.partition(output);
        loop {
            let error = match self.try_send(&topic, partition, output).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            self.give_up_if_hopeless(&topic, output, &error)?;
            tracing::warn!(%error, topic, "the broker did not take a record; trying again");
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn try_send(&self, topic: &str, at: i32, output: &Output) -> Result<(), KafkaError> {
        let mut record = FutureRecord::<str, [u8]>::to(topic)
            .key(&output.key)
            .partition(at);
        if let Some(value) = &output.value {
            record = record.payload(value);
        }
        if !output.headers.is_empty() {
            record = record.headers(headers(&output.headers));
        }
        self.inner
            .send(record, QUEUE_WAIT)
            .await
            .map(|_| ())
            .map_err(|(error, _)| error)
    }

    fn partition(&self, output: &Output) -> i32 {
        let count = self.settings.kafka().partitions;
        match &output.placement {
            Placement::ByKey => partition_of(output.key.as_bytes(), count),
            Placement::Beside(key) => partition_of(key.as_bytes(), count),
            Placement::At(partition) => *partition,
        }
    }

    fn give_up_if_hopeless(
        &self,
        topic: &str,
        output: &Output,
        error: &KafkaError,
    ) -> Result<(), SendError> {
        use rdkafka::producer::Producer as _;
        if let Some((code, text)) = self.inner.client().fatal_error() {
            return Err(Halt::Kafka(format!("fatal producer error {code}: {text}")).into());
        }
        match error.rdkafka_error_code() {
            Some(RDKafkaErrorCode::MessageSizeTooLarge) => Err(SendError::TooLarge {
                topic: topic.to_owned(),
                key: output.key.clone(),
                bytes: output.value.as_ref().map_or(0, Vec::len),
            }),
            Some(RDKafkaErrorCode::UnknownTopicOrPartition | RDKafkaErrorCode::UnknownTopic) => {
                let detail = "does not exist, or lacks the partition".to_owned();
                Err(Halt::Topic {
                    topic: topic.to_owned(),
                    detail,
                }
                .into())
            }
            _ => Ok(()),
        }
    }
}

fn headers(pairs: &[(String, Vec<u8>)]) -> OwnedHeaders {
    pairs.iter().fold(
        OwnedHeaders::new_with_capacity(pairs.len()),
        |headers, (key, value)| {
            headers.insert(Header {
                key,
                value: Some(value),
            })
        },
    )
}
