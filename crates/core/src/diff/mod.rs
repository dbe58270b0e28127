//! What differs between two observations of one item.
//!
//! Never decides whether a difference matters: it lists, the caller chooses.

mod facts;

pub use facts::{change, facts_changes};
