//! The owner of one partition of tasks: restores its memory, then schedules and makes its runs.
//!
//! | file | what |
//! |---|---|
//! | `worker` | the loop, and what begins and ends a run |
//! | `reading` | the partition at the start, then every record |
//! | `writing` | tasks, attempts, tombstones, each acknowledged |
//!
//! The loop performs, `memory` decides. Every task is written and acknowledged before it is acted
//! on: the lease before the first request, the attempt and the ended task after the last evidence.
//! It never makes a run that the topic does not know of.

mod reading;
mod writing;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use readonce_core::fetch::task::{self, LeaseLost};
use readonce_model::Topic;
use readonce_model::record::Task;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Owned, Record};
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::Output;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::{JoinError, JoinSet};

use crate::catalog::View;
use crate::memory::{Begin, Change, Memory, Owner, release};
use crate::run::{Cut, Ended, Outcome, Run};
use crate::shared::Shared;

/// The clock may be set while we sleep, so no sleep is longer.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

/// Works on a partition until it is to be let go of.
pub(crate) async fn work(shared: Arc<Shared>, view: View, owned: Owned) -> Result<(), Halt> {
    let mut worker = Worker::new(shared, view, owned.partition);
    if worker.restore(&owned).await? {
        worker.run(owned).await?;
    }
    Ok(())
}

struct Worker {
    shared: Arc<Shared>,
    view: View,
    partition: i32,
    memory: Memory,
    /// What lies below was restored and is not news.
    restored_to: i64,
    runs: JoinSet<Result<Ended, Halt>>,
    /// By task, to cut its run.
    cuts: HashMap<String, watch::Sender<Option<Cut>>>,
}

enum Step {
    LetGo,
    Ended(Result<Result<Ended, Halt>, JoinError>),
    Read(Record),
    Catalog(Result<(), watch::error::RecvError>),
    Place(OwnedSemaphorePermit),
    Time,
}

impl Worker {
    fn new(shared: Arc<Shared>, view: View, partition: i32) -> Self {
        let memory = Memory::new(Owner {
            instance: shared.instance.clone(),
            lease_ms: shared.lease_ms,
            partition,
            partitions: shared.partitions,
        });
        Self {
            shared,
            view,
            partition,
            memory,
            restored_to: 0,
            runs: JoinSet::new(),
            cuts: HashMap::new(),
        }
    }

    async fn run(mut self, mut owned: Owned) -> Result<(), Halt> {
        owned.ready();
        loop {
            match self.next(&mut owned).await {
                Step::LetGo => return self.let_go().await,
                Step::Ended(ended) => self.end(join(ended)?).await?,
                Step::Read(record) => self.read(&owned, record).await?,
                Step::Catalog(Ok(())) => self.see_catalog().await?,
                Step::Catalog(Err(_)) => {
                    return Err(Halt::Internal("the catalog is no longer read".to_owned()));
                }
                Step::Place(place) => self.begin(place).await?,
                Step::Time => self.look().await?,
            }
        }
    }

    /// Finished work first, so that memory is bounded and leases do not outlive their runs.
    async fn next(&mut self, owned: &mut Owned) -> Step {
        let pause = self.pause();
        let stop = owned.stop.clone();
        let places = self.shared.places.clone();
        tokio::select! {
            biased;
            () = stop.cancelled() => Step::LetGo,
            Some(ended) = self.runs.join_next() => Step::Ended(ended),
            record = owned.next() => record.map_or(Step::LetGo, Step::Read),
            changed = self.view.changed() => Step::Catalog(changed),
            Ok(place) = places.acquire_owned(), if self.memory.has_ready() => Step::Place(place),
            () = tokio::time::sleep(pause) => Step::Time,
        }
    }

    fn pause(&self) -> Duration {
        let wait_ms = self.memory.next_look().map(|at_ms| at_ms - now_ms());
        wait_ms.map_or(LONGEST_SLEEP, |wait_ms| {
            Duration::from_millis(wait_ms.max(0) as u64).min(LONGEST_SLEEP)
        })
    }

    /// Renews leases and finds what is due.
    async fn look(&mut self) -> Result<(), Halt> {
        for renewed in self.memory.look(now_ms()) {
            self.write(renewed).await?;
        }
        Ok(())
    }

