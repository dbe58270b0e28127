//! The records of every topic, field for field as in `schemas/`.
//!
//! A record and its schema change together: a test reads every example with its struct and writes
//! it back. New fields are optional and have a default.

mod answer;
mod catalog;
mod evidence;
mod extract;
mod named;
mod observation;
mod presence;
mod profile;
mod raw;
mod raw_answer;
mod run;
mod snapshot;
mod task;
mod words;

pub use catalog::*;
pub use evidence::*;
pub use extract::*;
pub use named::Named;
pub use observation::*;
pub use presence::*;
pub use profile::*;
pub use raw::*;
pub use raw_answer::*;
pub use run::*;
pub use snapshot::*;
pub use task::*;
