//! HTML of a posting into blocks: the lines that a reader sees, lists with their nesting.
//!
//! One pass over the input, in linear time, with bounded depth, for any input at all. No layout,
//! no links, no styles: what is hidden goes, what is visible stays in its order.

mod frames;
mod hidden;
mod tag;
#[cfg(test)]
mod tests;
mod token;
mod tree;

use crate::item::Block;

/// The visible text of a fragment or a whole page.
pub fn blocks(html: &str) -> Vec<Block> {
    let mut tree = tree::Tree::default();
    for token in token::tokens(html) {
        tree.take(token);
    }
    tree.finish()
}

/// Whether the text holds any tag, comment or declaration, as a browser would see it.
pub fn has_markup(text: &str) -> bool {
    token::markup_start(text) < text.len()
}
