//! What the owner of a partition knows of its tasks, and what is to be done about them when.
//!
//! Pure: records and times come in, records to write come out. The worker writes a record and has it
//! acknowledged, then hands it back with `put`; nothing here is ever ahead of the topic.
//!
//! The version of a task is its `updated_at_ms`, which only grows: a record that is not newer than
//! what is known is old news, mostly this owner's own writing read back.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::fetch::source::SourceSpec;
use readonce_core::fetch::task::{self, Decision, Lease, Worker};
use readonce_core::parse::rules::Parser;
use readonce_model::record::{Task, TaskState};

use crate::agenda::Agenda;
use crate::catalog::Sources;

mod sources;
#[cfg(test)]
mod tests;

/// Whose memory it is.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub(crate) instance: String,
    pub(crate) lease_ms: i64,
    pub(crate) partition: i32,
    pub(crate) partitions: u32,
}

pub(crate) struct Memory {
    owner: Owner,
    sources: Arc<Sources>,
    tasks: HashMap<String, Task>,
    /// Runs that this owner is making.
    running: HashMap<String, Lease>,
    /// When each task is to be looked at.
    agenda: Agenda,
    /// Tasks that are due and wait for a place, by due time.
    ready: Agenda,
}

/// What a change of the catalog asks for.
#[derive(Debug, PartialEq)]
pub(crate) enum Change {
    Write(Task),
    Forget(String),
}

/// A run that can begin once `task` is acknowledged.
#[derive(Debug, PartialEq)]
pub(crate) struct Begin {
    pub(crate) task: Task,
    pub(crate) lease: Lease,
    pub(crate) spec: Arc<SourceSpec>,
    /// The task as an earlier run left it, when that run never ended.
    pub(crate) abandoned: Option<Task>,
}

/// What a record that was read means.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    /// Not newer than what is known.
    Old,
    /// Taken over. The run of this owner, if any, has lost its lease.
    Adopted,
    /// Somebody else's, while this owner holds the lease: write ours again, so that the topic's
    /// last word is the holder's.
    Defended(Box<Task>),
}

impl Memory {
    pub(crate) fn new(owner: Owner) -> Self {
        Self {
            owner,
            sources: Arc::default(),
            tasks: HashMap::new(),
            running: HashMap::new(),
            agenda: Agenda::default(),
            ready: Agenda::default(),
        }
    }

    /// Takes in a task as it lies on the topic.
    pub(crate) fn put(&mut self, task: Task) {
        let name = task.task_id.clone();
        self.tasks.insert(name.clone(), task);
        self.schedule(&name);
    }

    /// The record as it is to be written: its version is later than the one before.
    pub(crate) fn stamped(&self, task: Task) -> Task {
        let known = self.tasks.get(&task.task_id);
        let after = known.map_or(i64::MIN, |known| known.updated_at_ms.saturating_add(1));
        Task {
            updated_at_ms: task.updated_at_ms.max(after),
            ..task
        }
    }

    /// When something is to be looked at next.
    pub(crate) fn next_look(&self) -> Option<i64> {
        self.agenda.next()
    }

    /// Whether a due task waits for a place.
    pub(crate) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Looks at every task whose time has come. What is due becomes ready; leases that are to be
    /// renewed come out as records to write.
    pub(crate) fn look(&mut self, now_ms: i64) -> Vec<Task> {
        let mut renewed = Vec::new();
        while let Some(name) = self.agenda.pop_due(now_ms) {
            let Some(task) = self.tasks.get(&name) else {
                continue;
            };
            match self.decide(task, now_ms) {
                Decision::Wait { until_ms } => self.agenda.set(&name, until_ms),
                Decision::Running => renewed.extend(self.renewal(task, now_ms)),
                Decision::Run(_) | Decision::TakeOver { .. } => {
                    let due_at_ms = task.due_at_ms;
                    self.ready.set(&name, due_at_ms);
                }
            }
        }
        renewed
    }

    fn renewal(&self, task: &Task, now_ms: i64) -> Option<Task> {
        let lease = self.running.get(&task.task_id)?;
        task::renew(task, lease, now_ms).ok()
    }

    /// The longest overdue task that can run now. The run exists once its task is written and
    /// `began` was called.
    pub(crate) fn begin(&mut self, now_ms: i64) -> Option<Begin> {
        while let Some(name) = self.ready.pop_due(i64::MAX) {
            if let Some(begin) = self.begin_one(&name, now_ms) {
                return Some(begin);
            }
        }
        None
    }

