//! Schemas: the registry's client and the wire format that refers to it.
//!
//! Services look schemas up and never register them; registering is a command. A registry that is
//! away stops nobody who has what he needs: answers are kept for ever, faults never.

mod client;
mod codec;
mod fields;
mod memory;
mod subjects;
mod wire;

pub use client::{Compatibility, Registry, RegistryError};
pub use codec::{DecodeError, Decoder, Encoder};
pub use subjects::{Finding, Registered, check, contracts, register};
