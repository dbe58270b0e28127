//! The sink: every topic that analysts ask about becomes a table of ClickHouse, and `jobs_latest`
//! the view over them.
//!
//! Writing is idempotent, so any group may be rewound and any insert repeated: the tables end in
//! the same state. Nothing here decides what a record means, and no row is ever deleted.

use readonce_plumbing::Halt;
use readonce_plumbing::config::Layers;
use tokio_util::sync::CancellationToken;

pub mod config;
pub mod fault;
pub mod query;
pub mod rows;
pub mod schema;
pub mod store;
pub mod table;

mod reader;
mod stage;
mod wiring;
pub mod writer;

pub use config::effective;

/// Compiled-in values of this service's sections.
pub const DEFAULTS: &str = include_str!("../default.toml");

/// Runs the sink until the token says stop or something makes going on impossible.
pub async fn run(layers: &Layers, stop: CancellationToken) -> Result<(), Halt> {
    wiring::run(layers, stop).await
}
