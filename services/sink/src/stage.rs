//! What becomes of a batch of records: read, written, and answered one by one.

use std::sync::Arc;
use std::time::Duration;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Emission, Outcome, Record, Stage};

use crate::config::Sink;
use crate::fault::{Fault, Remedy};
use crate::reader::{Read, Reader};
use crate::schema::{self, ContractColumns};
use crate::store::Store;
use crate::writer::{self, Line, Written};

/// What all workers share.
pub struct Shared {
    pub reader: Reader,
    pub store: Store,
    pub contracts: Vec<ContractColumns>,
    pub config: Sink,
}

/// The sink of one partition.
pub struct SinkStage {
    shared: Arc<Shared>,
    /// Failed tries in a row.
    failures: u32,
}

impl SinkStage {
    pub fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            failures: 0,
        }
    }

    /// Reads up to the first record that cannot be judged now.
    async fn read(&self, batch: &[Record]) -> Vec<Read> {
        let mut all = Vec::with_capacity(batch.len());
        for record in batch {
            let read = self.shared.reader.read(record).await;
            let ends = matches!(read, Read::Later(_));
            all.push(read);
            if ends {
                break;
            }
        }
        all
    }

    /// A row is set aside only by a table that is as it should be: one that was changed under us
    /// would refuse every row.
    async fn doubt(&self, written: &Written) -> Result<(), Halt> {
        match written.refused.is_empty() {
            true => Ok(()),
            false => schema::check(&self.shared.store, &self.shared.contracts).await,
        }
    }

    fn pause(&mut self) -> Duration {
        let config = &self.shared.config;
        let pause = pause_ms(self.failures, config.retry_first_ms, config.retry_most_ms);
        self.failures = self.failures.saturating_add(1);
        Duration::from_millis(pause)
    }
}

impl Stage for SinkStage {
    async fn step(&mut self, batch: &[Record]) -> Vec<Outcome> {
        let mut reads = self.read(batch).await;
        let lines = take_lines(&mut reads);
        let written =
            writer::write(&self.shared.store, lines, self.shared.config.insert_bytes).await;
        if let Err(halt) = self.doubt(&written).await {
            return vec![match halt {
                Halt::Unreachable { detail, .. } => retry(self.pause(), "clickhouse", detail),
                halt => Outcome::Halt(halt),
            }];
        }
        let outcomes = outcomes(reads, written, || self.pause());
        if !outcomes
            .iter()
            .any(|outcome| matches!(outcome, Outcome::Retry { .. }))
        {
            self.failures = 0;
        }
        outcomes
    }
}

fn take_lines(reads: &mut [Read]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (record, read) in reads.iter_mut().enumerate() {
        if let Read::Rows(rows) = read {
            lines.extend(
                std::mem::take(rows)
                    .into_iter()
                    .map(|row| Line { record, row }),
            );
        }
    }
    lines
}

/// One outcome a record, up to the first that has to wait. Pure but for the pause it asks for.
fn outcomes(
    reads: Vec<Read>,
    mut written: Written,
    mut pause: impl FnMut() -> Duration,
) -> Vec<Outcome> {
    let mut all = Vec::with_capacity(reads.len());
    for (record, read) in reads.into_iter().enumerate() {
        if let Some((_, fault)) = written.stopped.take_if(|(first, _)| *first == record) {
            all.push(stopped(fault, &mut pause));
            return all;
        }
        all.push(match read {
            Read::Rows(_) => match written.refused.remove(&record) {
                Some(fault) => Outcome::Reject(Reason::new(Code::RefusedRow, fault.text)),
                None => Outcome::Emit(Emission::default()),
            },
            Read::Skip(reason) => Outcome::Skip(reason),
            Read::Reject(reason) => Outcome::Reject(reason),
            Read::Later(detail) => retry(pause(), "registry", detail),
        });
    }
    all
}

fn stopped(fault: Fault, pause: &mut impl FnMut() -> Duration) -> Outcome {
    match fault.remedy {
        Remedy::Retry => retry(pause(), "clickhouse", fault.text),
        Remedy::SetRowAside | Remedy::Stop => {
            Outcome::Halt(Halt::Config(format!("[clickhouse] {}", fault.text)))
        }
    }
}

fn retry(after: Duration, reason: &'static str, detail: String) -> Outcome {
    Outcome::Retry {
        after,
        reason,
        detail,
    }
}

/// Doubles with each failure, up to a limit.
fn pause_ms(failures: u32, first_ms: u64, most_ms: u64) -> u64 {
    let doubled = first_ms.checked_shl(failures.min(32)).unwrap_or(most_ms);
    doubled.min(most_ms)
}

#[cfg(test)]
mod tests;
