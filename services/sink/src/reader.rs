//! Bytes to rows: decodes a record, checks it against its key, and builds its rows.
//!
//! Nothing is guessed: what cannot be read is refused with its reason, and a registry that is away
//! is waited for.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_model::reason::Code;
use readonce_model::record::Named;
use readonce_model::{ContractId, Reason, Topic};
use readonce_plumbing::consume::Record;
use readonce_plumbing::registry::{DecodeError, Decoder};
use serde::de::DeserializeOwned;

use crate::rows::{Place, Row, TopicRecord};
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
        Ok(match topic {
            Topic::Observations => TopicRecord::Observation(self.boxed(value).await?),
            Topic::Presence => TopicRecord::Presence(self.value(value).await?),
            Topic::Snapshots => TopicRecord::Snapshot(self.value(value).await?),
            Topic::ExtractAttempts => TopicRecord::ExtractAttempt(self.boxed(value).await?),
            Topic::Runs => TopicRecord::Run(self.boxed(value).await?),
            Topic::TaskAttempts => TopicRecord::TaskAttempt(self.boxed(value).await?),
            Topic::Profiles(id) => {
                let contract = self.contracts.get(id).ok_or_else(|| no_contract(id))?;
                TopicRecord::Profile(self.boxed(value).await?, contract.clone())
            }
            other => return Err(not_a_table(other).into()),
        })
    }

    async fn value<T: DeserializeOwned + Named>(&self, value: &[u8]) -> Result<T, DecodeError> {
        self.decoder.decode(T::NAME, value).await
    }

    async fn boxed<T: DeserializeOwned + Named>(
        &self,
        value: &[u8],
    ) -> Result<Box<T>, DecodeError> {
        self.value(value).await.map(Box::new)
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

#[cfg(test)]
mod tests {
    use readonce_plumbing::config;
    use readonce_plumbing::registry::Registry;

    use super::*;

    /// Its registry is not there: what can be judged without one must be.
    fn reader() -> Reader {
        let registry = config::Registry {
            url: "http://127.0.0.1:9/apis/ccompat/v7".into(),
            timeout_ms: 1_000,
            user: None,
            password: None,
        };
        let registry = Registry::new(&registry).unwrap();
        Reader::new(Decoder::new(registry), crate::schema::contracts().unwrap())
    }

    fn record(topic: Topic, key: Option<&[u8]>, value: Option<&[u8]>) -> Record {
        Record {
            topic_name: topic.name(),
            topic,
            partition: 0,
            offset: 0,
            timestamp_ms: None,
            key: key.map(<[u8]>::to_vec),
            value: value.map(<[u8]>::to_vec),
        }
    }

    async fn code(record: Record) -> Code {
        match reader().read(&record).await {
            Read::Reject(reason) => reason.code,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_record_without_a_key_is_rejected() {
        for key in [None, Some(&b""[..])] {
            for value in [None, Some(&b"\0\0\0\0\x01x"[..])] {
                assert_eq!(code(record(Topic::Runs, key, value)).await, Code::NullKey);
            }
        }
    }

    #[tokio::test]
    async fn a_tombstone_is_skipped() {
        let tombstone = record(Topic::Observations, Some(b"a/1"), None);
        assert_eq!(reader().read(&tombstone).await, Read::Skip("tombstone"));
    }

    #[tokio::test]
    async fn a_value_without_the_frame_is_rejected() {
        for (value, expected) in [
            (&b""[..], Code::BadMagic),
            (b"{}", Code::BadMagic),
            (b"\x01aaaaaaaaaaaaaaaaaaaa", Code::GuidFraming),
        ] {
            let framed = record(Topic::Runs, Some(b"r"), Some(value));
            assert_eq!(code(framed).await, expected);
        }
    }

    #[tokio::test]
    async fn a_schema_that_cannot_be_looked_up_now_is_waited_for() {
        let framed = record(Topic::Runs, Some(b"r"), Some(b"\0\0\0\0\x01x"));
        assert!(matches!(reader().read(&framed).await, Read::Later(_)));
    }

    #[tokio::test]
    async fn a_contract_that_is_not_known_is_rejected() {
        let topic = Topic::Profiles("job@99".parse().unwrap());
        let framed = record(topic, Some(b"r"), Some(b"\0\0\0\0\x01x"));
        assert_eq!(code(framed).await, Code::UnknownContract);
    }
}
