//! x
pub const MODEL: &str = "job-rules-1";
