//! What differs between two observations of one item: typed facts exactly, texts word by word.
//!
//! Never decides whether a difference matters: it lists, the caller chooses.

mod align;
mod facts;
mod offers;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use facts::{change, facts_changes};
pub use text::{Hunk, TextDiff, text_changes};
