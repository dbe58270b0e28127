//! A record of the partition: a request to hold, a tombstone to pass over, or poison to set aside.

use readonce_model::record::{ExtractRequest, Named};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Outcome, Record};
use readonce_plumbing::registry::DecodeError;

use super::Worker;
use crate::request;

impl Worker {
    pub(super) async fn read(&mut self, record: Record) -> Result<(), Halt> {
        self.note_read(record.offset);
        match self.checked(&record).await {
            Ok(Some((key, request))) => self.agenda.hold(&key, request, record),
            Ok(None) => self.desk.finish(&record, "tombstone"),
            Err(DecodeError::Reject(reason)) => {
                self.desk.settle(&record, Outcome::Reject(reason)).await?;
            }
            Err(DecodeError::Later(error)) => {
                tracing::warn!(%error, offset = record.offset, "reading waits for the registry");
                self.stuck = Some(record);
            }
        }
        Ok(())
    }

    /// A request with its key; none for a tombstone.
    pub(super) async fn checked(
        &self,
        record: &Record,
    ) -> Result<Option<(String, ExtractRequest)>, DecodeError> {
        let key = request::key(record.key.as_deref())?;
        let Some(value) = &record.value else {
            return Ok(None);
        };
        let decoder = &self.shared.source.decoder;
        let request: ExtractRequest = decoder.decode(ExtractRequest::NAME, value).await?;
        request::check(key, &request, &self.shared.contracts)?;
        Ok(Some((key.to_owned(), request)))
    }
}
