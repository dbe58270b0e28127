//! What end-to-end tests share: a namespace and a database of their own on the running stack, the
//! services as processes that can be killed, and the tables as values that can be compared.

pub mod pipeline;
pub mod process;
pub mod stack;
pub mod tables;

pub use pipeline::Pipeline;
pub use stack::Stack;