    async fn begin(&mut self, place: OwnedSemaphorePermit) -> Result<(), Halt> {
        let Some(begin) = self.memory.begin(now_ms()) else {
            return Ok(());
        };
        if let Some(until_ms) = self.closed_until(&begin) {
            self.memory.postpone(&begin.task.task_id, until_ms);
            return Ok(());
        }
        let Begin {
            task,
            lease,
            spec,
            abandoned,
        } = begin;
        if let Some(abandoned) = abandoned {
            self.bury(&abandoned, &spec).await?;
        }
        let source = task.task_id.clone();
        self.memory.began(&source, lease.clone());
        self.write(task).await?;
        let (cutter, cut) = watch::channel(None);
        self.cuts.insert(source.clone(), cutter);
        let run = Run {
            tools: self.shared.tools.clone(),
            parser: self.memory.parser(&source),
            source,
            spec,
            lease,
            cut,
        };
        self.runs.spawn(async move {
            let ended = run.perform().await;
            drop(place);
            ended
        });
        Ok(())
    }

    /// A run whose host wants to be left alone would end before it began.
    fn closed_until(&self, begin: &Begin) -> Option<i64> {
        let address = begin.spec.url.as_deref()?;
        self.shared.tools.fetcher.closed_until(address, now_ms())
    }

    async fn end(&mut self, ended: Ended) -> Result<(), Halt> {
        let name = ended.source.as_str();
        self.cuts.remove(name);
        if ended.outcome != Outcome::Cut(Cut::LeaseLost) {
            self.send_attempt(&ended.attempt()).await?;
            match after(self.memory.task(name), &ended, now_ms()) {
                Some(Ok(task)) => self.write(task).await?,
                Some(Err(lost)) => tracing::warn!(source = name, %lost, "a run ended in vain"),
                // Its source is gone.
                None => {}
            }
        }
        self.memory.ended(name);
        Ok(())
    }

    async fn see_catalog(&mut self) -> Result<(), Halt> {
        let sources = self.view.borrow_and_update().clone();
        for change in self.memory.see(sources, now_ms()) {
            match change {
                Change::Write(task) => self.write(task).await?,
                Change::Forget(name) => self.forget(&name).await?,
            }
        }
        Ok(())
    }

    async fn forget(&mut self, name: &str) -> Result<(), Halt> {
        tracing::info!(
            source = name,
            "no longer in the catalog; its task is taken back"
        );
        self.cut(name, Cut::Withdrawn);
        self.send(&Output::tombstone(Topic::Tasks, self.here(), name))
            .await?;
        self.memory.forget(name);
        Ok(())
    }

    /// The task first, then the request's tombstone: a crash in between asks once more.
    async fn answer(&mut self, request: Task) -> Result<(), Halt> {
        let (source, by) = (request.source.as_str(), request.requested_by.as_deref());
        match self.memory.answer(&request, now_ms()) {
            Some(task) => {
                tracing::info!(source, by, "a run is asked for");
                self.write(task).await?;
            }
            None => tracing::warn!(source, by, "a run is asked for of no source"),
        }
        let key = request.task_id.as_str();
        self.send(&Output::tombstone(Topic::Tasks, self.here(), key))
            .await
    }

    /// Ends all runs and frees their tasks, so that the next owner begins at once.
    async fn let_go(mut self) -> Result<(), Halt> {
        for name in self.cuts.keys().cloned().collect::<Vec<_>>() {
            self.cut(&name, Cut::LetGo);
        }
        while let Some(ended) = self.runs.join_next().await {
            self.end(join(ended)?).await?;
        }
        Ok(())
    }

    /// The first reason stands.
    fn cut(&self, name: &str, why: Cut) {
        if let Some(cutter) = self.cuts.get(name) {
            cutter.send_if_modified(|cut| cut.is_none() && cut.replace(why).is_none());
        }
    }
}

/// What the task becomes after a run; none when there is no task any more.
fn after(task: Option<&Task>, ended: &Ended, now_ms: i64) -> Option<Result<Task, LeaseLost>> {
    let task = task?;
    let (lease, spec) = (&ended.lease, &ended.spec);
    Some(match &ended.outcome {
        Outcome::Whole | Outcome::Unchanged => {
            task::succeed(task, lease, spec, ended.items, now_ms)
        }
        Outcome::Failed(_) => {
            let failure = ended.failure()?;
            task::fail(task, lease, spec, &failure, now_ms)
        }
        // Only the holder may free it, which renewing proves.
        Outcome::Cut(_) => task::renew(task, lease, now_ms).map(|held| release(&held, now_ms)),
    })
}

fn join(ended: Result<Result<Ended, Halt>, JoinError>) -> Result<Ended, Halt> {
    ended.unwrap_or_else(|error| Err(Halt::Internal(format!("a run broke off: {error}"))))
}
