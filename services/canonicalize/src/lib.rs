//! canonicalize: raw pages in; observations, presence, runs, snapshots and requests out.
//!
//! | file | what |
//! |---|---|
//! | `config` | the `[canonicalize]` section |
//! | `wiring` | what a running service is made of |
//! | `partition` | one owned partition: restore, fold, emit |
//! | `memory` | reads a partition's own topics back |
//! | `page` | a raw record's body, as the reader wants it |
//! | `parsers` | the parser documents of the catalog |
//! | `reading` | a raw page into sightings, walls and withdrawals |
//! | `shared` | what every partition's worker uses |
//! | `emit` | records to outputs, effects before memory |
//!
//! Every rule is in `core::parse`, `core::canonical` and `core::observe`.

mod config;
mod emit;
mod memory;
mod page;
mod parsers;
mod partition;
pub mod reading;
mod shared;
mod wiring;

use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use readonce_plumbing::entry;
use tokio_util::sync::CancellationToken;

pub use config::Config;

pub const DEFAULTS: &str = include_str!("../default.toml");

/// The service's own section, as it is after all layers.
pub fn effective(layers: &Layers) -> Result<toml::Table, Halt> {
    entry::section("canonicalize", &Config::read(layers)?)
}

/// Runs until the token says stop.
pub async fn run(layers: &Layers, stop: CancellationToken) -> Result<(), Halt> {
    wiring::Wiring::open(layers, stop).await?.run().await
}
