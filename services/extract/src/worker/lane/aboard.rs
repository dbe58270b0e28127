//! Keys that come into the lane, and keys of it that are asked for again.

use std::sync::Arc;

use readonce_core::extract::batch::goes_by_batch;
use readonce_core::extract::ledger::{Decision, NextCall, Record as Word, Wait};
use readonce_model::Topic;
use readonce_model::record::CallState;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Picked, pick};

use super::super::Worker;
use super::super::reading::{Places, TakenUp};
use super::{Aboard, Heard, Lane, Stage};
use crate::agenda::Held;
use crate::job::{Done, Task};

/// What cannot be read now is read again after this.
const REGISTRY_PAUSE_MS: i64 = 1000;

/// Requests that waited, read again.
pub(in crate::worker) struct Waited {
    keys: Vec<(Arc<str>, Aboard)>,
    picked: Picked,
}

impl Lane {
    /// The key needs no batch, or not any more.
    fn forget(&mut self, key: &str) {
        if let Some(aboard) = self.keys.remove(key) {
            self.unlist(key, aboard.stage);
        }
        self.announcing.remove(key);
        self.unsent.remove(key);
    }

    fn unlist(&mut self, key: &str, stage: Stage) {
        match stage {
            Stage::Waiting { due_ms } => {
                self.waiting.remove(&(due_ms, Arc::from(key)));
            }
            Stage::Seeking => {
                self.seeking.remove(key);
            }
            // Both are asked for their keys' stages.
            Stage::Gathering | Stage::Sent { .. } => {}
        }
    }

    pub(super) fn move_to(&mut self, key: &str, stage: Stage) {
        if let Some(aboard) = self.keys.remove(key) {
            self.unlist(key, aboard.stage);
            self.put(key, Aboard { stage, ..aboard });
        }
    }

    /// A key that is not in the lane, or is not any more.
    pub(super) fn put(&mut self, key: &str, aboard: Aboard) {
        let key: Arc<str> = Arc::from(key);
        match aboard.stage {
            Stage::Waiting { due_ms } => {
                self.waiting.insert((due_ms, key.clone()));
            }
            Stage::Seeking => {
                self.seeking.insert(key.clone());
                self.is_seek_due = true;
            }
            Stage::Gathering => {
                self.gathering.push_back(key.clone());
                self.gathering_since_ms.get_or_insert_with(now_ms);
            }
            Stage::Sent { .. } => {}
        }
        self.keys.insert(key, aboard);
    }

    /// Where an announced key stands when it comes in, or comes in again.
    fn stage_of(&mut self, key: &str, attempt: i32) -> Stage {
        let stage = self.keys.get(key).map(|aboard| aboard.stage);
        match stage {
            Some(stage @ (Stage::Sent { .. } | Stage::Gathering)) => stage,
            _ if self.unsent.get(key) == Some(&attempt) => Stage::Gathering,
            _ => Stage::Seeking,
        }
    }
}

fn aboard(held: &Held, stage: Stage) -> Aboard {
    Aboard {
        latest: Some(held.record.offset),
        others: held.others.iter().map(|record| record.offset).collect(),
        stage,
    }
}

impl Worker {
    /// A key of the lane is asked for again: all its requests are in one place, and what is decided
    /// next tells where it goes on.
    pub(in crate::worker) fn recall(&mut self, key: &str) {
        let Some(aboard) = self.lane.as_mut().and_then(|lane| lane.keys.get_mut(key)) else {
            return;
        };
        let offsets = std::mem::take(&mut aboard.others).into_iter();
        let offsets: Vec<_> = offsets.chain(aboard.latest.take()).collect();
        let records: Vec<_> = offsets
            .into_iter()
            .map(|at| self.place_of(key, at))
            .collect();
        self.agenda.attach(key, records);
    }

    /// The decision, unless it is the lane's to carry out.
    pub(in crate::worker) fn by_direct_lane(
        &mut self,
        key: &str,
        decision: Decision,
    ) -> Option<Decision> {
        let (Some(lane), Some(held)) = (&self.lane, self.agenda.get(key)) else {
            return Some(decision);
        };
        let goes = || goes_by_batch(&self.shared.extraction, &held.request);
        match decision {
            // Its line is being settled: what ends that looks at the key again.
            Decision::Join => return None,
            Decision::Collect { attempt } => self.take_aboard(key, attempt),
            Decision::WaitUntil {
                at_ms,
                why: Wait::Backoff,
            } if goes() => self.put_off(key, at_ms),
            Decision::Call(_) if goes() && !lane.may_announce() => {
                self.give_back(key);
                self.put_off(key, now_ms());
            }
            Decision::Call(call) if goes() && self.is_granted(key) => self.announce(key, call),
            _ => {
                self.lane.as_mut()?.forget(key);
                return Some(decision);
            }
        }
        None
    }

