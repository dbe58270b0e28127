//! Lines that have ended: their requests are read again, the ledger is asked, and each is settled as
//! any reply is.

use std::sync::Arc;

use readonce_core::extract::batch::Line;
use readonce_core::extract::ledger::Decision;
use readonce_model::Topic;
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Picked, pick};

use super::super::Worker;
use super::{Aboard, Heard, MOST_SETTLING, Stage};
use crate::job::{Collected, Earlier, Task};

/// Requests of lines that have ended.
pub(in crate::worker) struct Landed {
    lines: Vec<(Arc<str>, Aboard, Line)>,
    picked: Picked,
}

impl Worker {
    /// Reads the requests of some lines, as many as may be settled at a time.
    pub(super) fn land(&mut self) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        let mut lines = Vec::new();
        while lane.settling.len() < MOST_SETTLING
            && let Some(line) = lane.ended.pop_front()
        {
            let key: Arc<str> = Arc::from(line.id.key());
            let Some(aboard) = lane.keys.get(&key) else {
                continue;
            };
            match (aboard.stage, aboard.latest) {
                (Stage::Sent { .. }, Some(_)) => {}
                // It was asked for again after its line was told.
                (Stage::Sent { .. }, None) => {
                    lane.tell_again(&key);
                    continue;
                }
                _ => continue,
            }
            if let Some(aboard) = lane.keys.remove(&key) {
                lane.settling.insert(key.clone());
                lines.push((key, aboard, line));
            }
        }
        if lines.is_empty() {
            return;
        }
        let (settings, partition) = (self.shared.source.settings.clone(), self.partition);
        lane.reads.spawn(async move {
            let offsets = lines.iter().filter_map(|(_, aboard, _)| aboard.latest);
            let offsets = offsets.collect();
            let picked = pick(&settings, Topic::ExtractRequests, partition, offsets).await?;
            Ok(Heard::Landed(Landed { lines, picked }))
        });
    }

    pub(super) async fn settle_landed(&mut self, landed: Landed) -> Result<(), Halt> {
        let mut picked = landed.picked;
        for (key, aboard, line) in landed.lines {
            self.settle_line(key, aboard, (line, &mut picked)).await?;
        }
        Ok(())
    }

    async fn settle_line(
        &mut self,
        key: Arc<str>,
        aboard: Aboard,
        (line, picked): (Line, &mut Picked),
    ) -> Result<(), Halt> {
        let is_held = self.take_up_again(&key, aboard, picked).await?;
        let held = self.agenda.get(&key).filter(|_| is_held);
        let decision = held.map(|held| self.decide(&key, &held.request, None));
        let is_its = decision
            == Some(Decision::Collect {
                attempt: line.id.attempt,
            });
        match self.memory.last(&key).filter(|_| is_its).cloned() {
            Some(attempt) => self.settle_attempt(&key, Collected { attempt, line }),
            // It is decided about like any key that is held, or is not held any more.
            None => {
                if let Some(lane) = &mut self.lane {
                    lane.settling.remove(&key);
                }
            }
        }
        Ok(())
    }

    fn settle_attempt(&mut self, key: &str, collected: Collected) {
        let Some(held) = self.agenda.get(key) else {
            return;
        };
        let mut job = self.job_of(key, held);
        let place = self.place(&job.request.content_hash, &job.request.contract);
        let place = place.filter(|_| collected.line.id.lifted.is_some());
        self.agenda.run(key);
        // A task of its own, since it may outlive this worker.
        self.running.push(tokio::spawn(async move {
            job.earlier = match &place {
                Some(place) => Earlier::read(&job.shared, place, &job.request).await?,
                None => None,
            };
            job.perform(Task::Collect(Box::new(collected))).await
        }));
    }
}
