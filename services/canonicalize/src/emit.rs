//! What the fold decided, as records on topics: effects before the memory that says so.
//!
//! Item-keyed records go to the partition of their raw record, so that its owner finds them again.
//! Hash-keyed records go where their hash belongs, so that equal content meets in one place.

use readonce_core::observe::Applied;
use readonce_model::record::{ExtractRequest, Observation, Presence, Run, Snapshot};
use readonce_model::{Reason, Topic, request_key};
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Output, Placement};
use readonce_plumbing::registry::Encoder;
use readonce_plumbing::service::Ports;

pub struct Emitter {
    snapshots: Encoder,
    requests: Encoder,
    runs: Encoder,
    presence: Encoder,
    observations: Encoder,
}

impl Emitter {
    /// Looks every schema up before the first record is read.
    pub async fn open(ports: &Ports) -> Result<Self, Halt> {
        Ok(Self {
            snapshots: ports.encoder(Topic::Snapshots).await?,
            requests: ports.encoder(Topic::ExtractRequests).await?,
            runs: ports.encoder(Topic::Runs).await?,
            presence: ports.encoder(Topic::Presence).await?,
            observations: ports.encoder(Topic::Observations).await?,
        })
    }

    /// The phases of one raw record, in the order that `core::observe` asks for.
    pub fn phases(&self, applied: &Applied) -> Result<Vec<Vec<Output>>, Reason> {
        Ok(vec![
            all(&applied.snapshots, |record| self.snapshot(record))?,
            all(&applied.requests, |record| self.request(record))?,
            all(applied.run.as_slice(), |record| self.run(record))?,
            all(&applied.presence, |record| self.presence(record))?,
            all(&applied.observations, |record| self.observation(record))?,
        ])
    }

    fn snapshot(&self, record: &Snapshot) -> Result<Output, Reason> {
        let value = self.snapshots.encode(record)?;
        let key = record.content_hash.to_string();
        Ok(Output::new(Topic::Snapshots, Placement::ByKey, key, value))
    }

    fn request(&self, record: &ExtractRequest) -> Result<Output, Reason> {
        let value = self.requests.encode(record)?;
        let beside = Placement::Beside(record.content_hash.to_string());
        Ok(Output::new(
            Topic::ExtractRequests,
            beside,
            request_key(&record.content_hash, &record.contract),
            value,
        ))
    }

    fn run(&self, record: &Run) -> Result<Output, Reason> {
        let value = self.runs.encode(record)?;
        let place = Placement::At(record.raw_partition);
        Ok(Output::new(
            Topic::Runs,
            place,
            record.run_id.clone(),
            value,
        ))
    }

    fn presence(&self, record: &Presence) -> Result<Output, Reason> {
        let value = self.presence.encode(record)?;
        let place = Placement::At(record.raw_partition);
        Ok(Output::new(
            Topic::Presence,
            place,
            record.item_id.as_str(),
            value,
        ))
    }

    fn observation(&self, record: &Observation) -> Result<Output, Reason> {
        let value = self.observations.encode(record)?;
        let place = Placement::At(record.raw_partition);
        Ok(Output::new(
            Topic::Observations,
            place,
            record.item_id.as_str(),
            value,
        ))
    }
}

fn all<T>(
    records: &[T],
    encode: impl Fn(&T) -> Result<Output, Reason>,
) -> Result<Vec<Output>, Reason> {
    records.iter().map(encode).collect()
}
