//! The walls of the house, held by machine: who may depend on whom, and documents that name what
//! exists.

mod documents;
mod walls;
