//! A record of the partition: a request to hold, a tombstone to pass over, or poison to set aside;
//! and requests that were put off, read again.

use readonce_model::record::{ExtractRequest, Named};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Outcome, Record};
use readonce_plumbing::kafka::Picked;
use readonce_plumbing::registry::DecodeError;

use super::Worker;
use crate::request;

/// Requests that were put off: where they lie on the topic.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    /// Of the latest one of the key.
    pub(super) latest: i64,
    pub(super) others: &'a [i64],
}

/// What became of requests that were put off.
pub(super) enum TakenUp {
    /// They are held again, to be worked on.
    Held,
    /// They are finished: compaction has taken the latest, or it is no request.
    Gone,
    /// They cannot be read before the registry answers.
    Later,
}

impl Worker {
    /// Requests of a key that were put off and are read again, all in one place.
    pub(super) async fn take_up(
        &mut self,
        key: &str,
        places: Places<'_>,
        picked: &mut Picked,
    ) -> Result<TakenUp, Halt> {
        let mut record = self.place_of(key, places.latest);
        record.value = picked.remove(&places.latest);
        match self.checked(&record).await {
            Ok(Some((_, request))) => {
                self.agenda.hold(key, request, record);
                let others = places.others.iter().map(|at| self.place_of(key, *at));
                let others: Vec<_> = others.collect();
                self.agenda.attach(key, others);
                return Ok(TakenUp::Held);
            }
            // Compaction has taken it: a later record of the key was, or will be, read.
            Ok(None) => {}
            Err(DecodeError::Reject(reason)) => {
                self.desk.settle(&record, Outcome::Reject(reason)).await?;
            }
            Err(DecodeError::Later(error)) => {
                tracing::warn!(%error, offset = record.offset, "reading waits for the registry");
                return Ok(TakenUp::Later);
            }
        }
        self.finish_places(key, places.others.iter().chain([&places.latest]));
        Ok(TakenUp::Gone)
    }

    pub(super) fn finish_places<'a>(&self, key: &str, offsets: impl IntoIterator<Item = &'a i64>) {
        for offset in offsets {
            self.desk.finish(&self.place_of(key, *offset), "superseded");
        }
    }

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
