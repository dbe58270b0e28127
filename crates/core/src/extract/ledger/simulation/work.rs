//! What an instance does in one step: read a request, decide about one, or move one call on.

use readonce_model::ContentHash;
use readonce_model::record::{ExtractAttempt, ExtractRequest};

use super::Defect;
use super::instance::{Spooled, Step, Task};
use super::server::{Call, Reply, TIMEOUT_MS};
use super::world::World;
use crate::extract::charge::Charge;
use crate::extract::ledger::{
    Announcement, Decision, Ended, Facts, Kept, NextCall, Outcome, Record, announce, decide, fate,
    give_up, may_send, reuse, settle, unfinished,
};

/// The step that writes records in their order.
pub(super) fn written(mut records: Vec<Record>, defect: Defect) -> Step {
    if defect == Defect::TombstoneFirst {
        records.reverse();
    }
    match records.is_empty() {
        true => Step::Cleaning,
        false => Step::Writing(records.into()),
    }
}

impl World {
    pub(super) fn act(&mut self, who: usize) {
        let instance = &self.instances[who];
        let running: Vec<ContentHash> = instance.tasks.keys().copied().collect();
        let waiting: Vec<ContentHash> = instance.pending.keys().copied().collect();
        match self.random.below(4) {
            0 => self.read(who),
            1 if !waiting.is_empty() => {
                let hash = waiting[self.random.below(waiting.len())];
                self.consider(who, hash);
            }
            _ if !running.is_empty() => {
                let hash = running[self.random.below(running.len())];
                self.advance(who, hash);
            }
            _ => {}
        }
    }

    /// An owner, or one that still believes that it is.
    fn read(&mut self, who: usize) {
        let instance = &mut self.instances[who];
        let Some(epoch) = instance.epoch else { return };
        if instance.next < self.topics.requests.len() {
            let position = instance.next;
            instance.next += 1;
            if let Some(request) = self.topics.request(position) {
                instance.read(position, request);
            }
        }
        let finished = instance.finished_prefix();
        if self.topics.commit(epoch, finished).is_err() {
            self.instances[who].forget();
        }
    }

    fn consider(&mut self, who: usize, hash: ContentHash) {
        let request = self.instances[who].pending[&hash].request.clone();
        let decision = self.decide_for(who, hash, request.requested_at_ms);
        let instance = &self.instances[who];
        let last = instance.last.get(&hash).cloned();
        let step = match decision {
            Decision::Join => {
                self.met.insert("joined".into());
                return;
            }
            Decision::WaitUntil { .. } => return,
            Decision::Collect { .. } => unreachable!("no instance has a lane for batches here"),
            Decision::PublishSpooled { .. } => Step::Spooled,
            Decision::Reuse => {
                self.met.insert("reused".into());
                let known = self.instances[who].known[&hash];
                Step::Writing(reuse(last.as_ref(), &known).into())
            }
            Decision::ReadEarlier => {
                self.instances[who].looked_at.insert(hash);
                return;
            }
            Decision::Lift => self.lift(&request, last.as_ref()),
            Decision::GiveUp(cause) => {
                self.met.insert("given up".into());
                let last = last.expect("only a tried key is given up");
                Step::Writing(give_up(&request, &last, cause, self.now_ms).into())
            }
            Decision::Call(call) => return self.call(who, request, call),
        };
        let attempt = self.instances[who].to_settle(hash);
        let attempt = attempt.map(|body| body.attempt.clone());
        let task = Task {
            request,
            attempt,
            step,
            restored: true,
        };
        self.instances[who].tasks.insert(hash, task);
    }

    fn decide_for(&self, who: usize, hash: ContentHash, requested_at_ms: i64) -> Decision {
        let instance = &self.instances[who];
        let defect = self.settings.defect;
        let known = instance
            .known
            .get(&hash)
            .filter(|_| defect != Defect::ForgetProfiles);
        let early_ms = if defect == Defect::IgnoreLease {
            10_000_000
        } else {
            0
        };
        decide(&Facts {
            known,
            lift: self.liftable(who, hash),
            last: instance.last.get(&hash),
            in_flight: instance.tasks.contains_key(&hash),
            spooled: instance.to_settle(hash).map(|body| body.attempt.attempt),
            collects: false,
            requested_at_ms,
            now_ms: self.now_ms + early_ms,
            policy: &self.policy,
        })
    }

