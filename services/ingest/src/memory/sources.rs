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
        self.sources = sources;
        let gone = self.tasks.keys().filter(|name| !self.is_mine(name));
        let mut changes: Vec<_> = gone.cloned().map(Change::Forget).collect();
        for source in self.sources.clone().iter() {
            if self.is_mine(&source.name) {
                changes.extend(self.see_one(source, now_ms));
            }
        }
        changes
    }

    fn see_one(&mut self, source: &Source, now_ms: i64) -> Option<Change> {
        let known = self.tasks.get(&source.name);
        let task = match known {
            Some(task) => task.clone(),
            None => task::first(&source.name, now_ms),
        };
        let is_new = known.is_none();
        self.schedule(&source.name);
        match &source.spec {
            Ok(_) if is_new => Some(Change::Write(task)),
            Ok(_) => None,
            Err(words) => broken(task, words, now_ms).map(Change::Write),
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
fn broken(task: Task, words: &str, now_ms: i64) -> Option<Task> {
    let words = format!("config: {words}");
    let is_said = task.last_error.as_deref() == Some(&words);
    if is_said || task.state == TaskState::Leased {
        return None;
    }
    Some(Task {
        state: TaskState::Failed,
        last_error: Some(words),
        updated_at_ms: now_ms,
        ..task
    })
}
