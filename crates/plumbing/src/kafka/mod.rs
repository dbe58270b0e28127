//! Talking to the broker: clients, topics, producing, restoring and following compacted topics.

mod admin;
mod client;
mod ends;
mod follow;
mod letters;
mod lock;
mod lookup;
mod offsets;
mod pick;
mod producer;
mod retention;
mod table;
mod taken_back;

pub use admin::Admin;
pub use client::ClientSettings;
pub(crate) use ends::ends;
pub use follow::{Followed, follow, follow_since};
pub use letters::{Letter, letters};
pub use lock::Lock;
pub use lookup::Lookup;
pub use offsets::{GroupOffsets, Lag, ends_when_idle, lag_of_all};
pub use pick::{Picked, pick};
pub use producer::{Output, Placement, Producer, SendError};
pub use table::{
    Restored, Restoring, TableRecord, restore, restore_all, restore_each, restore_to_end,
};
pub use taken_back::taken_back;
