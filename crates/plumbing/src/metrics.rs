//! Every metric, named once. Labels are few and closed: never a hash, an item or an address.

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

/// Name, kind and help of a metric; `docs/specs/telemetry.md` lists them with units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Records settled, by service, topic and outcome (emitted, skipped, rejected).
    Records,
    /// Records sent to a dead-letter topic, by service and reason.
    DeadLetters,
    /// Times a record was put off, by service and reason.
    Retries,
    /// Assignments and revocations, by service and kind.
    Rebalances,
    /// Commits that the broker refused, by service.
    CommitFailures,
    /// Records between the position and the end, by service, topic and partition.
    LagRecords,
    /// Seconds to restore the tables of a partition, by service.
    RestoreSeconds,
    /// Seconds a stage took for a batch, by service.
    StepSeconds,
    /// Rows of an insert, by table.
    BatchRows,
    /// Inserts that had to be repeated, by table.
    InsertRetries,
    /// Fetches, by outcome.
    Fetches,
    /// Runs that ended, by outcome.
    Runs,
    /// Observations, by outcome.
    Observations,
    /// Pages that are walls in front of their content.
    BlockedPages,
    /// Requests settled, by outcome (reused, paid, lifted, given_up).
    Extractions,
    /// Calls to a model, by provider, outcome and whether they are billed.
    ModelCalls,
    /// Seconds of a call, by part (announce, model, spool, until_profile).
    CallSeconds,
    /// Calls that were paid for a content that had a profile already.
    DuplicatePaid,
    /// Calls whose outcome is not known yet.
    AttemptsInDoubt,
    /// Tokens, by direction.
    ModelTokens,
    /// Cost in millionths of the configured currency.
    ModelCostMicros,
    /// Requests that wait: taken and not settled.
    Outstanding,
    /// Paid answers that could not be spooled, or whose spool file was set aside, by kind.
    SpoolFaults,
    /// Locks that another owner took, or that were given up since nobody could know.
    LocksLost,
    /// Requests that wait for their budget, by worth.
    BudgetDebt,
    /// Calls that may be under way at once, as the endpoint is found to take them.
    ModelPlaces,
    /// The circuit breaker of the endpoint: 0 closed, 1 half-open, 2 open.
    ModelBreaker,
    /// Sources whose answers drift now, by contract.
    Drift,
    /// Profiles that were marked, by policy and reason (drift, injection).
    Quarantined,
    /// Batches of the provider that are followed here.
    BatchesOpen,
    /// Lines that are announced for batches and not settled.
    BatchLines,
    /// Age of the oldest batch that is followed, by partition.
    BatchAgeSeconds,
}

