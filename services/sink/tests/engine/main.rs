//! The sink against a real engine: what a store in memory cannot prove.
//!
//! Each test has a database of its own, and drops it. The engine's address comes from
//! READONCE_CLICKHOUSE_URL, the whole stack's configuration from READONCE_TEST_CONFIG; without them
//! the tests fail and say how to get them.

mod database;
mod documents;
mod insert_order;
mod layout;
mod links;
mod majors;
mod proxy;
mod quarantine;
mod questions;
mod records;
mod refusals;
mod service;
mod views;
mod world;
