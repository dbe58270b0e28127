//! A call: announced and acknowledged, asked once, spooled.

use std::time::Instant;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::ledger::{
    Announcement, NextCall, Outcome, Record as Word, announce, may_send,
};
use readonce_core::extract::parts::{self, Part};
use readonce_model::ErrorClass;
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;
use tokio::task::JoinHandle;

use super::Job;
use super::earlier::asked;
use super::settle::Call;
use crate::crash::{self, Point};
use crate::meter;
use crate::provider::{Ended, Question, Reply};
use crate::request::contract_of;
use crate::spool::Entry;

/// An answer on its way to the disk. A task of its own: the answer is paid for, whatever halts the
/// job.
pub(super) type Spooling = JoinHandle<()>;

impl Job {
    pub(super) async fn call(&mut self, next: NextCall) -> Result<(), Halt> {
        let parts = parts::plan(&self.shared.extraction, &self.request);
        if !parts.is_empty() {
            return self.call_in_parts(next, &parts).await;
        }
        let began = Instant::now();
        self.began = Some(began);
        let attempt = self.announce(next, None).await?;
        meter::call_part("announce", began);
        crash::reach(Point::AfterAttempt);
        let asked = Instant::now();
        let ended = self.ask(&attempt, None).await?;
        let finished_at_ms = now_ms();
        match ended {
            Ended::Replied(reply) => {
                meter::call_part("model", asked);
                crash::reach(Point::AfterBody);
                self.bring(self.entry(attempt, reply, finished_at_ms)).await
            }
            Ended::Failed(failure, charge) => {
                let call = Call::failed(attempt, (failure, charge), finished_at_ms);
                self.tell(&call);
                self.settle_in_time(call).await.map(|_| ())
            }
        }
    }

    /// What is kept of an answer until it is settled.
    pub(super) fn entry(
        &self,
        attempt: ExtractAttempt,
        reply: Reply,
        finished_at_ms: i64,
    ) -> Entry {
        Entry {
            partition: self.writer.partition,
            request: self.request.clone(),
            attempt,
            reply,
            finished_at_ms,
            part_digest: None,
            lifted: self.lifted().cloned(),
        }
    }

    /// An answer, made safe and settled: on the disk and on its topics at the same time.
    pub(super) async fn bring(&mut self, entry: Entry) -> Result<(), Halt> {
        let spooling = self.spool(entry.clone());
        self.keep_raw(&entry).await?;
        let call = self.read(&entry)?;
        self.tell(&call);
        let settled = self.settle_in_time(call).await;
        // Removed only when it is there.
        self.spooled(spooling).await?;
        if settled? {
            self.unspool(entry).await;
        }
        Ok(())
    }

    /// After the lease of a call whose partition was let go of, the next owner may have gone on to
    /// another attempt, and an older one must not be written behind it. The answer then stays in the
    /// spool, for the day that the partition comes back.
    pub(super) async fn settle_in_time(&mut self, call: Call) -> Result<bool, Halt> {
        if self.let_go.is_cancelled() && now_ms() >= call.attempt.lease_until_ms {
            tracing::warn!(
                content = self.key,
                attempt = call.attempt.attempt,
                "an answer came after its lease, and the partition is not ours any more"
            );
            return Ok(false);
        }
        self.settle(call).await?;
        Ok(true)
    }

    /// An answer that was spooled before: settled as if it had come now, and not counted again.
    pub(super) async fn publish(&mut self, entry: &Entry) -> Result<(), Halt> {
        if entry.attempt.part.is_some() {
            return self.publish_part(entry).await;
        }
        self.keep_raw(entry).await?;
        let call = self.read(entry)?;
        self.settle(call).await?;
        self.unspool(entry.clone()).await;
        Ok(())
    }

    pub(super) async fn announce(
        &mut self,
        call: NextCall,
        part: Option<&Part>,
    ) -> Result<ExtractAttempt, Halt> {
        let now_ms = now_ms();
        let announced = announce(Announcement {
            request: &self.request,
            config: &self.shared.extraction,
            call,
            owner: &self.shared.instance,
            now_ms,
        });
        let attempt = ExtractAttempt {
            lease_until_ms: now_ms.saturating_add(self.shared.lease_ms),
            part: part.map(|part| part.number),
            parts: part.map(|part| part.of),
            ..announced
        };
        self.note(attempt.clone()).await?;
        Ok(attempt)
    }

