//! Blocks as canonical text: one block a line, `- ` and `1. ` for items, two blanks a level.
//!
//! DO NOT CHANGE: part of canonical form version 2. Recurses once for each level of lists, so
//! whoever makes blocks from outside input bounds their depth.

use super::fold::fold;
use crate::item::Block;

pub(super) fn text(blocks: &[Block]) -> String {
    lines(blocks).join("\n")
}

fn lines(blocks: &[Block]) -> Vec<String> {
    let mut all = Vec::new();
    for block in blocks {
        match block {
            Block::Text(text) => all.extend(Some(fold(text)).filter(|line| !line.is_empty())),
            Block::List { ordered, items } => all.extend(list(*ordered, items)),
        }
    }
    all
}

/// An unordered list has no order of its own: its items are sorted by their bytes.
fn list(ordered: bool, items: &[Vec<Block>]) -> Vec<String> {
    let mut rendered: Vec<Vec<String>> = items
        .iter()
        .map(|item| lines(item))
        .filter(|item| !item.is_empty())
        .collect();
    if !ordered {
        // Line by line is the same order as over the joined text: no line holds anything below
        // the blank, so a line break sorts before all of it.
        rendered.sort_unstable();
    }
    (1usize..)
        .zip(rendered)
        .flat_map(|(number, item)| match ordered {
            true => marked(&format!("{number}. "), item),
            false => marked("- ", item),
        })
        .collect()
}

fn marked(marker: &str, item: Vec<String>) -> Vec<String> {
    let mut prefix = marker;
    item.into_iter()
        .map(|line| std::mem::replace(&mut prefix, "  ").to_owned() + &line)
        .collect()
}
