//! Every decision of readonce: facts in, decision out.
//!
//! No IO, no clock, no randomness, no environment: time and configuration are arguments. If a rule
//! needs one of those to be tested, it is in the wrong room.

pub mod canonical;
pub mod catalog;
pub mod decode;
pub mod diff;
pub mod extract;
pub mod facts;
pub mod fetch;
pub mod inspect;
pub mod item;
pub mod observe;
pub mod parse;
pub mod quality;
pub mod robots;
pub mod view;
