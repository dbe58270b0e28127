//! One page, looked at as closely as the questions about it need, and not twice.

use std::cell::OnceCell;

use super::skim::{Seen, skim};
use crate::parse::dom::Tree;

/// Bytes of text outside links that no wall has.
const MOST_OF_A_WALL: usize = 2_600;

pub(super) struct Look<'a> {
    pub(super) html: &'a str,
    seen: Seen,
    tree: OnceCell<Tree<'a>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        let settled = |seen: &Seen| seen.own >= MOST_OF_A_WALL;
        Self {
            html,
            seen: skim(html, settled),
            tree: OnceCell::new(),
        }
    }

    pub(super) fn may_be_wall(&self) -> bool {
        self.seen.own < MOST_OF_A_WALL
    }

    pub(super) fn tree(&self) -> &Tree<'a> {
        self.tree.get_or_init(|| Tree::of(self.html))
    }
}
