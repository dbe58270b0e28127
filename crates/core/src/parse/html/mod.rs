//! HTML of a posting into blocks: the lines that a reader sees, lists with their nesting.
//!
//! One pass over the input, in linear time, with bounded depth, for any input at all. No layout,
//! no links, no styles: what is hidden goes, what is visible stays in its order.

pub(crate) mod entity;
mod frames;
mod hidden;
mod tag;
#[cfg(test)]
mod tests;
mod token;
mod tree;

use crate::item::Block;

pub(crate) use token::hides;

/// The visible text of a fragment or a whole page.
pub fn blocks(html: &str) -> Vec<Block> {
    blocks_of([html])
}

/// The visible text of several pieces of one document, of which what lies between is left out.
pub(crate) fn blocks_of<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Vec<Block> {
    let mut tree = tree::Tree::default();
    for piece in pieces {
        for token in token::tokens(piece) {
            tree.take(token);
        }
    }
    tree.finish()
}

/// The visible text of a fragment that is one line.
pub(crate) fn line(html: &str) -> String {
    let mut line = String::new();
    gather(&blocks(html), &mut line);
    line
}

fn gather(blocks: &[Block], line: &mut String) {
    for block in blocks {
        match block {
            Block::Text(text) => {
                line.push(' ');
                line.push_str(text);
            }
            // Depth is bounded where blocks are made.
            Block::List { items, .. } => items.iter().for_each(|item| gather(item, line)),
        }
    }
}

/// Whether the text holds any tag, comment or declaration, as a browser would see it.
pub fn has_markup(text: &str) -> bool {
    token::markup_start(text) < text.len()
}
