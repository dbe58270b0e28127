//! The pipeline without a broker: the same decisions, chained in memory, over a simulated world.
//!
//! What a service does at its edge is a loop over vectors here, so a scenario runs in milliseconds
//! and can be stopped between any two writes. Each scenario has a defect that must turn it red.

mod canonicalizer;
mod day;
mod defect;
mod extractor;
mod log;
mod raw;
mod spender;

pub use canonicalizer::{Canonicalizer, Topics};
pub use day::{Figures, Pipeline};
pub use defect::Defect;
pub use extractor::Extractor;
pub use log::{RawLog, board_page, mark};
pub use raw::RawRun;
pub use spender::{Spender, SpenderDefect};