impl Metric {
    pub const ALL: [Metric; 32] = [
        Metric::Records,
        Metric::DeadLetters,
        Metric::Retries,
        Metric::Rebalances,
        Metric::CommitFailures,
        Metric::LagRecords,
        Metric::RestoreSeconds,
        Metric::StepSeconds,
        Metric::BatchRows,
        Metric::InsertRetries,
        Metric::Fetches,
        Metric::Runs,
        Metric::Observations,
        Metric::BlockedPages,
        Metric::Extractions,
        Metric::ModelCalls,
        Metric::CallSeconds,
        Metric::DuplicatePaid,
        Metric::AttemptsInDoubt,
        Metric::ModelTokens,
        Metric::ModelCostMicros,
        Metric::Outstanding,
        Metric::SpoolFaults,
        Metric::LocksLost,
        Metric::BudgetDebt,
        Metric::ModelPlaces,
        Metric::ModelBreaker,
        Metric::Drift,
        Metric::Quarantined,
        Metric::BatchesOpen,
        Metric::BatchLines,
        Metric::BatchAgeSeconds,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Metric::Records => "readonce_records_total",
            Metric::DeadLetters => "readonce_dead_letters_total",
            Metric::Retries => "readonce_retries_total",
            Metric::Rebalances => "readonce_rebalances_total",
            Metric::CommitFailures => "readonce_commit_failures_total",
            Metric::LagRecords => "readonce_consumer_lag_records",
            Metric::RestoreSeconds => "readonce_restore_seconds",
            Metric::StepSeconds => "readonce_step_seconds",
            Metric::BatchRows => "readonce_sink_batch_rows",
            Metric::InsertRetries => "readonce_sink_insert_retries_total",
            Metric::Fetches => "readonce_fetches_total",
            Metric::Runs => "readonce_runs_total",
            Metric::Observations => "readonce_observations_total",
            Metric::BlockedPages => "readonce_blocked_pages_total",
            Metric::Extractions => "readonce_extractions_total",
            Metric::ModelCalls => "readonce_model_calls_total",
            Metric::CallSeconds => "readonce_call_seconds",
            Metric::DuplicatePaid => "readonce_duplicate_paid_total",
            Metric::AttemptsInDoubt => "readonce_attempts_in_doubt",
            Metric::ModelTokens => "readonce_model_tokens_total",
            Metric::ModelCostMicros => "readonce_model_cost_micros_total",
            Metric::Outstanding => "readonce_extract_outstanding",
            Metric::SpoolFaults => "readonce_spool_faults_total",
            Metric::LocksLost => "readonce_locks_lost_total",
            Metric::BudgetDebt => "readonce_budget_debt",
            Metric::ModelPlaces => "readonce_model_places",
            Metric::ModelBreaker => "readonce_model_breaker",
            Metric::Drift => "readonce_drift",
            Metric::Quarantined => "readonce_quarantined_total",
            Metric::BatchesOpen => "readonce_batches_open",
            Metric::BatchLines => "readonce_batch_lines",
            Metric::BatchAgeSeconds => "readonce_batch_age_seconds",
        }
    }

    const fn help(self) -> &'static str {
        match self {
            Metric::Records => "records settled, by service, topic and outcome",
            Metric::DeadLetters => "records sent to a dead-letter topic, by service and reason",
            Metric::Retries => "times a record was put off, by service and reason",
            Metric::Rebalances => "partitions assigned and revoked, by service and kind",
            Metric::CommitFailures => "offset commits that failed, by service",
            Metric::LagRecords => "records between position and end, by service, topic, partition",
            Metric::RestoreSeconds => "seconds to restore the tables of a partition, by service",
            Metric::StepSeconds => "seconds that a stage took for a batch, by service",
            Metric::BatchRows => "rows of an insert, by table",
            Metric::InsertRetries => "inserts that had to be repeated, by table",
            Metric::Fetches => "fetches, by outcome",
            Metric::Runs => "runs that ended, by outcome",
            Metric::Observations => "observations, by outcome",
            Metric::BlockedPages => "pages that are walls in front of their content",
            Metric::Extractions => "extraction requests settled, by outcome",
            Metric::ModelCalls => "calls to a model, by provider, outcome and billed",
            Metric::CallSeconds => "seconds of a call, by part",
            Metric::DuplicatePaid => "calls paid for a content that had a profile already",
            Metric::AttemptsInDoubt => "calls whose outcome is not known yet",
            Metric::ModelTokens => "tokens, by direction",
            Metric::ModelCostMicros => "cost in millionths of the configured currency",
            Metric::Outstanding => "extraction requests taken and not settled",
            Metric::SpoolFaults => "paid answers not spooled or set aside, by kind",
            Metric::LocksLost => "locks that another owner took, or that were given up",
            Metric::BudgetDebt => "extraction requests that wait for their budget, by worth",
            Metric::ModelPlaces => "calls to a model that may be under way at once",
            Metric::ModelBreaker => "circuit breaker: 0 closed, 1 half-open, 2 open",
            Metric::Drift => "sources whose answers drift now, by contract",
            Metric::Quarantined => "profiles that were marked, by policy and reason",
            Metric::BatchesOpen => "batches of the provider that are followed",
            Metric::BatchLines => "lines announced for batches and not settled",
            Metric::BatchAgeSeconds => "age of the oldest batch that is followed, by partition",
        }
    }

    const fn kind(self) -> Kind {
        match self {
            Metric::LagRecords
            | Metric::AttemptsInDoubt
            | Metric::Outstanding
            | Metric::BudgetDebt
            | Metric::ModelPlaces
            | Metric::ModelBreaker
            | Metric::Drift
            | Metric::BatchesOpen
            | Metric::BatchLines
            | Metric::BatchAgeSeconds => Kind::Gauge,
            Metric::RestoreSeconds
            | Metric::StepSeconds
            | Metric::BatchRows
            | Metric::CallSeconds => Kind::Histogram,
            _ => Kind::Counter,
        }
    }

    /// Adds to a counter.
    pub fn add(self, value: u64, labels: &[(&'static str, &str)]) {
        counter!(self.name(), &owned(labels)).increment(value);
    }

    /// Sets a gauge.
    pub fn set(self, value: f64, labels: &[(&'static str, &str)]) {
        gauge!(self.name(), &owned(labels)).set(value);
    }

    /// Moves a gauge.
    pub fn shift(self, delta: f64, labels: &[(&'static str, &str)]) {
        gauge!(self.name(), &owned(labels)).increment(delta);
    }

    /// Notes one value of a histogram.
    pub fn note(self, value: f64, labels: &[(&'static str, &str)]) {
        histogram!(self.name(), &owned(labels)).record(value);
    }
}

enum Kind {
    Counter,
    Gauge,
    Histogram,
}

fn owned(labels: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    labels
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect()
}

/// Tells the recorder what each name means.
pub(crate) fn describe_all() {
    for metric in Metric::ALL {
        match metric.kind() {
            Kind::Counter => describe_counter!(metric.name(), metric.help()),
            Kind::Gauge => describe_gauge!(metric.name(), metric.help()),
            Kind::Histogram => describe_histogram!(metric.name(), metric.help()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_in_the_document() {
        let text = include_str!("../../../docs/specs/telemetry.md");
        for metric in Metric::ALL {
            assert!(
                text.contains(&format!("`{}`", metric.name())),
                "{}",
                metric.name()
            );
        }
    }

    #[test]
    fn names_are_unique_and_counters_end_in_total() {
        let mut names: Vec<_> = Metric::ALL.iter().map(|metric| metric.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Metric::ALL.len());
        for metric in Metric::ALL {
            let is_counter = matches!(metric.kind(), Kind::Counter);
            assert_eq!(
                metric.name().ends_with("_total"),
                is_counter,
                "{}",
                metric.name()
            );
        }
    }
}