    fn take_aboard(&mut self, key: &str, attempt: i32) {
        let (Some(lane), Some(held)) = (&mut self.lane, self.agenda.take(key)) else {
            return;
        };
        lane.announcing.remove(key);
        let stage = lane.stage_of(key, attempt);
        let held = aboard(&held, stage);
        match lane.keys.get_mut(key) {
            Some(before) if before.stage == stage => *before = held,
            Some(_) => {
                lane.move_to(key, stage);
                lane.keys.insert(Arc::from(key), held);
            }
            None => lane.put(key, held),
        }
    }

    /// Only its places stay in memory until then.
    fn put_off(&mut self, key: &str, due_ms: i64) {
        let (Some(lane), Some(held)) = (&mut self.lane, self.agenda.take(key)) else {
            return;
        };
        lane.forget(key);
        lane.put(key, aboard(&held, Stage::Waiting { due_ms }));
    }

    fn announce(&mut self, key: &str, call: NextCall) {
        let (Some(lane), Some(held)) = (&mut self.lane, self.agenda.get(key)) else {
            return;
        };
        lane.announcing.insert(Arc::from(key));
        let job = self.job_of(key, held);
        self.agenda.run(key);
        self.running
            .push(tokio::spawn(job.perform(Task::Announce(call))));
    }

    /// Learns what a job has announced, and what it has ended.
    pub(in crate::worker) fn follow_in_lane(&mut self, done: &Done) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        lane.settling.remove(done.key.as_str());
        for word in &done.written {
            if let Word::Attempt(attempt) = word
                && attempt.is_by_batch()
            {
                match attempt.state == CallState::Started {
                    true => lane
                        .unsent
                        .insert(done.key.as_str().into(), attempt.attempt),
                    false => lane.unsent.remove(done.key.as_str()),
                };
            }
        }
    }

    /// Reads again what has waited long enough, as far as there is room for it.
    pub(super) fn read_waiting(&mut self) {
        let room = self.shared.held_requests.saturating_sub(self.agenda.len());
        let Some(lane) = &mut self.lane else {
            return;
        };
        let room = room
            .min(lane.most_open.saturating_sub(lane.announced()))
            .min(64);
        let now_ms = now_ms();
        let due = lane.waiting.iter().take(room);
        let due = due.take_while(|(due_ms, _)| *due_ms <= now_ms);
        let due: Vec<_> = due.map(|(_, key)| key.clone()).collect();
        if lane.is_reading || due.is_empty() {
            return;
        }
        let mut keys = Vec::with_capacity(due.len());
        for key in due {
            if let Some(aboard) = lane.keys.remove(&key) {
                lane.unlist(&key, aboard.stage);
                keys.push((key, aboard));
            }
        }
        lane.is_reading = true;
        let (settings, partition) = (self.shared.source.settings.clone(), self.partition);
        lane.reads.spawn(async move {
            let offsets = keys.iter().filter_map(|(_, aboard)| aboard.latest);
            let offsets = offsets.collect();
            let picked = pick(&settings, Topic::ExtractRequests, partition, offsets).await?;
            Ok(Heard::Waited(Waited { keys, picked }))
        });
    }

    pub(super) async fn take_up_waiting(&mut self, waited: Waited) -> Result<(), Halt> {
        if let Some(lane) = &mut self.lane {
            lane.is_reading = false;
        }
        let mut picked = waited.picked;
        for (key, aboard) in waited.keys {
            self.take_up_again(&key, aboard, &mut picked).await?;
        }
        Ok(())
    }

    /// Whether the request is held again, to be worked on.
    pub(super) async fn take_up_again(
        &mut self,
        key: &Arc<str>,
        aboard: Aboard,
        picked: &mut Picked,
    ) -> Result<bool, Halt> {
        let Some(latest) = aboard.latest else {
            self.finish_places(key, &aboard.others);
            return Ok(false);
        };
        let places = Places {
            latest,
            others: &aboard.others,
        };
        match self.take_up(key, places, picked).await? {
            TakenUp::Held => return Ok(true),
            TakenUp::Gone => {}
            TakenUp::Later => {
                let due_ms = now_ms().saturating_add(REGISTRY_PAUSE_MS);
                let stage = Stage::Waiting { due_ms };
                if let Some(lane) = &mut self.lane {
                    lane.put(key, Aboard { stage, ..aboard });
                }
            }
        }
        Ok(false)
    }
}