    fn call(&mut self, who: usize, request: ExtractRequest, call: NextCall) {
        let hash = request.content_hash;
        let missing = self.missing_part(who, hash);
        let of = World::parts_of(hash);
        let announced = announce(Announcement {
            request: &request,
            config: &self.config,
            call,
            owner: &self.instances[who].name,
            now_ms: self.now_ms,
        });
        let attempt = ExtractAttempt {
            part: (of > 1).then_some(missing.unwrap_or(of)),
            parts: (of > 1).then_some(of),
            ..announced
        };
        if missing.is_some_and(|part| part > 1) {
            self.met.insert("asked only what was missing".into());
        }
        if self.settings.defect != Defect::SkipAttemptWrite {
            let record = Record::Attempt(Box::new(attempt.clone()));
            if !self.write(who, hash, &record) {
                return;
            }
        }
        let step = match missing {
            Some(_) => Step::Announced,
            None => self.settled_whole(who, &request, &attempt, self.now_ms),
        };
        let task = Task {
            request,
            attempt: Some(attempt),
            step,
            restored: false,
        };
        self.instances[who].tasks.insert(hash, task);
    }

    /// The first part that has no answer; of a content that is asked whole always its one.
    fn missing_part(&self, who: usize, hash: ContentHash) -> Option<i32> {
        let of = World::parts_of(hash);
        let answered = match self.settings.defect {
            Defect::ForgetParts => Default::default(),
            _ => self.instances[who].answered(hash),
        };
        (1..=of).find(|part| !answered.contains(part))
    }

    fn advance(&mut self, who: usize, hash: ContentHash) {
        let Some(task) = self.instances[who].tasks.get(&hash).cloned() else {
            return;
        };
        let next = match task.step.clone() {
            Step::Announced => self.send(&task),
            Step::Sent { ends_at_ms, .. } if self.now_ms < ends_at_ms => return,
            Step::Sent { reply, ends_at_ms } => Step::Replied {
                reply,
                at_ms: ends_at_ms,
            },
            Step::Replied { reply, at_ms } => self.receive(who, &task, reply, at_ms),
            Step::Spooled => match self.settle_spooled(who, &task) {
                Some(step) => step,
                None => return,
            },
            Step::Writing(mut records) => {
                let Some(record) = records.pop_front() else {
                    return;
                };
                if !self.write_for(who, &task, &record) {
                    return;
                }
                if records.is_empty() {
                    Step::Cleaning
                } else {
                    Step::Writing(records)
                }
            }
            Step::Cleaning => {
                self.instances[who].clean(hash);
                self.instances[who].tasks.remove(&hash);
                return;
            }
        };
        if let Some(task) = self.instances[who].tasks.get_mut(&hash) {
            task.step = next;
        }
    }

    fn send(&mut self, task: &Task) -> Step {
        let attempt = task
            .attempt
            .clone()
            .expect("an announced call has an attempt");
        if !may_send(&attempt, &self.config, self.now_ms) {
            self.met.insert("called off".into());
            return Step::Replied {
                reply: Reply::RateLimited,
                at_ms: self.now_ms,
            };
        }
        let reply = self.server.reply(&mut self.random);
        let longest = if reply == Reply::Lost {
            TIMEOUT_MS
        } else {
            TIMEOUT_MS / 2
        };
        let ends_at_ms = self.now_ms + self.random.between_ms(100, longest);
        let was_announced = self.topics.attempts.iter().any(|written| {
            (written.content_hash, written.attempt, written.part)
                == (attempt.content_hash, attempt.attempt, attempt.part)
                && written.owner == attempt.owner
        });
        self.server.calls.push(Call {
            hash: attempt.content_hash,
            attempt: attempt.attempt,
            part: attempt.part,
            earlier_attempts: attempt.earlier_attempts,
            sent_at_ms: self.now_ms,
            ends_at_ms,
            reply,
            was_announced,
        });
        Step::Sent { reply, ends_at_ms }
    }

    /// A body goes to the spool; what has none is settled at once.
    fn receive(&mut self, who: usize, task: &Task, reply: Reply, at_ms: i64) -> Step {
        let attempt = task
            .attempt
            .clone()
            .expect("an answered call has an attempt");
        let spooled = Spooled {
            request: task.request.clone(),
            attempt,
            reply,
            at_ms,
        };
        if !reply.has_body() {
            return self.settled(who, &spooled);
        }
        self.instances[who].keep(spooled);
        Step::Spooled
    }

    /// The next step with a body in the spool; none when the owner was fenced.
    fn settle_spooled(&mut self, who: usize, task: &Task) -> Option<Step> {
        let attempt = task
            .attempt
            .as_ref()
            .expect("a spooled call has an attempt");
        let hash = task.request.content_hash;
        let is_its = |body: &&Spooled| {
            (body.attempt.attempt, body.attempt.part) == (attempt.attempt, attempt.part)
        };
        let bodies = self.instances[who].spool.get(&hash);
        let body = bodies.and_then(|bodies| bodies.iter().find(is_its));
        let body = body.cloned().expect("it is spooled");
        if attempt.part.is_none() || body.reply != Reply::Answer {
            return Some(self.settled(who, &body));
        }
        match self.missing_part(who, hash) {
            None => Some(self.settled_whole(who, &body.request, attempt, body.at_ms)),
            Some(_) if task.restored => {
                self.met.insert("left parts to the next attempt".into());
                let outcome = (Outcome::Failed(unfinished(1, 3)), Reply::Answer.charge());
                Some(self.settled_as(who, (&body.request, attempt), outcome, body.at_ms))
            }
            Some(part) => self.go_on(who, task, attempt, part),
        }
    }

