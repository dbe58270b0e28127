//! Everything around the pipeline that a test or the demo needs, as real things on loopback.
//!
//! Nothing here may call the product's own decisions: a double that shares code with what it checks
//! agrees with its faults.

mod random;
pub mod world;
