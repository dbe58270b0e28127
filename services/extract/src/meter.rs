//! Counters and levels of this service. Labels are few and closed: never a hash, an item or a text.

use std::time::Instant;

use readonce_core::extract::charge::Charge;
use readonce_core::extract::ledger::Outcome;
use readonce_plumbing::metrics::Metric;

/// A call that ended.
pub fn call(provider: &str, outcome: &Outcome, charge: &Charge) {
    let outcome = match outcome {
        Outcome::Answered { empty: true, .. } => "empty",
        Outcome::Answered { .. } => "ok",
        Outcome::Failed(failure) => failure.class.as_str(),
    };
    let billed = match charge.billed {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    let labels = [
        ("provider", provider),
        ("outcome", outcome),
        ("billed", billed),
    ];
    Metric::ModelCalls.add(1, &labels);
    let tokens = [("in", charge.tokens_in), ("out", charge.tokens_out)];
    for (direction, count) in tokens {
        let count = count.and_then(|count| u64::try_from(count).ok());
        Metric::ModelTokens.add(count.unwrap_or(0), &[("direction", direction)]);
    }
    let cost_micros = u64::try_from(charge.cost_micros).unwrap_or(0);
    Metric::ModelCostMicros.add(cost_micros, &[]);
}

/// A part of a call, from a moment until now.
pub fn call_part(part: &str, from: Instant) {
    Metric::CallSeconds.note(from.elapsed().as_secs_f64(), &[("part", part)]);
}

/// Requests that were settled.
pub fn settled(outcome: &str, requests: usize) {
    Metric::Extractions.add(requests as u64, &[("outcome", outcome)]);
}

/// Part of a gauge that one partition holds; what it holds is given back with the partition.
pub struct Level {
    metric: Metric,
    held: usize,
}

impl Level {
    pub const fn new(metric: Metric) -> Self {
        Self { metric, held: 0 }
    }

    pub fn set(&mut self, now: usize) {
        if now != self.held {
            self.metric.shift(now as f64 - self.held as f64, &[]);
            self.held = now;
        }
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        self.set(0);
    }
}
