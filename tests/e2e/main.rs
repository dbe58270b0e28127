//! End to end on the real stack: Kafka, schema registry, ClickHouse engine, services as processes.
//!
//! Run by `make test`, which starts the stack. Each test has a namespace and a database of its own.

mod answer;
mod batch;
mod budget;
mod commands;
mod contracts;
mod crashes;
mod demo;
mod explain;
mod files;
mod kills;
mod lifting;
mod outages;
mod paid;
mod plan;
mod poison;
mod priced;
mod quarantine;
mod rewinds;
mod trust;
mod web_world;
