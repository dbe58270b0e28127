//! What is due in the lane: announced keys are looked for, gathered keys are shipped, ended lines are
//! settled, and what waited is read again. Looked at after every step of the worker.

use std::collections::HashSet;
use std::sync::Arc;

use readonce_core::extract::batch::{Next, Sought, next};
use readonce_model::record::{CallState, ExtractAttempt};
use readonce_plumbing::health::now_ms;

use super::super::Worker;
use super::{Aboard, Lane, Run, Stage};
use crate::batch::{Sending, Shipment, Wanted, follow, look, send};

/// Keys that come in together are looked for together.
const BREATH_MS: i64 = 500;

impl Lane {
    pub(super) fn look_not_before(&mut self, at_ms: i64) {
        let at_ms = at_ms.max(now_ms().saturating_add(BREATH_MS));
        let before_ms = self.look_at_ms.unwrap_or(i64::MAX);
        self.look_at_ms = Some(at_ms.min(before_ms));
    }

    /// When the gathered lines are sent: when they are enough for a batch, or have waited for it. One
    /// shipment at a time is on its way.
    pub(super) fn ship_at_ms(&self) -> Option<i64> {
        let since_ms = self.gathering_since_ms?;
        let terms = &self.ports.batches.terms;
        let is_sending = self.runs.values().any(|run| run.batch.is_none());
        let is_full = self.gathering.len() >= terms.max_requests as usize;
        let wait_ms = match is_full {
            true => 0,
            false => i64::from(terms.fill_seconds) * 1000,
        };
        (!is_sending).then(|| since_ms.saturating_add(wait_ms))
    }

    /// The next keys to be sent; what left the lane, or is asked for again right now, is passed over.
    fn gathered(&mut self) -> Vec<(Arc<str>, i64)> {
        let most = self.ports.batches.terms.max_requests as usize;
        let (mut found, mut again, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        while found.len() < most
            && let Some(key) = self.gathering.pop_front()
        {
            if !seen.insert(key.clone()) {
                continue;
            }
            match self.keys.get(&key) {
                Some(Aboard {
                    stage: Stage::Gathering,
                    latest: Some(offset),
                    ..
                }) => found.push((key, *offset)),
                Some(Aboard {
                    stage: Stage::Gathering,
                    ..
                }) => again.push(key),
                _ => {}
            }
        }
        self.gathering.extend(again);
        self.gathering_since_ms = (!self.gathering.is_empty()).then(now_ms);
        found
    }

    pub(super) fn begin_run(&mut self, batch: Option<Arc<str>>) -> u64 {
        self.last_run += 1;
        let run = Run {
            batch,
            began_at_ms: now_ms(),
            is_told: false,
        };
        self.runs.insert(self.last_run, run);
        self.last_run
    }

    /// The run that follows a batch, begun if there is none.
    fn run_of(&mut self, batch: &Arc<str>) -> u64 {
        let of_batch = |(_, run): &(&u64, &Run)| run.batch.as_ref() == Some(batch);
        if let Some((number, _)) = self.runs.iter().find(of_batch) {
            return *number;
        }
        let run = self.begin_run(Some(batch.clone()));
        tracing::info!(partition = self.partition, %batch, "a batch is followed again");
        let name = batch.to_string();
        let (ports, events) = (self.ports.clone(), self.sender.clone());
        self.tasks
            .spawn(follow(ports, (run, name), self.partition, events));
        run
    }

    fn attach(&mut self, key: &Arc<str>, batch: &Arc<str>) {
        let run = self.run_of(batch);
        let is_late = self.runs.get(&run).is_some_and(|run| run.is_told);
        self.move_to(key, Stage::Sent { run, is_late });
    }

    fn found(&self, key: &str) -> Option<Arc<str>> {
        let look = self.look.as_ref()?;
        look.found.batches.get(key).cloned()
    }
}

impl Worker {
    pub(in crate::worker) fn tend_lane(&mut self) {
        if self.lane.is_none() {
            return;
        }
        self.seek();
        self.look_when_due();
        self.ship_when_due();
        self.land();
        self.read_waiting();
        if let Some(lane) = &mut self.lane {
            lane.measure();
        }
    }

    /// Where announced keys are, as far as the latest look tells.
    fn seek(&mut self) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        if !lane.is_seek_due || lane.is_looking {
            return;
        }
        lane.is_seek_due = false;
        let now_ms = now_ms();
        let keys: Vec<_> = lane.seeking.iter().cloned().collect();
        for key in keys {
            let Some(attempt) = self.memory.last(&key).filter(|last| is_open(last)) else {
                // Something else became of it: it is decided about anew.
                lane.move_to(&key, Stage::Waiting { due_ms: now_ms });
                continue;
            };
            let batch = lane.found(&key);
            let look = lane.look.as_ref();
            let sought = Sought {
                attempt,
                is_unsent: false,
                look: look.map(|look| (look.began_at_ms, batch.is_some())),
                now_ms,
            };
            match (next(&sought), batch) {
                (Next::Attach, Some(batch)) => lane.attach(&key, &batch),
                (Next::Submit, _) => lane.move_to(&key, Stage::Gathering),
                (Next::LookAt { at_ms }, _) => lane.look_not_before(at_ms),
                (Next::Attach, None) => {}
            }
        }
    }

    /// Everything that was announced and has not ended is looked for, whether its request was read
    /// already or not.
    fn look_when_due(&mut self) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        if lane.is_looking || lane.look_at_ms.is_none_or(|at_ms| at_ms > now_ms()) {
            return;
        }
        let mut wanted = Wanted::new();
        let mut since_ms = i64::MAX;
        for (key, attempt) in self.memory.open_by_batch() {
            since_ms = since_ms.min(attempt.started_at_ms);
            wanted.insert(Arc::from(key), attempt.attempt);
        }
        lane.is_looking = true;
        lane.look_at_ms = None;
        let (ports, events) = (lane.ports.clone(), lane.sender.clone());
        let partition = self.partition;
        lane.tasks.spawn(async move {
            look(ports, partition, (wanted, since_ms), events).await;
            Ok(())
        });
    }

    fn ship_when_due(&mut self) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        if lane.ship_at_ms().is_none_or(|at_ms| at_ms > now_ms()) {
            return;
        }
        let keys = lane.gathered();
        let lines: Vec<_> = keys
            .into_iter()
            .filter_map(|(key, offset)| self.sending(key, offset))
            .collect();
        let Some(lane) = self.lane.as_mut().filter(|_| !lines.is_empty()) else {
            return;
        };
        let run = lane.begin_run(None);
        for line in &lines {
            lane.unsent.remove(&line.key);
            let is_late = false;
            lane.move_to(&line.key, Stage::Sent { run, is_late });
        }
        let shipment = Shipment {
            run,
            shared: self.shared.clone(),
            ports: lane.ports.clone(),
            writer: self.writer.clone(),
            lines,
            events: lane.sender.clone(),
        };
        lane.tasks.spawn(send(shipment));
    }

    fn sending(&self, key: Arc<str>, offset: i64) -> Option<Sending> {
        let attempt = self.memory.last(&key).filter(|last| is_open(last))?;
        let lane = self.lane.as_ref()?;
        Some(Sending {
            is_fresh: lane.unsent.get(&key) == Some(&attempt.attempt),
            attempt: attempt.clone(),
            // Where the profile lies that gives a part of the answer.
            earlier: self.place(&attempt.content_hash, &attempt.contract),
            key,
            offset,
        })
    }
}

fn is_open(last: &ExtractAttempt) -> bool {
    last.state == CallState::Started && last.is_by_batch()
}
