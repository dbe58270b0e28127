//! One run: a pass over a source under a lease, with its evidence.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the frame: marker, pass, marker, and how it ended |
//! | `listing` | the pass over a list on the web |
//! | `files` | the pass over files and folders |
//! | `evidence` | writes markers and pages, each acknowledged before the next |
//! | `page` | what is taken from a page: its sealed body, and the ids that paging needs |
//!
//! It never writes a task (the worker does) and never says that a source was seen whole when it was
//! not: a run that claims so lets items be delisted.

mod evidence;
mod files;
mod listing;
mod page;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use readonce_core::fetch::source::{SourceSpec, Strategy};
use readonce_core::fetch::task::{Failure, Lease};
use readonce_model::record::{AttemptOutcome, TaskAttempt};
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;
use tokio::sync::watch;

use crate::http::{Fault, Fetcher};
use evidence::Evidence;
pub(crate) use evidence::{ABANDONED, Named, RawTopic, Recorder, close_abandoned};

/// Why a run is ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The instance lets go of the partition.
    LetGo,
    /// The source is no longer in the catalog.
    Withdrawn,
    /// Another instance holds the task now: write nothing more.
    LeaseLost,
}

impl Cut {
    const fn words(self) -> &'static str {
        match self {
            Cut::LetGo => "the instance was asked to stop or to hand its sources over",
            Cut::Withdrawn => "the source was taken out of the catalog",
            Cut::LeaseLost => "another instance took the task over",
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The whole source was seen.
    Whole,
    /// The source says that nothing changed; nothing was seen.
    Unchanged,
    Failed(Fault),
    Cut(Cut),
}

/// What ends a pass before its time.
pub(crate) enum Stop {
    Unchanged,
    Failed(Fault),
    Cut(Cut),
    Halt(Halt),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Failed(fault)
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

/// What every run uses.
#[derive(Clone)]
pub(crate) struct Tools<R> {
    pub(crate) recorder: R,
    pub(crate) fetcher: Fetcher,
}

/// A run that is about to begin; its lease is acknowledged.
pub(crate) struct Run<R> {
    pub(crate) tools: Tools<R>,
    pub(crate) source: String,
    pub(crate) spec: Arc<SourceSpec>,
    pub(crate) lease: Lease,
    pub(crate) cut: watch::Receiver<Option<Cut>>,
}

/// A run that is over; its evidence is acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) source: String,
    pub(crate) spec: Arc<SourceSpec>,
    pub(crate) lease: Lease,
    pub(crate) outcome: Outcome,
    pub(crate) pages: i32,
    pub(crate) items: usize,
    pub(crate) http_status: Option<i32>,
    pub(crate) started_at_ms: i64,
    pub(crate) finished_at_ms: i64,
}

/// What a pass works with and counts on its way.
struct Pass<'a, R> {
    spec: &'a Arc<SourceSpec>,
    fetcher: &'a Fetcher,
    cut: watch::Receiver<Option<Cut>>,
    evidence: Evidence<R>,
    items: usize,
    http_status: Option<i32>,
}

impl<R: Recorder + Clone> Run<R> {
    /// Makes the run. Only a fault that ends the service is an error.
    pub(crate) async fn perform(self) -> Result<Ended, Halt> {
        let started_at_ms = now_ms();
        let named = Named {
            source: &self.source,
            spec: &self.spec,
            run_id: &self.lease.run_id,
        };
        let recorder = self.tools.recorder.clone();
        let evidence = Evidence::begin(recorder, &named, started_at_ms).await?;
        let mut pass = Pass {
            spec: &self.spec,
            fetcher: &self.tools.fetcher,
            cut: self.cut.clone(),
            evidence,
            items: 0,
            http_status: None,
        };
        let passed = match self.spec.strategy {
            Strategy::Listing => listing::pass(&mut pass).await,
            Strategy::Files => files::pass(&mut pass).await,
        };
        let outcome = match passed {
            Ok(()) => Outcome::Whole,
            Err(Stop::Unchanged) => Outcome::Unchanged,
            Err(Stop::Failed(fault)) => Outcome::Failed(fault),
            Err(Stop::Cut(cut)) => Outcome::Cut(cut),
            Err(Stop::Halt(halt)) => return Err(halt),
        };
        let (items, http_status) = (pass.items, pass.http_status);
        let pages = pass.evidence.finish(&outcome, now_ms()).await?;
        let ended = Ended {
            source: self.source,
            spec: self.spec,
            lease: self.lease,
            outcome,
            pages,
            items,
            http_status,
            started_at_ms,
            finished_at_ms: now_ms(),
        };
        ended.tell();
        Ok(ended)
    }
}

