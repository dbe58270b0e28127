//! The words of readonce: records as they lie on the topics, ids, topic names, headers, reasons.
//!
//! Everything here is data. No IO, no clock, no decision: those live in `core` and `plumbing`.

pub mod contract;
pub mod error;
pub mod header;
pub mod id;
pub mod partition;
pub mod reason;
pub mod record;
pub mod topic;

pub use contract::ContractId;
pub use error::ErrorClass;
pub use id::{ContentHash, ItemId, request_key};
pub use reason::Reason;
pub use topic::{Namespace, Service, Topic};