    /// The same attempt is announced for its next part.
    fn go_on(
        &mut self,
        who: usize,
        task: &Task,
        attempt: &ExtractAttempt,
        part: i32,
    ) -> Option<Step> {
        let attempt = ExtractAttempt {
            part: Some(part),
            started_at_ms: self.now_ms,
            lease_until_ms: self.now_ms + self.config.lease_ms(),
            ..attempt.clone()
        };
        let hash = task.request.content_hash;
        if self.settings.defect != Defect::SkipAttemptWrite {
            let record = Record::Attempt(Box::new(attempt.clone()));
            if !self.write(who, hash, &record) {
                return None;
            }
        }
        self.met.insert("went on with the next part".into());
        let task = self.instances[who].tasks.get_mut(&hash)?;
        task.attempt = Some(attempt);
        Some(Step::Announced)
    }

    fn settled_whole(
        &mut self,
        who: usize,
        request: &ExtractRequest,
        attempt: &ExtractAttempt,
        at_ms: i64,
    ) -> Step {
        self.met.insert("settled a whole of parts".into());
        let ended = (Reply::Answer.outcome(), Reply::Answer.charge());
        self.settled_as(who, (request, attempt), ended, at_ms)
    }

    fn settled(&self, who: usize, body: &Spooled) -> Step {
        let what = (&body.request, &body.attempt);
        self.settled_as(
            who,
            what,
            (body.reply.outcome(), body.reply.charge()),
            body.at_ms,
        )
    }

    fn settled_as(
        &self,
        who: usize,
        (request, attempt): (&ExtractRequest, &ExtractAttempt),
        (outcome, charge): (Outcome, Charge),
        at_ms: i64,
    ) -> Step {
        let instance = &self.instances[who];
        let hash = request.content_hash;
        let records = settle(Ended {
            request,
            attempt,
            outcome,
            charge,
            finished_at_ms: at_ms,
            known: instance.known.get(&hash),
            last: instance.last.get(&hash),
        });
        written(records, self.settings.defect)
    }

    /// After a restart the spool comes first. What was settled before is only cleaned up.
    pub(super) fn publish_spooled(&mut self, who: usize) {
        let hashes: Vec<ContentHash> = self.instances[who].spool.keys().copied().collect();
        for hash in hashes {
            self.drop_needless(who, hash);
            let Some(body) = self.instances[who].to_settle(hash).cloned() else {
                continue;
            };
            let decision = self.decide_for(who, hash, body.request.requested_at_ms);
            let step = if let Decision::PublishSpooled { .. } = decision {
                self.met.insert("published from the spool".into());
                Step::Spooled
            } else {
                Step::Cleaning
            };
            let task = Task {
                request: body.request,
                attempt: Some(body.attempt),
                step,
                restored: true,
            };
            self.instances[who].tasks.insert(hash, task);
        }
    }

    fn drop_needless(&mut self, who: usize, hash: ContentHash) {
        let instance = &mut self.instances[who];
        let (known, last) = (instance.known.get(&hash), instance.last.get(&hash));
        if let Some(bodies) = instance.spool.get_mut(&hash) {
            bodies.retain(|body| {
                body.attempt.part.is_none() || fate(&body.attempt, known, last) != Kept::Drop
            });
        }
    }

    /// A tombstone closes every request of the key, so it must not close a later one.
    fn write_for(&mut self, who: usize, task: &Task, record: &Record) -> bool {
        let hash = task.request.content_hash;
        let closes = *record == Record::Tombstone;
        if closes && self.instances[who].has_later_request(task) {
            self.met.insert("left open".into());
            return true;
        }
        let written = self.write(who, hash, record);
        if written && closes {
            self.instances[who].pending.remove(&hash);
        }
        written
    }

    /// Writes as the owner that it believes to be; a refused one gives everything up.
    fn write(&mut self, who: usize, hash: ContentHash, record: &Record) -> bool {
        let instance = &mut self.instances[who];
        let written = instance
            .epoch
            .is_some_and(|epoch| self.topics.write(epoch, hash, record).is_ok());
        if written {
            instance.follow(hash, record);
        } else {
            instance.forget();
        }
        written
    }
}
