//! The calls for a text that is too long for one: part by part, each announced before it is made,
//! each answer spooled. What an earlier attempt was answered is not asked again. See
//! `core::extract::ledger::parts` for the protocol; nothing is decided here.

use std::collections::BTreeMap;
use std::time::Duration;

use readonce_core::extract::charge::Charge;
use readonce_core::extract::evidence::{Author, judge};
use readonce_core::extract::ledger::{NextCall, Outcome, unfinished};
use readonce_core::extract::lift::Lifted;
use readonce_core::extract::parts::{self, Part, Piece};
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;

use super::Job;
use super::earlier::asked;
use super::settle::Call;
use crate::crash::{self, Point};
use crate::provider::Ended;
use crate::request::contract_of;
use crate::spool::Entry;

/// The clock may be set while we sleep, so no sleep is longer.
const LONGEST_WAIT_MS: i64 = 5_000;

/// Usable answers by the number of their part.
type Answers = BTreeMap<i32, (Entry, Piece)>;

impl Job {
    pub(super) async fn call_in_parts(
        &mut self,
        next: NextCall,
        parts: &[Part],
    ) -> Result<(), Halt> {
        let mut answers = self.kept_answers(parts, self.lifted()).await?;
        loop {
            let missing = parts
                .iter()
                .find(|part| !answers.contains_key(&part.number));
            let Some(part) = missing.or(parts.last()) else {
                return Ok(());
            };
            if missing.is_some() && !self.wait_for_the_way(next, part).await {
                let Some(last) = self.last.clone() else {
                    return Ok(());
                };
                return self.settle_unfinished(last, &answers, now_ms()).await;
            }
            let attempt = self.announce(next, Some(part)).await?;
            if missing.is_none() {
                // All is answered by earlier attempts, and this one only brings the profile.
                return self.settle_whole(attempt, answers, now_ms()).await;
            }
            crash::reach(Point::AfterAttempt);
            let Some(answer) = self.ask_part(&attempt, part, &answers).await? else {
                return Ok(());
            };
            let finished_at_ms = answer.0.finished_at_ms;
            answers.insert(part.number, answer);
            if answers.len() == parts.len() {
                return self.settle_whole(attempt, answers, finished_at_ms).await;
            }
            if self.let_go.is_cancelled() {
                return self
                    .settle_unfinished(attempt, &answers, finished_at_ms)
                    .await;
            }
        }
    }

    /// Each part's call needs leave of its own; the first one came with it. Not, when the partition is
    /// let go of meanwhile.
    async fn wait_for_the_way(&mut self, next: NextCall, part: &Part) -> bool {
        while self.pass.is_none() {
            match self.shared.enter(part.text.len(), next.max_output_tokens) {
                Ok(pass) => self.pass = Some(pass),
                Err(at_ms) => {
                    let wait_ms = at_ms.saturating_sub(now_ms()).clamp(1, LONGEST_WAIT_MS);
                    tokio::select! {
                        () = self.let_go.cancelled() => return false,
                        () = tokio::time::sleep(Duration::from_millis(wait_ms.unsigned_abs())) => {}
                    }
                }
            }
        }
        true
    }

    /// One part's call. Without an answer that can be used, the attempt is settled as failed.
    async fn ask_part(
        &mut self,
        attempt: &ExtractAttempt,
        part: &Part,
        answers: &Answers,
    ) -> Result<Option<(Entry, Piece)>, Halt> {
        let ended = self.ask(attempt, Some(part)).await?;
        let finished_at_ms = now_ms();
        let reply = match ended {
            Ended::Replied(reply) => reply,
            Ended::Failed(failure, charge) => {
                let call = Call::failed(attempt.clone(), (failure, charge), finished_at_ms);
                self.tell(&call);
                let call = with_earlier(call, answers);
                return self.settle_in_time(call).await.map(|_| None);
            }
        };
        crash::reach(Point::AfterBody);
        let entry = Entry {
            part_digest: Some(part.digest()),
            ..self.entry(attempt.clone(), reply, finished_at_ms)
        };
        let spooling = self.spool(entry.clone());
        self.keep_raw(&entry).await?;
        self.spooled(spooling).await?;
        let call = self.part_call(&entry)?;
        self.tell(&call);
        match self.piece(&entry)? {
            Some(piece) => Ok(Some((entry, piece))),
            None => {
                self.settle_failed_part(call, entry, answers).await?;
                Ok(None)
            }
        }
    }

    async fn settle_failed_part(
        &mut self,
        call: Call,
        entry: Entry,
        answers: &Answers,
    ) -> Result<(), Halt> {
        if self.settle_in_time(with_earlier(call, answers)).await? {
            self.unspool(entry).await;
        }
        Ok(())
    }

    /// A part's answer that was found in the spool and ends the attempt's latest call. Nothing is
    /// asked here: what is missing is left to the next attempt.
    pub(super) async fn publish_part(&mut self, entry: &Entry) -> Result<(), Halt> {
        self.keep_raw(entry).await?;
        let parts = parts::plan(&self.shared.extraction, &self.request);
        let answers = self.kept_answers(&parts, entry.lifted.as_ref()).await?;
        let (attempt, at_ms) = (entry.attempt.clone(), entry.finished_at_ms);
        if self.piece(entry)?.is_none() {
            let call = self.part_call(entry)?;
            return self.settle_failed_part(call, entry.clone(), &answers).await;
        }
        // Under another config the text may be split in another way, or not at all.
        if !parts.is_empty() && answers.len() == parts.len() {
            return self.settle_whole(attempt, answers, at_ms).await;
        }
        self.settle_unfinished(attempt, &answers, at_ms).await?;
        match self.known {
            Some(_) => self.unspool_key().await,
            None => Ok(()),
        }
    }

