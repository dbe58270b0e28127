//! Parts of a text that only moved: a ranked list with another order, a paragraph at another place.
//!
//! Moved parts are put back before texts are compared word by word, so that a new order is said to
//! be one and is no heap of edits.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use readonce_model::record::{Change, ChangeKind};

use super::facts::change;
use crate::canonical::{blocks_of, text_of};
use crate::item::Block;

/// A text whose moved parts are back where they were.
#[derive(Clone, Debug, PartialEq)]
pub struct PutBack {
    /// One change of kind `reordered` for each list that moved, and one for blocks that did.
    pub moved: Vec<Change>,
    pub text: String,
}

/// Puts the parts of a canonical text that only moved back to where an older text has them.
pub fn put_back(before: &str, after: &str) -> PutBack {
    let mut moved = Vec::new();
    let mut blocks = blocks_of(after);
    let mut lists = Lists::default();
    lists.learn(&blocks_of(before));
    lists.put_back(&mut blocks, &mut moved);
    let mut text = match moved.is_empty() {
        true => after.to_owned(),
        false => text_of(&blocks),
    };
    if let Some(change) = moved_blocks(before, &text) {
        moved.push(change);
        text = before.to_owned();
    }
    PutBack { moved, text }
}

/// The ordered lists of the older text, by what they hold.
#[derive(Default)]
struct Lists {
    /// The items by their sorted text, with the order they stood in.
    orders: HashMap<Vec<String>, Vec<Vec<Block>>>,
    /// Lists as they stood: one that still stands so did not move.
    seen: HashSet<Vec<String>>,
}

impl Lists {
    fn learn(&mut self, blocks: &[Block]) {
        for block in blocks {
            let Block::List { ordered, items } = block else {
                continue;
            };
            if *ordered && items.len() > 1 {
                let drawn = drawn(items);
                self.orders
                    .entry(sorted(&drawn))
                    .or_insert_with(|| items.clone());
                self.seen.insert(drawn);
            }
            items.iter().for_each(|item| self.learn(item));
        }
    }

    fn put_back(&self, blocks: &mut [Block], moved: &mut Vec<Change>) {
        for block in blocks {
            let Block::List { ordered, items } = block else {
                continue;
            };
            if *ordered && items.len() > 1 {
                let now = drawn(items);
                let known = self.orders.get(&sorted(&now));
                if let Some(earlier) = known.filter(|_| !self.seen.contains(&now)) {
                    moved.extend(reordered(&drawn(earlier), &now));
                    items.clone_from(earlier);
                    continue;
                }
            }
            items.iter_mut().for_each(|item| self.put_back(item, moved));
        }
    }
}

fn drawn(items: &[Vec<Block>]) -> Vec<String> {
    items.iter().map(|item| text_of(item)).collect()
}

fn sorted(parts: &[String]) -> Vec<String> {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable();
    sorted
}

/// The texts have the same blocks in another order.
fn moved_blocks(before: &str, after: &str) -> Option<Change> {
    if before == after {
        return None;
    }
    let drawn = |text: &str| -> Vec<String> {
        let blocks = blocks_of(text);
        blocks.chunks(1).map(text_of).collect()
    };
    let (old, new) = (drawn(before), drawn(after));
    if sorted(&old) != sorted(&new) {
        return None;
    }
    let same = |pair: &(&String, &String)| pair.0 == pair.1;
    let head = old.iter().zip(&new).take_while(same).count();
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let middle = |all: &[String]| {
        let end = all.len().saturating_sub(tail);
        all.get(head..end).unwrap_or_default().to_vec()
    };
    reordered(&middle(&old), &middle(&new))
}

fn reordered(before: &[String], after: &[String]) -> Option<Change> {
    let joined = |parts: &[String]| parts.join("; ").replace('\n', " ");
    let found = change("text", Some(&joined(before)), Some(&joined(after)))?;
    Some(Change {
        kind: ChangeKind::Reordered,
        ..found
    })
}
