//! What the workers of all partitions share. Holds things, does nothing.

use std::sync::Arc;

use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::ledger::Policy;
use readonce_core::extract::lift::Lifts;
use readonce_plumbing::kafka::Lookup;
use tokio::sync::Semaphore;

use crate::batch;
use crate::budget::Gate;
use crate::memory::Source;
use crate::provider::Provider;
use crate::request::Contracts;
use crate::spool::Spool;
use crate::watch::Watcher;
use crate::way::Way;
use crate::writer::Encoders;

/// What every partition's worker uses.
pub struct Shared {
    pub instance: String,
    pub extraction: Arc<ExtractionConfig>,
    pub policy: Policy,
    pub lease_ms: i64,
    pub held_requests: usize,
    pub deferred_requests: usize,
    /// Who may call now, where a budget is set.
    pub gate: Option<Arc<Gate>>,
    pub contracts: Contracts,
    pub lifts: Lifts,
    pub lookup: Lookup,
    pub provider: Arc<dyn Provider>,
    /// How fast the endpoint is asked.
    pub way: Arc<Way>,
    /// The batch lane, where the extraction config has terms for it.
    pub batch: Option<Arc<batch::Ports>>,
    /// Lines that one partition may have in open batches.
    pub batch_lines: usize,
    pub spool: Spool,
    /// What sources answer.
    pub watcher: Arc<Watcher>,
    pub source: Source,
    pub encoders: Arc<Encoders>,
    /// One place a job, over all partitions.
    pub places: Arc<Semaphore>,
}
