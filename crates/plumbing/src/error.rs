//! Why a service stops. Everything that can go on is an outcome, not an error.

use std::time::Duration;

/// A fault that ends the service. The supervisor restarts it; a static member id makes that cheap.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    #[error("{part} at {address} cannot be reached: {detail}")]
    Unreachable {
        part: &'static str,
        address: String,
        detail: String,
    },
    #[error("kafka: {0}")]
    Kafka(String),
    /// The place in the group is gone; joining anew mends it, unless it keeps happening.
    #[error("the place in the group was lost: {0}")]
    MembershipLost(String),
    /// Another owner has what we wrote under, or nobody can know; see `kafka::Lock`.
    #[error("fenced: {0}")]
    Fenced(String),
    #[error("topic {topic}: {detail}")]
    Topic { topic: String, detail: String },
    #[error("topic {topic}, partition {partition}, offset {offset}: {detail}")]
    Record {
        topic: String,
        partition: i32,
        offset: i64,
        detail: String,
    },
    #[error("subject {subject}: {detail}")]
    Schema { subject: String, detail: String },
    #[error("configuration: {0}")]
    Config(String),
    #[error("{0}")]
    Internal(String),
    #[error("draining took longer than {0:?}")]
    DrainDeadline(Duration),
}

impl Halt {
    /// Exit code of a command that ends with this fault.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Halt::Unreachable { .. } => 3,
            Halt::Config(_) => 2,
            _ => 1,
        }
    }

    pub fn kafka(error: impl std::fmt::Display) -> Self {
        Halt::Kafka(error.to_string())
    }
}
