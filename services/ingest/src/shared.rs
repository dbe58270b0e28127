//! What all workers of the process share. Read-only, but for the places of runs.

use std::sync::Arc;

use readonce_plumbing::kafka::{ClientSettings, Producer};
use readonce_plumbing::registry::{Decoder, Encoder};
use tokio::sync::Semaphore;

use crate::run::{RawTopic, Tools};

pub(crate) struct Shared {
    pub(crate) instance: String,
    pub(crate) lease_ms: i64,
    pub(crate) partitions: u32,
    pub(crate) settings: ClientSettings,
    pub(crate) producer: Producer,
    pub(crate) decoder: Decoder,
    pub(crate) tasks: Encoder,
    pub(crate) attempts: Encoder,
    pub(crate) tools: Tools<RawTopic>,
    /// One place a run.
    pub(crate) places: Arc<Semaphore>,
}
