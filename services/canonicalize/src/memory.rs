//! A partition's memory is what it wrote: observations, presence and runs, restored to the end.

use std::time::Instant;

use readonce_core::observe::State;
use readonce_model::Topic;
use readonce_model::record::{Named, Observation, Presence, Run};
use readonce_plumbing::Halt;
use readonce_plumbing::consume::Start;
use readonce_plumbing::kafka::restore;
use readonce_plumbing::metrics::Metric;
use serde::de::DeserializeOwned;

use crate::shared::Shared;

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
        all.extend(shared.decoder.restore(&topic, &record).await?);
    }
    Ok(all)
}