    /// Returns when the broker has the announcement.
    pub(super) async fn note(&mut self, announced: ExtractAttempt) -> Result<(), Halt> {
        self.writer.note(&announced).await?;
        self.written
            .push(Word::Attempt(Box::new(announced.clone())));
        self.last = Some(announced);
        Ok(())
    }

    /// A process that slept between announcement and call must not call any more: others may.
    pub(super) async fn ask(
        &mut self,
        attempt: &ExtractAttempt,
        part: Option<&Part>,
    ) -> Result<Ended, Halt> {
        if !may_send(attempt, &self.shared.extraction, now_ms()) {
            // Nobody was asked, so it says nothing about the endpoint.
            self.pass = None;
            let words = "not sent: the call could not have ended before its lease";
            let failure = Failure::new(ErrorClass::Timeout, words);
            return Ok(Ended::Failed(failure, Charge::nothing()));
        }
        let contract = contract_of(&self.shared.contracts, &self.request)?;
        let contract = asked(contract, self.lifted());
        let question = Question {
            request: &self.request,
            contract: &contract,
            attempt,
            part,
        };
        Ok(self.shared.provider.ask(question).await)
    }

    fn read(&self, entry: &Entry) -> Result<Call, Halt> {
        let contract = contract_of(&self.shared.contracts, &entry.request)?;
        let contract = asked(contract, entry.lifted.as_ref());
        let (outcome, charge) = entry.reply.settled(&contract, &entry.request);
        Ok(Call {
            attempt: entry.attempt.clone(),
            outcome,
            charge,
            finished_at_ms: entry.finished_at_ms,
            lifted: entry.lifted.clone(),
        })
    }

    /// Writes an answer to the disk while its records are on their way to the broker: whichever is
    /// there first makes it safe. A disk that fails is no reason to lose an answer in memory.
    pub(super) fn spool(&self, entry: Entry) -> Spooling {
        let (spool, content) = (self.shared.spool.clone(), self.key.clone());
        let began = Instant::now();
        tokio::spawn(async move {
            let kept = spool.on_disk(move |spool| spool.put(&entry)).await;
            meter::call_part("spool", began);
            match kept {
                Ok(()) => crash::reach(Point::AfterSpool),
                Err(words) => {
                    Metric::SpoolFaults.add(1, &[("kind", "not_written")]);
                    tracing::error!(
                        content,
                        words,
                        "a paid answer was not spooled: a crash now may lose it"
                    );
                }
            }
        })
    }

    pub(super) async fn spooled(&self, spooling: Spooling) -> Result<(), Halt> {
        spooling
            .await
            .map_err(|error| Halt::Internal(error.to_string()))
    }

    /// An entry that stays is found settled at the next start, and removed then.
    pub(super) async fn unspool(&self, entry: Entry) {
        let removed = self
            .shared
            .spool
            .on_disk(move |spool| spool.remove(&entry))
            .await;
        if let Err(words) = removed {
            tracing::warn!(
                content = self.key,
                words,
                "a settled answer stays in the spool"
            );
        }
    }

    pub(super) fn tell(&mut self, call: &Call) {
        if let Some(pass) = self.pass.take() {
            pass.ended(&call.outcome, &call.charge);
        }
        meter::call(&call.attempt.provider, &call.outcome, &call.charge);
        let Outcome::Failed(failure) = &call.outcome else {
            return;
        };
        let (content, attempt, class) = (&self.key, call.attempt.attempt, failure.class.as_str());
        match failure.class {
            // Nothing of a content is in these words, and a person has to read them.
            ErrorClass::Config => tracing::error!(
                content,
                attempt,
                words = failure.words,
                "the provider refuses the extraction config"
            ),
            _ => tracing::warn!(content, attempt, class, "a call failed"),
        }
    }
}
