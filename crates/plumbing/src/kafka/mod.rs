//! Talking to the broker: clients, topics, producing, restoring compacted topics.

mod admin;
mod client;
mod offsets;
mod producer;
mod table;

pub use admin::Admin;
pub use client::ClientSettings;
pub use offsets::{GroupOffsets, Lag};
pub use producer::{Output, Placement, Producer, SendError};
pub use table::{TableRecord, restore, restore_all};