    fn begin_one(&mut self, name: &str, now_ms: i64) -> Option<Begin> {
        let task = self.tasks.get(name)?;
        let spec = self.spec(name)?.clone();
        let (lease, abandoned) = match self.decide(task, now_ms) {
            Decision::Run(lease) => (lease, None),
            Decision::TakeOver { lease, .. } => (lease, Some(task.clone())),
            Decision::Wait { .. } | Decision::Running => {
                self.schedule(name);
                return None;
            }
        };
        Some(Begin {
            task: task::start(task, &lease, now_ms),
            lease,
            spec,
            abandoned,
        })
    }

    /// A due task that cannot run yet for a reason outside of it. Nothing is written: it stays due.
    pub(crate) fn postpone(&mut self, name: &str, until_ms: i64) {
        self.agenda.set(name, until_ms);
    }

    pub(crate) fn began(&mut self, name: &str, lease: Lease) {
        self.running.insert(name.to_owned(), lease);
    }

    /// The run of a task is over, however it ended.
    pub(crate) fn ended(&mut self, name: &str) {
        self.running.remove(name);
        self.schedule(name);
    }

    pub(crate) fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.get(name)
    }

    pub(crate) fn is_running(&self, name: &str) -> bool {
        self.running.contains_key(name)
    }

    /// What to make of a task's record on the topic.
    pub(crate) fn hear(&mut self, theirs: Task) -> Heard {
        let name = theirs.task_id.clone();
        let Some(mine) = self.tasks.get(&name) else {
            // Of a source that is not in the catalog: nothing is done about it.
            return Heard::Old;
        };
        if theirs.updated_at_ms <= mine.updated_at_ms {
            return Heard::Old;
        }
        let valid_until = mine.lease_expires_at_ms.unwrap_or(i64::MIN);
        if self.is_running(&name) && theirs.updated_at_ms < valid_until {
            let mine = mine.clone();
            return Heard::Defended(Box::new(Task {
                updated_at_ms: theirs.updated_at_ms.saturating_add(1),
                ..mine
            }));
        }
        self.put(theirs);
        Heard::Adopted
    }

    /// The task that a request makes of its source's task; none when there is no such source. One
    /// that comes later is due at once, so nothing has to wait for it.
    pub(crate) fn answer(&self, request: &Task, now_ms: i64) -> Option<Task> {
        let task = self.tasks.get(&request.source)?;
        let by = request.requested_by.as_deref().unwrap_or("unknown");
        Some(task::request(task, by, now_ms))
    }

    /// The parser document that a source names; the source cannot be run without it.
    pub(crate) fn parser(&self, name: &str) -> Option<Arc<Parser>> {
        self.sources.get(name)?.parser.clone()
    }

    fn spec(&self, name: &str) -> Option<&Arc<SourceSpec>> {
        self.sources.get(name)?.spec.as_ref().ok()
    }

    fn decide(&self, task: &Task, now_ms: i64) -> Decision {
        let running = self.running.get(&task.task_id);
        let worker = Worker {
            owner: &self.owner.instance,
            running: running.map(|lease| lease.run_id.as_str()),
            lease_ms: self.owner.lease_ms,
        };
        task::decide(task, &worker, now_ms)
    }

    /// Puts a task where it belongs: nowhere when it cannot run, else on the agenda.
    fn schedule(&mut self, name: &str) {
        self.agenda.remove(name);
        self.ready.remove(name);
        let interval_ms = self.spec(name).map(|spec| spec.interval_ms());
        let (Some(task), Some(interval_ms)) = (self.tasks.get_mut(name), interval_ms) else {
            return;
        };
        task.due_at_ms = hastened(task, interval_ms);
        let at_ms = match self.running.get(name) {
            None => Some(task.due_at_ms),
            // A run that lost its task is still winding down: no second one beside it.
            Some(lease) if task.run_id.as_deref() != Some(&lease.run_id) => None,
            Some(lease) => task
                .lease_expires_at_ms
                .map(|end| end.saturating_sub(lease.length_ms / 3 * 2)),
        };
        if let Some(at_ms) = at_ms {
            self.agenda.set(name, at_ms);
        }
    }
}

/// A due time that belongs to an interval which was made shorter meanwhile. Backoffs stay.
fn hastened(task: &Task, interval_ms: i64) -> i64 {
    let latest = task
        .updated_at_ms
        .saturating_add(interval_ms.saturating_mul(2));
    match task.attempt == 0 && task.due_at_ms > latest {
        true => task.updated_at_ms.saturating_add(interval_ms),
        false => task.due_at_ms,
    }
}

/// A task whose run was cut for no fault of the source: free, and as due as before.
pub(crate) fn release(task: &Task, now_ms: i64) -> Task {
    Task {
        state: TaskState::Pending,
        lease_owner: None,
        lease_expires_at_ms: None,
        updated_at_ms: now_ms,
        ..task.clone()
    }
}
