//! The sink against a real engine: what a store in memory cannot prove.
//!
//! Each test has a database of its own, and drops it. The engine's address comes from
//! READONCE_CLICKHOUSE_URL; without it the tests fail and say how to get one.

mod database;
mod documents;
mod insert_order;
mod layout;
mod questions;
mod records;
mod refusals;
mod views;