    async fn settle_unfinished(
        &mut self,
        attempt: ExtractAttempt,
        answers: &Answers,
        finished_at_ms: i64,
    ) -> Result<(), Halt> {
        let of = usize::try_from(attempt.parts.unwrap_or(1)).unwrap_or(1);
        let failed = (
            unfinished(answers.len(), of),
            charge_of(attempt.attempt, answers),
        );
        let call = Call::failed(attempt, failed, finished_at_ms);
        self.settle_in_time(call).await.map(|_| ())
    }

    /// One record of all answers. When it cannot pass, every part is asked again.
    async fn settle_whole(
        &mut self,
        attempt: ExtractAttempt,
        answers: Answers,
        finished_at_ms: i64,
    ) -> Result<(), Halt> {
        let contract = contract_of(&self.shared.contracts, &self.request)?;
        let charge = charge_of(attempt.attempt, &answers);
        // All of them asked for the same fields: others are not kept together.
        let lifted = answers.values().next();
        let lifted = lifted.and_then(|(entry, _)| entry.lifted.clone());
        let contract = asked(contract, lifted.as_ref());
        let pieces = answers.into_values().map(|(_, piece)| piece).collect();
        let merged = parts::merge(pieces, &contract);
        let outcome = judge(merged, &self.request, &contract, Author::Model);
        let call = Call {
            attempt,
            outcome,
            charge,
            finished_at_ms,
            lifted,
        };
        if self.settle_in_time(call).await? {
            self.unspool_key().await?;
        }
        Ok(())
    }

    /// Also what never could be used.
    async fn unspool_key(&self) -> Result<(), Halt> {
        for entry in self.answers_in_spool().await? {
            self.unspool(entry).await;
        }
        Ok(())
    }

    async fn answers_in_spool(&self) -> Result<Vec<Entry>, Halt> {
        let (hash, contract) = (self.request.content_hash, self.request.contract.clone());
        let spool = &self.shared.spool;
        let listed = spool.on_disk(move |spool| spool.of_key(&hash, &contract));
        listed.await.map_err(Halt::Internal)
    }

    /// Answers in the spool that still belong to these parts, the latest of each, with the same
    /// fields left out because an earlier profile gave them.
    async fn kept_answers(&self, parts: &[Part], lifted: Option<&Lifted>) -> Result<Answers, Halt> {
        let mut answers = Answers::new();
        for entry in self.answers_in_spool().await? {
            let is_same = |part: &&Part| {
                is_same_question(entry.lifted.as_ref(), lifted)
                    && Some(part.number) == entry.attempt.part
                    && Some(part.digest()) == entry.part_digest
                    && Some(part.of) == entry.attempt.parts
            };
            let (Some(part), Some(piece)) = (parts.iter().find(is_same), self.piece(&entry)?)
            else {
                continue;
            };
            answers.insert(part.number, (entry, piece));
        }
        Ok(answers)
    }

    /// What a part's answer gives to the whole; none when it cannot be used.
    fn piece(&self, entry: &Entry) -> Result<Option<Piece>, Halt> {
        let contract = contract_of(&self.shared.contracts, &entry.request)?;
        let contract = asked(contract, entry.lifted.as_ref());
        let (outcome, charge) = entry.reply.outcome(&contract);
        let Outcome::Answered {
            value,
            flags,
            evidence,
            ..
        } = outcome
        else {
            return Ok(None);
        };
        Ok(Some(Piece {
            call: parts::part_call(&entry.attempt, charge),
            value,
            flags,
            rejected: evidence.rejected,
        }))
    }

    /// The call for a part by itself.
    fn part_call(&self, entry: &Entry) -> Result<Call, Halt> {
        let contract = contract_of(&self.shared.contracts, &entry.request)?;
        let contract = asked(contract, entry.lifted.as_ref());
        let (outcome, charge) = entry.reply.outcome(&contract);
        Ok(Call {
            attempt: entry.attempt.clone(),
            outcome,
            charge,
            finished_at_ms: entry.finished_at_ms,
            lifted: None,
        })
    }
}

fn is_same_question(one: Option<&Lifted>, other: Option<&Lifted>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.is_same_question(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// The attempt has paid for the parts that it was answered before this call.
fn with_earlier(call: Call, answers: &Answers) -> Call {
    let charge = call.charge.and(charge_of(call.attempt.attempt, answers));
    Call { charge, ..call }
}

fn charge_of(attempt: i32, answers: &Answers) -> Charge {
    let own = answers.values().map(|(_, piece)| &piece.call);
    let own = own.filter(|call| call.attempt == attempt);
    let charges = own.map(|call| Charge {
        billed: Some(true),
        tokens_in: call.tokens_in,
        tokens_out: call.tokens_out,
        cost_micros: call.cost_micros,
    });
    charges.reduce(Charge::and).unwrap_or(Charge::nothing())
}
