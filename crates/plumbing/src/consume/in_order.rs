//! A worker that takes its records in batches, one batch after the other.

use std::future::Future;
use std::time::{Duration, Instant};

use super::desk::Settled;
use super::owned::Owned;
use super::record::{Emission, Outcome, Record};
use crate::Halt;
use crate::kafka::SendError;
use crate::metrics::Metric;

/// Decides what becomes of records, in order.
pub trait Stage: Send {
    /// One outcome a record, in order. It may stop early: after a `Retry` or a `Halt` no later
    /// record may have been looked at, since they will be offered again.
    fn step(&mut self, batch: &[Record]) -> impl Future<Output = Vec<Outcome>> + Send;
}

/// How batches are cut.
#[derive(Clone, Copy, Debug)]
pub struct InOrder {
    pub most: usize,
    pub linger: Duration,
}

/// Runs a stage over a partition until it is to be let go of.
pub async fn in_order<S: Stage>(mut owned: Owned, mut stage: S, cut: InOrder) -> Result<(), Halt> {
    owned.ready();
    while let Some(batch) = owned.next_batch(cut.most, cut.linger).await {
        settle_batch(&owned, &mut stage, batch).await?;
    }
    Ok(())
}

async fn settle_batch<S: Stage>(
    owned: &Owned,
    stage: &mut S,
    mut batch: Vec<Record>,
) -> Result<(), Halt> {
    let service = owned.desk.service.name();
    while !batch.is_empty() && !owned.stop.is_cancelled() {
        let started = Instant::now();
        let outcomes = stage.step(&batch).await;
        Metric::StepSeconds.note(started.elapsed().as_secs_f64(), &[("service", service)]);
        if outcomes.is_empty() || outcomes.len() > batch.len() {
            let detail = format!("{} outcomes for {} records", outcomes.len(), batch.len());
            return Err(Halt::Internal(detail));
        }
        if goes_on_behind_its_end(&outcomes) {
            let detail = "a step looked at records behind one that comes again";
            return Err(Halt::Internal(detail.to_owned()));
        }
        let rest = batch.split_off(outcomes.len());
        let again = settle_all(owned, batch, outcomes).await?;
        batch = again.into_iter().chain(rest).collect();
    }
    Ok(())
}

/// A stage that breaks the rule of [`Stage::step`] would lose what it folded: that must not pass.
fn goes_on_behind_its_end(outcomes: &[Outcome]) -> bool {
    let all_but_last = outcomes.iter().rev().skip(1);
    all_but_last.into_iter().any(Outcome::ends_step)
}

/// Settles outcomes in order. Returns the record that is to be offered again, if any.
async fn settle_all(
    owned: &Owned,
    records: Vec<Record>,
    outcomes: Vec<Outcome>,
) -> Result<Option<Record>, Halt> {
    let mut plain: Vec<(Record, Vec<_>)> = Vec::new();
    for (record, outcome) in records.into_iter().zip(outcomes) {
        let ends = outcome.ends_step();
        match outcome {
            Outcome::Emit(Emission { phases, rejected }) if rejected.is_empty() => {
                plain.push((record, phases));
            }
            other => {
                send_together(owned, std::mem::take(&mut plain)).await?;
                match owned.desk.settle(&record, other).await? {
                    Settled::Done if ends => return Ok(None),
                    Settled::Done => {}
                    Settled::Again { after } => {
                        pause(owned, after).await;
                        return Ok(Some(record));
                    }
                }
            }
        }
    }
    send_together(owned, plain).await?;
    Ok(None)
}

/// Sends the phases of many records together: first all first phases, then all second ones.
async fn send_together(
    owned: &Owned,
    plain: Vec<(Record, Vec<Vec<crate::kafka::Output>>)>,
) -> Result<(), Halt> {
    let depth = plain
        .iter()
        .map(|(_, phases)| phases.len())
        .max()
        .unwrap_or_default();
    let mut together = vec![Vec::new(); depth];
    for (_, phases) in &plain {
        for (slot, phase) in together.iter_mut().zip(phases) {
            slot.extend_from_slice(phase);
        }
    }
    match owned.desk.send_phases(&together).await {
        Ok(()) => plain
            .iter()
            .for_each(|(record, _)| owned.desk.finish(record, "emitted")),
        Err(SendError::Halt(halt)) => return Err(halt),
        // One of them cannot be sent: one by one, so that only that one is set aside.
        Err(_) => {
            for (record, phases) in plain {
                let emission = Emission {
                    phases,
                    rejected: Vec::new(),
                };
                owned.desk.settle(&record, Outcome::Emit(emission)).await?;
            }
        }
    }
    Ok(())
}

async fn pause(owned: &Owned, after: Duration) {
    tokio::select! {
        () = tokio::time::sleep(after) => {}
        () = owned.stop.cancelled() => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry() -> Outcome {
        Outcome::Retry {
            after: Duration::ZERO,
            reason: "test",
            detail: String::new(),
        }
    }

    #[test]
    fn a_step_ends_with_the_record_that_comes_again() {
        assert!(!goes_on_behind_its_end(&[Outcome::Skip("a"), retry()]));
        assert!(!goes_on_behind_its_end(&[retry()]));
        assert!(!goes_on_behind_its_end(&[]));
        assert!(goes_on_behind_its_end(&[retry(), Outcome::Skip("a")]));
    }
}
