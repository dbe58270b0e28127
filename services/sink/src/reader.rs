//! Bytes to rows: decodes a record, checks it against its key, and builds its rows.
//!
//! Nothing is guessed: what cannot be read is refused with its reason, and a registry that is away
//! is waited for.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_model::reason::Code;
use readonce_model::{ContractId, Reason, Topic};
use readonce_plumbing::consume::Record;
use readonce_plumbing::registry::{DecodeError, Decoder};
use serde::de::DeserializeOwned;

use crate::rows::{Place, Row, TopicRecord, record_name};
use crate::schema::ContractColumns;

/// What became of a record's bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    Rows(Vec<Row>),
    Skip(&'static str),
    Reject(Reason),
    /// Cannot be judged now; why.
    Later(String),
}

/// Reads records of every topic that becomes a table.
#[derive(Clone)]
pub struct Reader {
    decoder: Decoder,
    contracts: Arc<HashMap<ContractId, Arc<ContractColumns>>>,
}

impl Reader {
    pub fn new(decoder: Decoder, contracts: Vec<ContractColumns>) -> Self {
        let by_id = contracts
            .into_iter()
            .map(|contract| (contract.id().clone(), Arc::new(contract)));
        Self {
            decoder,
            contracts: Arc::new(by_id.collect()),
        }
    }

    pub async fn read(&self, record: &Record) -> Read {
        let Some(key) = record.key.as_deref().filter(|key| !key.is_empty()) else {
            return Read::Reject(Reason::new(Code::NullKey, "the record has no key"));
        };
        // Rows are history: what a writer no longer needs to remember is still true.
        let Some(value) = record.value.as_deref() else {
            return Read::Skip("tombstone");
        };
        match self.rows(record, key, value).await {
            Ok(rows) => Read::Rows(rows),
            Err(DecodeError::Reject(reason)) => Read::Reject(reason),
            Err(DecodeError::Later(error)) => Read::Later(error.to_string()),
        }
    }

    async fn rows(
        &self,
        record: &Record,
        key: &[u8],
        value: &[u8],
    ) -> Result<Vec<Row>, DecodeError> {
        let place = Place {
            topic: record.topic_name.clone(),
            partition: record.partition,
            offset: record.offset,
        };
        let decoded = self.decode(&record.topic, value).await?;
        decoded.check_key(key)?;
        Ok(decoded.rows(&place)?)
    }

    async fn decode(&self, topic: &Topic, value: &[u8]) -> Result<TopicRecord, DecodeError> {
        let name = record_name(topic).ok_or_else(|| not_a_table(topic))?;
        Ok(match topic {
            Topic::Observations => TopicRecord::Observation(self.value(name, value).await?),
            Topic::Presence => TopicRecord::Presence(self.value(name, value).await?),
            Topic::Snapshots => TopicRecord::Snapshot(self.value(name, value).await?),
            Topic::ExtractAttempts => TopicRecord::ExtractAttempt(self.value(name, value).await?),
            Topic::Runs => TopicRecord::Run(self.value(name, value).await?),
            Topic::TaskAttempts => TopicRecord::TaskAttempt(self.value(name, value).await?),
            Topic::Profiles(id) => {
                let contract = self.contracts.get(id).ok_or_else(|| no_contract(id))?;
                TopicRecord::Profile(self.value(name, value).await?, contract.clone())
            }
            other => return Err(not_a_table(other).into()),
        })
    }

    async fn value<T: DeserializeOwned>(&self, name: &str, value: &[u8]) -> Result<T, DecodeError> {
        self.decoder.decode(name, value).await
    }
}

fn not_a_table(topic: &Topic) -> Reason {
    Reason::new(
        Code::WrongSchema,
        format!("topic {} is no table", topic.name()),
    )
}

fn no_contract(id: &ContractId) -> Reason {
    Reason::new(
        Code::UnknownContract,
        format!("contract {id} is not known to this sink"),
    )
}
