//! What scenario and end-to-end tests share.
//!
//! `pure` chains the product's decisions in memory. The rest is for tests on the running stack: a
//! namespace and a database of their own, the services as processes that can be killed, and the
//! tables as values that can be compared.

pub mod boards;
pub mod pipeline;
pub mod process;
pub mod pure;
pub mod stack;
pub mod tables;

pub use boards::Boards;
pub use pipeline::Pipeline;
pub use stack::Stack;
