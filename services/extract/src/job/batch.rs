//! A line of a batch: announced like any call, and what became of it, like any reply. In between
//! nobody works on it here.

use readonce_core::extract::answer::Failure;
use readonce_core::extract::batch::{End, Line};
use readonce_core::extract::charge::Charge;
use readonce_core::extract::ledger::{Announcement, NextCall, announce_by_batch};
use readonce_core::extract::prompt;
use readonce_model::ErrorClass;
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;

use super::Job;
use super::earlier::asked;
use super::settle::Call;
use crate::crash::{self, Point};
use crate::meter;
use crate::provider::Reply;
use crate::request::contract_of;

/// What a batch brought for an attempt.
#[derive(Debug)]
pub struct Collected {
    pub attempt: ExtractAttempt,
    pub line: Line,
}

impl Job {
    /// Acknowledged before its line is put into any file.
    pub(super) async fn announce_line(&mut self, call: NextCall) -> Result<(), Halt> {
        let terms = self.shared.extraction.batch.clone().unwrap_or_default();
        let announcement = Announcement {
            request: &self.request,
            config: &self.shared.extraction,
            call,
            owner: &self.shared.instance,
            now_ms: now_ms(),
        };
        let attempt = announce_by_batch(announcement, &terms);
        self.note(attempt).await?;
        crash::reach(Point::AfterAttempt);
        Ok(())
    }

    pub(super) async fn collect(&mut self, collected: Collected) -> Result<(), Halt> {
        let Collected { attempt, line } = collected;
        let finished_at_ms = now_ms();
        match line.end {
            End::Failed(failure, charge) => {
                self.fail(attempt, (failure, charge), finished_at_ms).await
            }
            End::Replied(_) if !line.id.fits(self.lifted()) => {
                let words = "by batch: it answers a part, beside an earlier profile that changed";
                let failure = Failure::new(ErrorClass::Invalid, words);
                let charge = Charge {
                    billed: Some(true),
                    ..Charge::default()
                };
                self.fail(attempt, (failure, charge), finished_at_ms).await
            }
            End::Replied(body) => {
                let reply = self.batched(body, &attempt)?;
                crash::reach(Point::AfterBody);
                self.bring(self.entry(attempt, reply, finished_at_ms)).await
            }
        }
    }

    async fn fail(
        &mut self,
        attempt: ExtractAttempt,
        failed: (Failure, Charge),
        finished_at_ms: i64,
    ) -> Result<(), Halt> {
        let class = failed.0.class;
        let call = Call::failed(attempt, failed, finished_at_ms);
        meter::call(&call.attempt.provider, &call.outcome, &call.charge);
        // A config that is refused is said once, of the whole batch.
        if class != ErrorClass::Config {
            let (content, attempt) = (&self.key, call.attempt.attempt);
            tracing::warn!(
                content,
                attempt,
                class = class.as_str(),
                "a line of a batch failed"
            );
        }
        self.settle_in_time(call).await.map(|_| ())
    }

    /// The reply of a direct call with the same body, at the price of a line.
    fn batched(&self, body: String, attempt: &ExtractAttempt) -> Result<Reply, Halt> {
        let config = &self.shared.extraction;
        let contract = contract_of(&self.shared.contracts, &self.request)?;
        let contract = asked(contract, self.lifted());
        let limit = prompt::limit_of(config, attempt);
        let prompt = prompt::build(config, &contract, &self.request, limit);
        let completion = Reply::Completion {
            body,
            noticed: prompt.flags,
            price_in_micros_per_1k: config.price_in_micros_per_1k,
            price_out_micros_per_1k: config.price_out_micros_per_1k,
        };
        let terms = config.batch.clone().unwrap_or_default();
        Ok(Reply::Batched {
            completion: Box::new(completion),
            price_permille: terms.price_permille(),
        })
    }
}
