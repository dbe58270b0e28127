//! Blocks as canonical text: one block a line, `- ` and `1. ` for items, two blanks a level.
//!
//! DO NOT CHANGE: part of canonical form version 2. Recurses once for each level of lists, so
//! whoever makes blocks from outside input bounds their depth.

use super::fold::fold;
use crate::item::Block;

pub(super) fn text(blocks: &[Block]) -> String {
    let mut all = String::with_capacity(room(blocks));
    for block in blocks {
        match block {
            Block::Text(text) => add(&mut all, "", &fold(text)),
            Block::List { ordered, items } => list(&mut all, *ordered, items),
        }
    }
    all
}

/// About as many bytes as the text will have: lines rarely grow.
fn room(blocks: &[Block]) -> usize {
    let sizes = blocks.iter().map(|block| match block {
        Block::Text(text) => text.len().saturating_add(8),
        Block::List { items, .. } => items.iter().map(|item| room(item)).sum(),
    });
    sizes.sum()
}

/// An unordered list has no order of its own: its items are sorted by their bytes.
fn list(all: &mut String, ordered: bool, items: &[Vec<Block>]) {
    let rendered = items.iter().map(|item| text(item));
    let mut rendered: Vec<String> = rendered.filter(|item| !item.is_empty()).collect();
    if !ordered {
        rendered.sort_unstable();
    }
    for (number, item) in (1usize..).zip(rendered) {
        match ordered {
            true => add(all, &format!("{number}. "), &item),
            false => add(all, "- ", &item),
        }
    }
}

/// Adds lines, the first behind a marker and the others under its text.
fn add(all: &mut String, marker: &str, lines: &str) {
    let mut indent = marker;
    for line in lines.split('\n').filter(|_| !lines.is_empty()) {
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(indent);
        all.push_str(line);
        indent = if marker.is_empty() { "" } else { "  " };
    }
}
