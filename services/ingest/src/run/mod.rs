//! One run: a pass over a source under a lease, with its evidence.
//!
//! | file | what |
//! |---|---|
//! | `mod` | the frame: marker, pass, marker |
//! | `listing` | the pass over a list on the web |
//! | `files` | the pass over files and folders |
//! | `ended` | how a run ended, for its attempt and its task |
//! | `evidence` | writes markers and pages, each acknowledged before the next |
//! | `page` | what is taken from a page: its sealed body, and the ids that paging needs |
//!
//! It never writes a task (the worker does) and never says that a source was seen whole when it was
//! not: a run that claims so lets items be delisted.

mod ended;
mod evidence;
mod files;
mod listing;
mod page;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use readonce_core::fetch::source::{SourceSpec, Strategy};
use readonce_core::fetch::task::Lease;
use readonce_core::parse::rules::Parser;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::metrics::Metric;
use tokio::sync::watch;

use crate::http::{Fault, Fetcher};
pub(crate) use ended::{Cut, Ended, Outcome};
use evidence::Evidence;
pub(crate) use evidence::{ABANDONED, Named, RawTopic, Recorder, close_abandoned};

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
    /// The parser document that the spec names.
    pub(crate) parser: Option<Arc<Parser>>,
    pub(crate) lease: Lease,
    pub(crate) cut: watch::Receiver<Option<Cut>>,
}

/// What a pass works with and counts on its way.
struct Pass<'a, R> {
    spec: &'a Arc<SourceSpec>,
    parser: &'a Option<Arc<Parser>>,
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
            due_at_ms: self.lease.due_at_ms,
        };
        let recorder = self.tools.recorder.clone();
        let evidence = Evidence::begin(recorder, &named, started_at_ms).await?;
        let mut pass = Pass {
            spec: &self.spec,
            parser: &self.parser,
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
