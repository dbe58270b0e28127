//! The only crate that knows Kafka and the registry: consume loop, producer, tables, codec,
//! dead letters, configuration, telemetry, health and shutdown.
//!
//! It carries decisions out and makes none: what becomes of a record is said by a stage.

pub mod catalog;
pub mod config;
pub mod consume;
pub mod entry;
pub mod error;
pub mod health;
pub mod kafka;
pub mod metrics;
pub mod registry;
pub mod service;
pub mod shutdown;
pub mod telemetry;

pub use error::Halt;
