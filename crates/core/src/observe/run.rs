//! The counters of a run. They live in the record itself, with the last offset that they hold, so
//! that a restart counts nothing twice.

use readonce_model::record::{Outcome, RawRecord, Run, RunState};

use super::{Applied, RawPosition, State};

/// A run that nothing was counted of yet. Its `run_started` may never have been seen: then the
/// first record of the run stands for its start.
pub(super) fn begin(raw: &RawRecord, at: RawPosition) -> Run {
    Run {
        run_id: raw.run_id.clone(),
        source: raw.source.clone(),
        state: RunState::Running,
        started_at_ms: raw.at_ms,
        finished_at_ms: None,
        complete: false,
        healthy: false,
        reason: None,
        pages: 0,
        seen: 0,
        new: 0,
        changed: 0,
        reverted: 0,
        unchanged: 0,
        duplicate: 0,
        failed: 0,
        missing: 0,
        delisted: 0,
        relisted: 0,
        raw_partition: at.partition,
        raw_offset: -1,
        due_at_ms: raw.due_at_ms,
        revised: 0,
        withdrawn: 0,
        blocked: 0,
    }
}

impl State {
    /// The mark before the first page of a run.
    pub fn apply_run_started(&mut self, raw: &RawRecord, at: RawPosition) -> Applied {
        Applied {
            run: self.count(raw, at, |_| ()),
            ..Applied::default()
        }
    }

    /// Counts a raw record once; `None` when it was counted before or when its run has ended.
    ///
    /// The record of a finished run stays as it is, so its offset is that of its end: by it the end
    /// is known when it is delivered again. A page that comes behind the end is observed like any
    /// other, but the ledger of the run is closed.
    pub(super) fn count(
        &mut self,
        raw: &RawRecord,
        at: RawPosition,
        add: impl FnOnce(&mut Run),
    ) -> Option<Run> {
        let run = self
            .runs
            .entry(raw.run_id.clone())
            .or_insert_with(|| begin(raw, at));
        if run.state == RunState::Finished || run.raw_offset >= at.offset {
            return None;
        }
        add(run);
        run.raw_offset = at.offset;
        Some(run.clone())
    }
}

/// What one page adds to its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pages: i32,
    pub duplicate: i64,
    failed: i64,
    pub relisted: i64,
    seen: i64,
    new: i64,
    changed: i64,
    reverted: i64,
    revised: i64,
    unchanged: i64,
    withdrawn: i64,
    blocked: i64,
}

impl Tally {
    /// One page that could be read, with what it repeats, what was set aside, and which of its
    /// parts are walls.
    pub fn page(duplicate: i64, failed: i64, blocked: i64) -> Self {
        Self {
            pages: 1,
            duplicate,
            failed,
            blocked,
            ..Self::default()
        }
    }

    /// An item that the source says is gone.
    pub fn withdraw(&mut self) {
        self.withdrawn += 1;
    }

    /// The run saw after all what a page of it called gone.
    pub fn take_back_withdrawal(&mut self) {
        self.withdrawn -= 1;
    }

    /// An item that the run had not seen before.
    pub fn see(&mut self, outcome: Outcome) {
        self.seen += 1;
        self.sort_in(outcome);
    }

    /// An item that the run saw with another content before. It stays one item, in the strongest
    /// class that any of its sightings had: new before changed before unchanged.
    pub fn see_again(&mut self, earlier: Outcome, outcome: Outcome) {
        self.duplicate += 1;
        if earlier == Outcome::Unchanged {
            self.unchanged -= 1;
            self.sort_in(outcome);
        }
    }

    fn sort_in(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::New => self.new += 1,
            Outcome::Changed => self.changed += 1,
            Outcome::Revised => {
                self.changed += 1;
                self.revised += 1;
            }
            Outcome::Reverted => {
                self.changed += 1;
                self.reverted += 1;
            }
            Outcome::Unchanged => self.unchanged += 1,
            // No sighting has it: `withdraw` counts those.
            Outcome::Withdrawn => {}
        }
    }

    pub fn add_to(self, run: &mut Run) {
        run.pages += self.pages;
        run.seen += self.seen;
        run.new += self.new;
        run.changed += self.changed;
        run.reverted += self.reverted;
        run.revised += self.revised;
        run.unchanged += self.unchanged;
        run.withdrawn += self.withdrawn;
        run.blocked += self.blocked;
        run.duplicate += self.duplicate;
        run.failed += self.failed;
        run.relisted += self.relisted;
    }
}
