//! The page's own text beside what its structured data says.

use super::draft::Draft;
use super::graph::weight;
use crate::item::Block;
use crate::parse::Source;
use crate::parse::page::article::{self, Outline};

/// A page that says no more than this besides has no text of its own.
const SHORT: usize = 400;

/// The main text takes the place of a body that says less.
pub(super) fn prefer(body: &mut Vec<Block>, (source, outline): (&Source, &Outline)) {
    let main = article::main_blocks(source, outline);
    if weight(&main) > weight(body) {
        *body = main;
    }
}

/// Whether the page says much more than the descriptions of these things: then it is about
/// something else, and they are its furniture.
pub(super) fn is_more<'d>(
    (source, outline): (&Source, &Outline),
    drafts: impl Iterator<Item = &'d Draft>,
) -> bool {
    let told: usize = drafts.map(|draft| weight(&draft.item.content.blocks)).sum();
    weight(&article::main_blocks(source, outline)) > SHORT.max(told.saturating_mul(2))
}
