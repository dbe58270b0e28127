//! What a change of the catalog means for the tasks of a partition.

use std::sync::Arc;

use readonce_core::fetch::task;
use readonce_model::partition::partition_of;
use readonce_model::record::{Task, TaskState};

use super::{Change, Memory};
use crate::catalog::{Source, Sources};

impl Memory {
    /// Takes in the catalog as it is now.
    pub(crate) fn see(&mut self, sources: Arc<Sources>, now_ms: i64) -> Vec<Change> {
        let before = std::mem::replace(&mut self.sources, sources);
        let gone = self.tasks.keys().filter(|name| !self.is_mine(name));
        let mut changes: Vec<_> = gone.cloned().map(Change::Forget).collect();
        for source in self.sources.clone().iter() {
            if self.is_mine(&source.name) {
                let before = before.get(&source.name).map(Arc::as_ref);
                changes.extend(self.see_one(before, source, now_ms).map(Change::Write));
            }
        }
        changes
    }

    fn see_one(&mut self, before: Option<&Source>, now: &Source, now_ms: i64) -> Option<Task> {
        self.schedule(&now.name);
        let known = self.tasks.get(&now.name);
        match (known, &now.spec) {
            (None, Ok(_)) => Some(task::first(&now.name, now_ms)),
            (None, Err(words)) => broken(&task::first(&now.name, now_ms), words, now_ms),
            (Some(task), Err(words)) => broken(task, words, now_ms),
            (Some(task), Ok(spec)) => {
                let changed = before.is_some_and(|before| before.spec.as_ref() != Ok(spec));
                changed.then(|| mended(task, now_ms)).flatten()
            }
        }
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.tasks.remove(name);
        self.agenda.remove(name);
        self.ready.remove(name);
    }

    /// In the catalog, and of this partition.
    fn is_mine(&self, name: &str) -> bool {
        let partition = partition_of(name.as_bytes(), self.owner.partitions);
        partition == self.owner.partition && self.sources.get(name).is_some()
    }
}

/// The task of a source whose document cannot be run: it says why, once.
fn broken(task: &Task, words: &str, now_ms: i64) -> Option<Task> {
    let words = format!("config: {words}");
    let is_said = task.last_error.as_deref() == Some(&words);
    if is_said || task.state == TaskState::Leased {
        return None;
    }
    Some(Task {
        state: TaskState::Failed,
        last_error: Some(words),
        updated_at_ms: now_ms,
        ..task.clone()
    })
}

/// The task of a source whose document was changed after its last run had failed for good: the
/// change may be the cure, so it is tried now. A backoff is kept: it is not about the document.
fn mended(task: &Task, now_ms: i64) -> Option<Task> {
    let is_stuck = task.state == TaskState::Failed && task.attempt == 0;
    is_stuck.then(|| Task {
        due_at_ms: task.due_at_ms.min(now_ms),
        updated_at_ms: now_ms,
        ..task.clone()
    })
}
