//! One owned partition of raw pages: memory, fold, output.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use readonce_core::item::Rejected;
use readonce_core::observe::{Applied, RawPosition, State};
use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::{Named, RawKind, RawRecord};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Emission, Outcome, Owned, Record, Stage, in_order};
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::registry::DecodeError;

use crate::parsers::Found;
use crate::reading::{Page, read};
use crate::shared::Shared;
use crate::{memory, parsers};

const REGISTRY_PAUSE: Duration = Duration::from_secs(1);
const PARSER_PAUSE: Duration = Duration::from_secs(1);

/// Works on a partition until it is to be let go of.
pub async fn work(shared: Arc<Shared>, owned: Owned) -> Result<(), Halt> {
    let state = memory::restored(&shared, owned.partition, owned.start).await?;
    let cut = shared.cut;
    in_order(owned, Fold { shared, state }, cut).await
}

struct Fold {
    shared: Arc<Shared>,
    state: State,
}

impl Stage for Fold {
    async fn step(&mut self, batch: &[Record]) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(batch.len());
        for record in batch {
            let outcome = self.step_one(record).await;
            // What was folded behind a record that comes again would not be folded twice, and so be
            // lost.
            let ends_step = outcome.ends_step();
            outcomes.push(outcome);
            if ends_step {
                break;
            }
        }
        outcomes
    }
}

impl Fold {
    async fn step_one(&mut self, record: &Record) -> Outcome {
        match self.read(record).await {
            Ok(raw) => self.fold(&raw, record),
            Err(DecodeError::Reject(reason)) => Outcome::Reject(reason),
            Err(DecodeError::Later(error)) => Outcome::Retry {
                after: REGISTRY_PAUSE,
                reason: "registry",
                detail: error.to_string(),
            },
        }
    }

    async fn read(&self, record: &Record) -> Result<RawRecord, DecodeError> {
        let key = record.key.as_deref().filter(|key| !key.is_empty());
        let key = key.ok_or_else(|| Reason::new(Code::NullKey, "a raw record needs its scope"))?;
        let Some(value) = &record.value else {
            return Err(Reason::new(Code::BadAvro, "a raw record has no value").into());
        };
        let raw: RawRecord = self.shared.decoder.decode(RawRecord::NAME, value).await?;
        if raw.scope.as_bytes() != key {
            let detail = format!("the key is not the record's scope {}", raw.scope);
            return Err(Reason::new(Code::Inconsistent, detail).into());
        }
        Ok(raw)
    }

    fn fold(&mut self, raw: &RawRecord, record: &Record) -> Outcome {
        let at = RawPosition {
            partition: record.partition,
            offset: record.offset,
        };
        match raw.kind {
            RawKind::RunStarted => {
                let applied = self.state.apply_run_started(raw, at);
                self.emit(applied, Vec::new())
            }
            RawKind::RunFinished => {
                let applied = self.state.apply_run_finished(raw, at);
                applied.run.iter().for_each(tell);
                self.emit(applied, Vec::new())
            }
            RawKind::Page => self.fold_page(raw, at),
        }
    }

    fn fold_page(&mut self, raw: &RawRecord, at: RawPosition) -> Outcome {
        let parser = match parsers::find(&self.shared.parsers, raw.parser.as_deref()) {
            Ok(Found::NotYet(name)) => return wait_for(&name),
            Ok(Found::By(parser)) => Ok(Some(parser)),
            Ok(Found::None) => Ok(None),
            Err(reason) => Err(reason),
        };
        match parser.map(|parser| read(raw, parser.as_deref())) {
            Ok(Page::Read(reading, rejected)) => {
                let applied = self.state.apply_page(raw, at, reading);
                self.emit(applied, rejected)
            }
            // Evidence of a wall, which nobody has to look at: the run tells of it.
            Ok(Page::Blocked(reason)) => {
                tracing::info!(source = raw.source, offset = at.offset, %reason, "page blocked");
                let applied = self.state.apply_blocked_page(raw, at);
                Metric::BlockedPages.add(u64::from(applied.run.is_some()), &[]);
                self.emit(applied, Vec::new())
            }
            // The page is set aside as a whole, and the run must know that it is not complete.
            Ok(Page::Unreadable(reason)) | Err(reason) => {
                let applied = self.state.apply_unreadable_page(raw, at);
                let rejected = Rejected {
                    part: "page".to_owned(),
                    reason,
                };
                self.emit(applied, vec![rejected])
            }
        }
    }

    fn emit(&self, applied: Applied, rejected: Vec<Rejected>) -> Outcome {
        if applied.is_empty() && rejected.is_empty() {
            return Outcome::Skip("applied_before");
        }
        count(&applied);
        let rejected = rejected
            .into_iter()
            .map(|part| (part.part, part.reason))
            .collect();
        match self.shared.emitter.phases(&applied) {
            Ok(phases) => Outcome::Emit(Emission { phases, rejected }),
            // The fold made a record that its own schema refuses: no input explains that.
            Err(reason) => Outcome::Halt(Halt::Internal(reason.to_string())),
        }
    }
}

/// A source may be applied before its parser is; its pages are lost to nobody meanwhile.
fn wait_for(parser: &str) -> Outcome {
    Outcome::Retry {
        after: PARSER_PAUSE,
        reason: "parser",
        detail: format!("parser '{parser}' is not in the catalog yet"),
    }
}

fn count(applied: &Applied) {
    let mut outcomes: HashMap<&str, u64> = HashMap::new();
    for observation in &applied.observations {
        *outcomes.entry(observation.outcome.as_str()).or_default() += 1;
    }
    for (outcome, count) in outcomes {
        Metric::Observations.add(count, &[("outcome", outcome)]);
    }
}

fn tell(run: &readonce_model::record::Run) {
    tracing::info!(
        run = run.run_id,
        seen = run.seen,
        new = run.new,
        changed = run.changed,
        unchanged = run.unchanged,
        failed = run.failed,
        delisted = run.delisted,
        healthy = run.healthy,
        reason = run.reason,
        "run folded"
    );
}
