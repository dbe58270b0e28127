//! What the worker is told of its batches, taken in.

use std::sync::Arc;

use readonce_core::extract::batch::{Line, LineId, Standing};
use readonce_model::record::ExtractAttempt;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;

use super::super::Worker;
use super::{Aboard, Heard, Lane, Look, Stage};
use crate::batch::{Event, Found};
use crate::provider::Fault;

impl Worker {
    pub(in crate::worker) async fn hear(&mut self, heard: Heard) -> Result<(), Halt> {
        match heard {
            Heard::Batch(event) => self.hear_of_batch(event),
            Heard::Waited(waited) => self.take_up_waiting(waited).await?,
            Heard::Landed(landed) => self.settle_landed(landed).await?,
        }
        Ok(())
    }

    fn hear_of_batch(&mut self, event: Event) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        match event {
            Event::Looked { began_at_ms, found } => lane.looked(began_at_ms, found),
            Event::Unsent { run, keys } => self.take_back(run, keys),
            Event::Made {
                run,
                batch,
                renewed,
            } => {
                if let Some(run) = lane.runs.get_mut(&run) {
                    run.batch = Some(batch.into());
                }
                self.learn_renewed(renewed);
            }
            Event::Ended { run } => {
                if let Some(run) = lane.runs.get_mut(&run) {
                    run.is_told = true;
                }
            }
            Event::Lines { run, lines } => lane.take_lines(run, lines),
            Event::Over { run, standing } => self.conclude(run, &standing),
        }
    }

    fn learn_renewed(&mut self, renewed: Vec<ExtractAttempt>) {
        for attempt in renewed {
            if let Some(line) = &self.line {
                line.learn(&attempt);
            }
            self.memory.learn_anew(attempt);
        }
    }

    /// Lines that are in no file after all: their requests are read again, and it is decided anew.
    fn take_back(&mut self, run: u64, keys: Vec<Arc<str>>) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        let due_ms = now_ms();
        for key in keys {
            if let Some(attempt) = self.memory.last(&key) {
                lane.unsent.insert(key.clone(), attempt.attempt);
            }
            lane.move_to(&key, Stage::Waiting { due_ms });
        }
        let is_of_run =
            |aboard: &Aboard| matches!(aboard.stage, Stage::Sent { run: of, .. } if of == run);
        if !lane.keys.values().any(is_of_run) {
            lane.runs.remove(&run);
        }
    }

    /// A batch is over. Lines that came too late to be told are told once more; of the others the
    /// provider says nothing.
    fn conclude(&mut self, run: u64, standing: &Standing) {
        let Some(lane) = &mut self.lane else {
            return;
        };
        lane.runs.remove(&run);
        let of_run = lane
            .keys
            .iter()
            .filter_map(|(key, aboard)| match aboard.stage {
                Stage::Sent { run: of, is_late } if of == run => Some((key.clone(), is_late)),
                _ => None,
            });
        let of_run: Vec<_> = of_run.collect();
        for (key, is_late) in of_run {
            if is_late {
                lane.tell_again(&key);
                continue;
            }
            let Some(last) = self.memory.last(&key) else {
                continue;
            };
            let line = Line {
                id: LineId::of(last, None),
                end: standing.of_missing(),
            };
            lane.ended.push_back(line);
        }
    }
}

impl Lane {
    fn looked(&mut self, began_at_ms: i64, found: Result<Found, Fault>) {
        self.is_looking = false;
        match found {
            Ok(found) => {
                self.look = Some(Look { began_at_ms, found });
                self.is_seek_due = true;
            }
            Err(fault) => {
                tracing::warn!(partition = self.partition, %fault, "looking for lines is tried again");
                let pause_ms = i64::from(self.ports.batches.terms.poll_seconds) * 1000;
                let pause_ms = pause_ms.max(fault.wait_ms().unwrap_or(0));
                self.look_not_before(now_ms().saturating_add(pause_ms));
            }
        }
    }

    /// The line of a key has to be told once more: when the batch is told to its end, or, when that
    /// has been, after another look.
    pub(super) fn tell_again(&mut self, key: &str) {
        let Some(aboard) = self.keys.get_mut(key) else {
            return;
        };
        let told = match &mut aboard.stage {
            Stage::Sent { run, is_late } if self.runs.contains_key(run) => {
                *is_late = true;
                return;
            }
            stage => *stage,
        };
        if matches!(told, Stage::Sent { .. }) {
            self.move_to(key, Stage::Seeking);
            // Made before that batch was, maybe.
            self.look = None;
        }
    }

    /// Lines of keys that are in that batch by what is known here; others are of other owners' times.
    fn take_lines(&mut self, run: u64, lines: Vec<Line>) {
        for line in lines {
            let Some(aboard) = self.keys.get_mut(line.id.key().as_str()) else {
                continue;
            };
            match (&mut aboard.stage, aboard.latest) {
                (Stage::Sent { run: of, .. }, Some(_)) if *of == run => self.ended.push_back(line),
                // It is asked for again right now: its line is told once more.
                (Stage::Sent { run: of, is_late }, None) if *of == run => *is_late = true,
                _ => {}
            }
        }
    }
}
