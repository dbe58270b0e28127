//! What scenario and end-to-end tests share.
//!
//! `pure` chains the product's decisions in memory. The rest is for tests on the running stack: a
//! namespace and a database of their own, the services as processes that can be killed, and the
//! tables as values that can be compared.

#[cfg(feature = "stack")]
pub mod boards;
pub mod cases;
#[cfg(feature = "stack")]
pub mod paid;
#[cfg(feature = "stack")]
pub mod pipeline;
#[cfg(feature = "stack")]
pub mod process;
pub mod pure;
pub mod stack;
#[cfg(feature = "stack")]
pub mod tables;
pub mod web;

#[cfg(feature = "stack")]
pub use boards::Boards;
#[cfg(feature = "stack")]
pub use pipeline::Pipeline;
pub use stack::Stack;
