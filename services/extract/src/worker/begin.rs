//! What the ledger decides about a key, begun as a job or put off to a time.

use readonce_core::extract::ledger::{Decision, Facts, Liftable, Wait, decide};
use readonce_model::record::ExtractRequest;
use readonce_plumbing::consume::Record;
use readonce_plumbing::health::now_ms;
use tokio::sync::OwnedSemaphorePermit;

use super::Worker;
use crate::agenda::{Held, Latest};
use crate::job::{Job, Task};

const LOOK_AGAIN_MS: i64 = 1000;

impl Worker {
    /// Decides about the next key, and begins what is decided.
    pub(super) fn begin(&mut self, place: OwnedSemaphorePermit) {
        let Some(key) = self.agenda.next_ready() else {
            return;
        };
        self.unshelve(&key);
        self.recall(&key);
        let Some(held) = self.agenda.get(&key) else {
            return;
        };
        let decision = self.decide(&key, &held.request, None);
        if !matches!(decision, Decision::Call(_)) {
            self.give_back(&key);
        }
        let Some(decision) = self.by_direct_lane(&key, decision) else {
            return;
        };
        let Some(held) = self.agenda.get(&key) else {
            return;
        };
        let mut pass = None;
        let task = match decision {
            Decision::Call(call) => {
                if !self.is_granted(&key) {
                    return self.stand_in_line(&key, &call);
                }
                if self.agenda.has_queue_before(&key) {
                    return self.agenda.enqueue(key);
                }
                match self
                    .shared
                    .enter(held.request.text.len(), call.max_output_tokens)
                {
                    Err(at_ms) => return self.agenda.queue_until(key, at_ms),
                    Ok(passed) => {
                        pass = Some(passed);
                        Task::Call(call)
                    }
                }
            }
            Decision::Reuse => Task::Reuse,
            Decision::Lift => Task::Lift,
            Decision::ReadEarlier => return self.read_earlier(key, place),
            Decision::GiveUp(cause) => Task::GiveUp(cause),
            Decision::WaitUntil { at_ms, why } => return self.agenda.wait(key, at_ms, why),
            // Neither is expected: a key that is worked on is not ready, and the spool was emptied.
            Decision::Join | Decision::Collect { .. } | Decision::PublishSpooled { .. } => {
                return self
                    .agenda
                    .wait(key, now_ms() + LOOK_AGAIN_MS, Wait::InDoubt);
            }
        };
        let mut job = self.job_of(&key, held);
        job.pass = pass;
        self.agenda.run(&key);
        // A task of its own, since it may outlive this worker.
        self.running.push(tokio::spawn(async move {
            let done = job.perform(task).await;
            drop(place);
            done
        }));
    }

    pub(super) fn decide(
        &self,
        key: &str,
        request: &ExtractRequest,
        spooled: Option<i32>,
    ) -> Decision {
        let known = self.memory.known(&request.content_hash, &request.contract);
        decide(&Facts {
            known,
            lift: match known {
                Some(_) => Liftable::No,
                None => self.liftable(key, request),
            },
            last: self.memory.last(key),
            in_flight: self.agenda.is_running(key),
            spooled,
            collects: self.lane.is_some(),
            requested_at_ms: request.requested_at_ms,
            now_ms: now_ms(),
            policy: &self.shared.policy,
        })
    }

    /// A job for a key that is held.
    pub(super) fn job_of(&self, key: &str, held: &Held) -> Job {
        let (request, record) = (held.request.clone(), held.record.clone());
        self.job(key.to_owned(), request, Some(record), held.latest.clone())
    }

    pub(super) fn job(
        &self,
        key: String,
        request: ExtractRequest,
        record: Option<Record>,
        latest: Latest,
    ) -> Job {
        let known = self.memory.known(&request.content_hash, &request.contract);
        Job {
            shared: self.shared.clone(),
            writer: self.writer.clone(),
            known: known.copied(),
            last: self.memory.last(&key).cloned(),
            earlier: self.lifting.found(&key),
            key,
            request,
            record,
            latest,
            let_go: self.let_go.clone(),
            began: None,
            pass: None,
            written: Vec::new(),
        }
    }
}
