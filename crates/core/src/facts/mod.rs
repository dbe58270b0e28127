//! Facts as people write them, read into typed values. Pure; nothing is ever made up.

pub mod money;
pub mod time;
