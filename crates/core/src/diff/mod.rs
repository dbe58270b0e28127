//! What differs between two observations of one item: typed facts exactly, texts word by word.
//!
//! Never decides whether a difference matters: it lists, the caller chooses.

mod absorbed;
mod align;
mod facts;
mod offers;
mod reordered;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use absorbed::{Absorbed, absorbed, absorbed_facts, absorbed_order};
pub use facts::{change, facts_changes};
pub use reordered::{PutBack, put_back};
pub use text::{Hunk, TextDiff, text_changes};
