//! ingest: fetches what the catalog names, when it is due, and records the evidence.
//!
//! A partition of the topic `tasks` is owned through the consumer group, and its owner is the
//! scheduler of its sources. It reads a response only as far as paging needs; what a response means
//! is said by canonicalize. It never keeps state outside of the topic, and never stores a secret.

mod agenda;
mod catalog;
pub mod config;
pub mod control;
mod http;
mod memory;
mod once;
mod run;
mod shared;
mod wiring;
mod worker;

pub use config::effective;
pub use once::{Fetched, fetch_once};
pub use wiring::run;

/// The settings that ingest adds, compiled in.
pub const DEFAULTS: &str = include_str!("../default.toml");
