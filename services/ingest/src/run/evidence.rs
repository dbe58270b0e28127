//! Writes the evidence of one run: `run_started`, its pages, `run_finished`.
//!
//! Records of a run lie in one partition, in order, and each is acknowledged before the next is
//! written: `run_finished` decides about delisting, so it must never overtake a page.

use readonce_core::fetch::source::SourceSpec;
use readonce_model::record::{RawKind, RawRecord};
use readonce_model::{ErrorClass, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Output, Placement, Producer, SendError};
use readonce_plumbing::registry::Encoder;

use super::page::Sealed;
use super::{Cut, Outcome, Stop};
use crate::http::Fault;

/// What is said of a run whose instance went away, here and in its attempt.
pub(crate) const ABANDONED: &str = "the instance that made the run went away before its end";

/// What names a run in all of its records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) source: &'a str,
    pub(crate) spec: &'a SourceSpec,
    pub(crate) run_id: &'a str,
    pub(crate) due_at_ms: i64,
}

/// Where a body came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    pub(super) url: String,
    pub(super) final_url: String,
    pub(super) redirects: Vec<String>,
    pub(super) http_status: Option<i32>,
    pub(super) content_type: Option<String>,
    pub(super) at_ms: i64,
}

/// Where evidence goes. A record is kept for good when the call returns.
pub(crate) trait Recorder: Send + Sync {
    fn record(&self, record: &RawRecord) -> impl Future<Output = Result<(), Stop>> + Send;
}

/// The topic of raw pages.
#[derive(Clone)]
pub(crate) struct RawTopic {
    pub(crate) producer: Producer,
    pub(crate) encoder: Encoder,
}

pub(super) struct Evidence<R> {
    recorder: R,
    /// What all records of the run have in common.
    common: RawRecord,
    delist_after_runs: i32,
    pages: i32,
}

impl<R: Recorder> Evidence<R> {
    /// Writes the first marker.
    pub(super) async fn begin(recorder: R, run: &Named<'_>, at_ms: i64) -> Result<Self, Halt> {
        let evidence = Self {
            recorder,
            common: common(run, at_ms),
            delist_after_runs: i32::from(run.spec.delist_after_runs),
            pages: 0,
        };
        let started = evidence.common.clone();
        mark(&evidence.recorder, &started).await?;
        Ok(evidence)
    }

    /// Writes a page. A page that cannot be carried is no evidence: the run is short of it, and says
    /// so.
    pub(super) async fn page(&mut self, origin: Origin, body: Sealed) -> Result<(), Stop> {
        let at_ms = self.advance(origin.at_ms);
        let page = RawRecord {
            kind: RawKind::Page,
            seq: self.pages + 1,
            at_ms,
            url: Some(origin.url),
            final_url: Some(origin.final_url),
            redirects: origin.redirects,
            http_status: origin.http_status,
            content_type: origin.content_type,
            body: Some(body.bytes),
            body_encoding: Some(body.encoding.to_owned()),
            body_bytes: Some(body.original_bytes as i64),
            body_sha256: Some(body.sha256),
            ..self.common.clone()
        };
        self.recorder.record(&page).await?;
        self.pages += 1;
        Ok(())
    }

    /// Writes the last marker and answers the number of pages. A run that lost its lease ends
    /// without one: its task is somebody else's.
    pub(super) async fn finish(mut self, outcome: &Outcome, at_ms: i64) -> Result<i32, Halt> {
        if *outcome == Outcome::Cut(Cut::LeaseLost) {
            return Ok(self.pages);
        }
        let at_ms = self.advance(at_ms);
        let finished = RawRecord {
            kind: RawKind::RunFinished,
            seq: self.pages + 1,
            at_ms,
            pages: Some(self.pages),
            complete: Some(outcome.is_whole()),
            reason: outcome.reason(),
            delist_after_runs: Some(self.delist_after_runs),
            ..self.common.clone()
        };
        mark(&self.recorder, &finished).await?;
        Ok(self.pages)
    }

    /// Times of a run never go back, whatever the clock does.
    fn advance(&mut self, at_ms: i64) -> i64 {
        self.common.at_ms = self.common.at_ms.max(at_ms);
        self.common.at_ms
    }
}

impl Recorder for RawTopic {
    async fn record(&self, record: &RawRecord) -> Result<(), Stop> {
        let value = self
            .encoder
            .encode(record)
            .map_err(|reason| Halt::Internal(format!("raw record: {reason}")))?;
        let key = record.scope.as_str();
        let output = Output::new(Topic::RawPages, Placement::ByKey, key, value);
        match self.producer.send(&output).await {
            Ok(()) => Ok(()),
            Err(SendError::TooLarge { bytes, .. }) => {
                let words = format!("its record of {bytes} bytes is larger than the broker takes");
                Err(Fault::new(ErrorClass::TooLarge, words).into())
            }
            Err(SendError::Halt(halt)) => Err(halt.into()),
            Err(error @ SendError::EmptyKey { .. }) => {
                Err(Halt::Internal(error.to_string()).into())
            }
        }
    }
}

/// Writes the last marker of a run whose instance went away. The run may have ended after all, with
/// its marker written and its task not: readers count the first end of a run.
pub(crate) async fn close_abandoned(
    recorder: &impl Recorder,
    run: &Named<'_>,
    at_ms: i64,
) -> Result<(), Halt> {
    let marker = RawRecord {
        kind: RawKind::RunFinished,
        // After all of its pages, however many there were.
        seq: i32::MAX,
        complete: Some(false),
        reason: Some(ABANDONED.to_owned()),
        delist_after_runs: Some(i32::from(run.spec.delist_after_runs)),
        ..common(run, at_ms)
    };
    mark(recorder, &marker).await
}

/// Markers are small: one that cannot be sent is a fault of the program.
async fn mark(recorder: &impl Recorder, marker: &RawRecord) -> Result<(), Halt> {
    match recorder.record(marker).await {
        Ok(()) => Ok(()),
        Err(Stop::Halt(halt)) => Err(halt),
        Err(_) => Err(Halt::Internal(format!(
            "the marker {} of run {} cannot be sent",
            marker.kind, marker.run_id
        ))),
    }
}

fn common(run: &Named<'_>, at_ms: i64) -> RawRecord {
    RawRecord {
        kind: RawKind::RunStarted,
        source: run.source.to_owned(),
        // Both strategies list: an item may come back anywhere in its source.
        scope: run.source.to_owned(),
        run_id: run.run_id.to_owned(),
        seq: 0,
        at_ms,
        strategy: run.spec.strategy.as_str().to_owned(),
        format: run.spec.format.clone(),
        url: None,
        final_url: None,
        redirects: Vec::new(),
        http_status: None,
        content_type: None,
        body: None,
        body_encoding: None,
        body_bytes: None,
        body_sha256: None,
        site_tz: run.spec.site_tz.clone(),
        pages: None,
        complete: None,
        reason: None,
        delist_after_runs: None,
        contracts: run.spec.contracts.clone(),
        due_at_ms: Some(run.due_at_ms),
        parser: run.spec.parser.as_ref().map(ToString::to_string),
    }
}
