//! placeholder

pub const DEFAULTS: &str = "";
