//! Markup as a tree, for selectors and for finding what repeats.
//!
//! One array in document order, so a subtree is a range and every walk is a loop. Depth is bounded:
//! what is deeper hangs on the deepest element that is kept. Linear in the input, whatever it is.
//! Nothing here decides what is worth reading.

mod names;
mod scan;
mod selecting;
mod selector;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use selecting::Selectors;
pub(super) use selector::{BadSelector, Selector};
pub(super) use tree::{Node, NodeId, Tree, one_line};
