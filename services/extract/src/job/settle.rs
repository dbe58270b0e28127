//! Writes what the ledger says, in its order. A tombstone closes every request of a key, so it is
//! left out when one was read that came after the request that this job answers.

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::ledger::{self, Cause, Ended, Outcome, Record as Word};
use readonce_core::extract::lift::{Lifted, finish};
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;

use super::Job;
use crate::meter;
use crate::writer::Unwritten;

/// A call that ended, in this process or in one before it.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) attempt: ExtractAttempt,
    pub(super) outcome: Outcome,
    pub(super) charge: Charge,
    pub(super) finished_at_ms: i64,
    /// What the call did not ask, because an earlier profile gave it.
    pub(super) lifted: Option<Lifted>,
}

impl Call {
    pub(super) fn failed(
        attempt: ExtractAttempt,
        (failure, charge): (Failure, Charge),
        finished_at_ms: i64,
    ) -> Self {
        Self {
            attempt,
            outcome: Outcome::Failed(failure),
            charge,
            finished_at_ms,
            lifted: None,
        }
    }
}

impl Job {
    pub(super) async fn settle(&mut self, call: Call) -> Result<(), Halt> {
        self.count_duplicate(&call);
        let words = self.watched(self.words_of(call.clone()));
        match self.write(words).await {
            Ok(()) => Ok(()),
            Err(Unwritten::Halt(halt)) => Err(halt),
            Err(Unwritten::Answer(failure)) => {
                let outcome = Outcome::Failed(failure);
                let words = self.words_of(Call { outcome, ..call });
                self.write(words).await.map_err(Unwritten::halt)
            }
        }
    }

    pub(super) async fn reuse(&mut self) -> Result<(), Halt> {
        let Some(known) = &self.known else {
            return Ok(());
        };
        let words = ledger::reuse(self.last.as_ref(), known);
        self.write(words).await.map_err(Unwritten::halt)
    }

    pub(super) async fn give_up(&mut self, cause: Cause) -> Result<(), Halt> {
        let Some(last) = &self.last else {
            return Ok(());
        };
        tracing::warn!(
            content = self.key,
            attempts = last.attempt,
            class = last.error_class,
            ?cause,
            "given up"
        );
        let words = ledger::give_up(&self.request, last, cause, now_ms());
        self.write(words).await.map_err(Unwritten::halt)
    }

    fn words_of(&self, call: Call) -> Vec<Word> {
        let words = ledger::settle(Ended {
            request: &self.request,
            attempt: &call.attempt,
            outcome: call.outcome,
            charge: call.charge,
            finished_at_ms: call.finished_at_ms,
            known: self.known.as_ref(),
            last: self.last.as_ref(),
        });
        match &call.lifted {
            Some(lifted) => finish(words, lifted),
            None => words,
        }
    }

    pub(super) async fn write(&mut self, words: Vec<Word>) -> Result<(), Unwritten> {
        for word in words {
            if word == Word::Tombstone && self.is_asked_again() {
                continue;
            }
            self.writer
                .write(&self.key, &word, self.record.as_ref())
                .await?;
            if let (Word::Profile(_), Some(began)) = (&word, self.began) {
                meter::call_part("until_profile", began);
            }
            self.written.push(word);
        }
        Ok(())
    }

    fn is_asked_again(&self) -> bool {
        self.latest.requested_at_ms() > self.request.requested_at_ms
    }

    fn count_duplicate(&self, call: &Call) {
        let is_answered = matches!(call.outcome, Outcome::Answered { .. });
        let is_other = |known: &ledger::Known| known.attempt != call.attempt.attempt;
        let may_be_paid = call.charge.billed != Some(false);
        if is_answered && may_be_paid && self.known.as_ref().is_some_and(is_other) {
            Metric::DuplicatePaid.add(1, &[]);
        }
    }
}
