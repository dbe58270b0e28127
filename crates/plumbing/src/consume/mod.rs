//! The consume loop: one thread polls, one worker owns a partition, outcomes say what becomes of
//! each record, and only the contiguous finished prefix is committed.
//!
//! | file | what |
//! |---|---|
//! | `record` | a record and the five outcomes |
//! | `progress` | which offset may be committed (pure) |
//! | `desk` | carries outcomes out: send, dead-letter, finish |
//! | `owned` | what a worker gets with its partition |
//! | `in_order` | worker that takes batches one after the other |
//! | `group` | the poll thread |
//! | `context` | rebalance callbacks: where to start, when to let go |
//! | `workers` | the running workers of the poll thread |

mod context;
mod desk;
mod group;
mod in_order;
mod owned;
mod progress;
mod record;
mod workers;

pub use desk::{Desk, Settled};
pub use group::{Group, GroupParts};
pub use in_order::{InOrder, Stage, in_order};
pub use owned::{Owned, Start};
pub use progress::Progress;
pub use record::{Emission, Outcome, Record};
