//! One owned partition of raw pages: memory, fold, output.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use readonce_core::canonical::{CANONICALIZER_VERSION, sight};
use readonce_core::item::Rejected;
use readonce_core::observe::{Applied, RawPosition, Reader, Reading, State};
use readonce_core::parse::{self, Format, Parsed, Response};

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::{Named, RawKind, RawRecord};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Emission, Outcome, Owned, Record, Stage, in_order};
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::registry::DecodeError;

use crate::shared::Shared;
use crate::{memory, page};

const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

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
            match self.read(record).await {
                Ok(raw) => outcomes.push(self.fold(&raw, record)),
                Err(DecodeError::Reject(reason)) => outcomes.push(Outcome::Reject(reason)),
                Err(DecodeError::Later(error)) => {
                    outcomes.push(Outcome::Retry {
                        after: REGISTRY_PAUSE,
                        reason: "registry",
                        detail: error.to_string(),
                    });
                    break;
                }
            }
        }
        outcomes
    }
}

impl Fold {
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
        match read_page(raw) {
            Ok((reading, rejected)) => {
                let applied = self.state.apply_page(raw, at, reading);
                self.emit(applied, rejected)
            }
            // The page is set aside as a whole, and the run must know that it is not complete.
            Err(reason) => {
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

/// A response into sightings; what the reader set aside comes beside them.
fn read_page(raw: &RawRecord) -> Result<(Reading, Vec<Rejected>), Reason> {
    let body = page::body(raw)?;
    let format = raw.format.as_deref().map(str::parse::<Format>).transpose();
    let format = format.map_err(|error| Reason::new(Code::Inconsistent, error.to_string()))?;
    let parsed = parse::parse(&Response {
        body: &body,
        content_type: raw.content_type.as_deref(),
        url: raw.url.as_deref(),
        site_tz: raw.site_tz.as_deref(),
        lang: None,
        at_ms: raw.at_ms,
        format,
        ..Response::default()
    })?;
    Ok(reading(parsed))
}

fn reading(parsed: Parsed) -> (Reading, Vec<Rejected>) {
    let reader = Reader {
        format: parsed.format.to_string(),
        parser_version: parsed.parser_version,
        canonicalizer_version: CANONICALIZER_VERSION,
    };
    let rejected = parsed.rejected.len();
    let sightings = parsed.items.into_iter().map(sight).collect();
    (
        Reading {
            reader,
            sightings,
            rejected,
        },
        parsed.rejected,
    )
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