impl Outcome {
    pub(crate) const fn is_whole(&self) -> bool {
        matches!(self, Outcome::Whole)
    }

    /// Why the source was not seen whole, in words.
    pub(crate) fn reason(&self) -> Option<String> {
        match self {
            Outcome::Whole => None,
            Outcome::Unchanged => Some("the source says that nothing changed".to_owned()),
            Outcome::Failed(fault) => Some(fault.words.clone()),
            Outcome::Cut(cut) => Some(cut.words().to_owned()),
        }
    }

    const fn label(&self) -> &'static str {
        match self {
            Outcome::Whole => "complete",
            Outcome::Unchanged => "unchanged",
            Outcome::Failed(_) => "incomplete",
            Outcome::Cut(_) => "cut",
        }
    }
}

impl Ended {
    /// The failure as the task remembers it; none for a success.
    pub(crate) fn failure(&self) -> Option<Failure> {
        let Outcome::Failed(fault) = &self.outcome else {
            return None;
        };
        Some(Failure {
            class: fault.class,
            words: fault.words.clone(),
            retry_after_ms: fault.retry_after_ms,
            items: self.items,
        })
    }

    pub(crate) fn attempt(&self) -> TaskAttempt {
        let failure = self.failure();
        let succeeded = matches!(self.outcome, Outcome::Whole | Outcome::Unchanged);
        TaskAttempt {
            task_id: self.source.clone(),
            source: self.source.clone(),
            run_id: self.lease.run_id.clone(),
            attempt: self.lease.attempt,
            started_at_ms: self.started_at_ms,
            finished_at_ms: self.finished_at_ms,
            outcome: match succeeded {
                true => AttemptOutcome::Succeeded,
                false => AttemptOutcome::Failed,
            },
            error_class: failure.map(|failure| failure.class.to_string()),
            error: self.outcome.reason().filter(|_| !succeeded),
            http_status: self.http_status,
            pages: self.pages,
            format: self.spec.format.clone(),
        }
    }

    fn tell(&self) {
        let outcome = self.outcome.label();
        Metric::Runs.add(1, &[("outcome", outcome)]);
        let reason = self.outcome.reason().unwrap_or_default();
        let took_ms = self.finished_at_ms - self.started_at_ms;
        tracing::info!(
            source = self.source,
            run_id = self.lease.run_id,
            outcome,
            pages = self.pages,
            items = self.items,
            took_ms,
            reason,
            "run ended"
        );
    }
}

/// Counts a fetch by how it ended.
fn count_fetch(outcome: &str) {
    Metric::Fetches.add(1, &[("outcome", outcome)]);
}

impl<R> Pass<'_, R> {
    /// Stops between two steps when the run was cut.
    fn go_on(&self) -> Result<(), Stop> {
        match *self.cut.borrow() {
            Some(cut) => Err(Stop::Cut(cut)),
            None => Ok(()),
        }
    }

    /// Waits for something outside unless the run is cut meanwhile. What is written is never waited
    /// for through here: half of a write would be in doubt.
    async fn unless_cut<T>(&self, work: impl Future<Output = T>) -> Result<T, Stop> {
        let mut cut = self.cut.clone();
        tokio::select! {
            biased;
            cut = cut_of(&mut cut) => Err(Stop::Cut(cut)),
            done = work => Ok(done),
        }
    }
}

/// The worker that goes away without a word lets go of its runs.
async fn cut_of(cut: &mut watch::Receiver<Option<Cut>>) -> Cut {
    match cut.wait_for(Option::is_some).await {
        Ok(cut) => cut.unwrap_or(Cut::LetGo),
        Err(_) => Cut::LetGo,
    }
}
