//! A partition's memory is what it wrote: observations, presence and runs, restored to the end.

use std::time::{Duration, Instant};

use readonce_core::observe::State;
use readonce_model::Topic;
use readonce_model::record::{Named, Observation, Presence, Run};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::Start;
use readonce_plumbing::kafka::{TableRecord, restore};
use readonce_plumbing::metrics::Metric;
use readonce_plumbing::registry::DecodeError;
use serde::de::DeserializeOwned;

use crate::shared::Shared;

const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

/// Empty where everything is read again from scratch, else what the topics say.
pub async fn restored(shared: &Shared, partition: i32, start: Start) -> Result<State, Halt> {
    let mut state = State::new();
    if start.is_from_scratch() {
        return Ok(state);
    }
    let began = Instant::now();
    for record in table::<Observation>(shared, Topic::Observations, partition).await? {
        state.restore_observation(record);
    }
    for record in table::<Presence>(shared, Topic::Presence, partition).await? {
        state.restore_presence(record);
    }
    for record in table::<Run>(shared, Topic::Runs, partition).await? {
        state.restore_run(record);
    }
    let seconds = began.elapsed().as_secs_f64();
    Metric::RestoreSeconds.note(seconds, &[("service", "canonicalize")]);
    tracing::info!(partition, seconds, "memory restored");
    Ok(state)
}

async fn table<T: DeserializeOwned + Named>(
    shared: &Shared,
    topic: Topic,
    partition: i32,
) -> Result<Vec<T>, Halt> {
    let mut all = Vec::new();
    for record in restore(&shared.settings, topic.clone(), partition).await? {
        all.push(decode(shared, &topic, record).await?);
    }
    Ok(all)
}

/// A record of our own that cannot be read is no poison to step over: memory would have a hole.
async fn decode<T: DeserializeOwned + Named>(
    shared: &Shared,
    topic: &Topic,
    record: TableRecord,
) -> Result<T, Halt> {
    let value = record.value.unwrap_or_default();
    loop {
        match shared.decoder.decode(T::NAME, &value).await {
            Ok(decoded) => return Ok(decoded),
            Err(DecodeError::Later(error)) => {
                tracing::warn!(%error, "restoring waits for the registry");
                tokio::time::sleep(REGISTRY_PAUSE).await;
            }
            Err(DecodeError::Reject(reason)) => {
                return Err(Halt::Record {
                    topic: topic.name(),
                    partition: record.partition,
                    offset: record.offset,
                    detail: format!("a record of this service's memory cannot be read: {reason}"),
                });
            }
        }
    }
}
