//! Everything around the pipeline that a test or the demo needs, as real things on loopback.
//!
//! See README.md for the map. A deterministic world of job boards with the ledger that a correct pipeline arrives at
//! ([`world`]), a site that serves it ([`site`]), a model server that counts what was paid
//! ([`model`]), a TCP proxy that breaks connections on demand ([`proxy`]), and the small parts
//! around them. Nothing here may call the product's own decisions: a double that shares code with
//! what it checks agrees with its faults.

pub mod clock;
mod fault;
pub mod http;
pub mod model;
pub mod ports;
pub mod proxy;
mod random;
mod server;
pub mod site;
pub mod wait;
pub mod web;
mod wire;
pub mod world;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use fault::RetryAfter;
pub use server::RunningServer;

/// A lock whose holder panicked still guards plain data: the test that panicked is what fails.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
