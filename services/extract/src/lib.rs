//! extract: outstanding requests in; attempts, profiles and tombstones out.
//!
//! | file | what |
//! |---|---|
//! | `config` | the `[extract]` section and the extraction config that it names |
//! | `wiring` | what a running service is made of |
//! | `shared` | what the workers of all partitions share |
//! | `worker` | one owned partition: restore, then requests, calls and waits |
//! | `agenda` | the outstanding requests of a partition, and when each is due (pure) |
//! | `batch` | the batch lane: one batch from its file to its last line |
//! | `budget` | what may be spent in a day, shared by all instances; what is put off |
//! | `memory` | known profiles and latest attempts of a partition, read back from its topics |
//! | `request` | a record of the topic, checked |
//! | `job` | the work on one key: announce, call, spool, write |
//! | `writer` | what the ledger says, as acknowledged records |
//! | `spool` | paid answers on disk until their profile is acknowledged |
//! | `provider` | who is asked: the built-in rules, or an OpenAI-compatible endpoint |
//! | `way` | how fast the endpoint is asked |
//! | `meter` | counters and levels |
//! | `crash` | a test aid: kills the process at a named point |
//!
//! Whether a call may be made is decided in `core::extract::ledger` and nowhere else.

mod agenda;
mod batch;
mod budget;
mod config;
mod crash;

mod job;
mod memory;
mod meter;
mod provider;
mod request;
mod shared;
mod spool;
mod watch;
mod way;
mod wiring;
mod worker;
mod writer;

use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use readonce_plumbing::entry;
use tokio_util::sync::CancellationToken;

pub use config::{Config, parse_extraction_config};

pub use budget::Standing;

pub const DEFAULTS: &str = include_str!("../default.toml");

/// The service's own section, as it is after all layers.
pub fn effective(layers: &Layers) -> Result<toml::Table, Halt> {
    entry::section("extract", &Config::read(layers)?)
}

/// How the day's budget stands, read from the topics; none where no budget is set.
pub async fn standing(layers: &Layers) -> Result<Option<Standing>, Halt> {
    budget::standing(layers).await
}

/// Runs until the token says stop.
pub async fn run(layers: &Layers, stop: CancellationToken) -> Result<(), Halt> {
    wiring::Wiring::open(layers, stop).await?.run().await
}
