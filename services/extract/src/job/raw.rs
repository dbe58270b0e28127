//! A model's reply, kept as it came before anything is made of it. What cannot be carried is no
//! reason to lose a paid answer: it is counted and said, and the work goes on.

use readonce_core::extract::raw;
use readonce_plumbing::Halt;
use readonce_plumbing::metrics::Metric;

use super::Job;
use crate::spool::Entry;
use crate::writer::Unwritten;

impl Job {
    /// Acknowledged before the profile. An answer that is settled again is written again: readers
    /// tell by attempt and part.
    pub(super) async fn keep_raw(&self, entry: &Entry) -> Result<(), Halt> {
        let Some(body) = entry.reply.body() else {
            return Ok(());
        };
        let answer = raw::kept(&entry.attempt, body, entry.finished_at_ms);
        match self.writer.keep_raw(&answer).await {
            Ok(()) => Ok(()),
            Err(Unwritten::Halt(halt)) => Err(halt),
            Err(Unwritten::Answer(failure)) => {
                Metric::SpoolFaults.add(1, &[("kind", "raw_not_kept")]);
                tracing::error!(
                    content = self.key,
                    words = failure.words,
                    "a raw answer was not kept"
                );
                Ok(())
            }
        }
    }
}
