//! One page, looked at as closely as the questions about it need, and not twice.

use std::cell::OnceCell;

use super::article::Outline;
use crate::parse::dom::Tree;

/// Weight of text outside links that no wall has: the most that a sign allows beside it. A Chinese
/// character weighs 3 here and is 2 letters there, and signs in Chinese allow 700 letters at most,
/// which weigh 1,050.
const MOST_OF_A_WALL: u32 = 1_500;

pub(super) struct Look<'a> {
    pub(super) html: &'a str,
    pub(super) outline: Outline<'a>,
    tree: OnceCell<Tree<'a>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self {
            html,
            outline: Outline::of(html),
            tree: OnceCell::new(),
        }
    }

    /// The outline may miss text; what it counts is there.
    pub(super) fn may_be_wall(&self) -> bool {
        self.outline.unlinked_text() < MOST_OF_A_WALL
    }

    pub(super) fn tree(&self) -> &Tree<'a> {
        self.tree.get_or_init(|| Tree::of(self.html))
    }
}
