//! Records of a service's own memory, read back while it restores.

use std::time::Duration;

use readonce_model::Topic;
use readonce_model::record::Named;
use serde::de::DeserializeOwned;

use super::codec::{DecodeError, Decoder};
use crate::Halt;
use crate::kafka::TableRecord;

const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

impl Decoder {
    /// The record, or none for a tombstone. A registry that is away is waited for; a record that
    /// cannot be read halts.
    pub async fn restore<T: DeserializeOwned + Named>(
        &self,
        topic: &Topic,
        record: &TableRecord,
    ) -> Result<Option<T>, Halt> {
        let Some(value) = &record.value else {
            return Ok(None);
        };
        loop {
            match self.decode(T::NAME, value).await {
                Ok(decoded) => return Ok(Some(decoded)),
                Err(DecodeError::Later(error)) => {
                    tracing::warn!(%error, "restoring waits for the registry");
                    tokio::time::sleep(REGISTRY_PAUSE).await;
                }
                Err(DecodeError::Reject(reason)) => return Err(record.unreadable(topic, reason)),
            }
        }
    }
}
