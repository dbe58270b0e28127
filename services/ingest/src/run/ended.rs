//! How a run ended, and what that means for its attempt and its task.

use std::sync::Arc;

use readonce_core::fetch::schedule::backoff_ms;
use readonce_core::fetch::source::SourceSpec;
use readonce_core::fetch::task::{Failure, Lease};
use readonce_model::record::{AttemptOutcome, TaskAttempt};
use readonce_plumbing::metrics::Metric;

use crate::http::Fault;

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
    pub(super) const fn words(self) -> &'static str {
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
            retry_after_ms: fault
                .retry_after_ms
                .map(|wanted_ms| self.long_enough(wanted_ms)),
            items: self.items,
        })
    }

    /// A wait that was kept and did not help is not kept again: the backoff grows on, and other
    /// sources of the host get their turn.
    fn long_enough(&self, wanted_ms: i64) -> i64 {
        match self.lease.attempt {
            ..=1 => wanted_ms,
            attempt => wanted_ms.max(backoff_ms(&self.source, attempt)),
        }
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

    pub(super) fn tell(&self) {
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
