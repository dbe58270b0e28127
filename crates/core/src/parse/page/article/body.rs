//! The region of a page as blocks: lists, tables and order as the markup has them.
//!
//! Reads the region's markup alone, with the same reader as descriptions in JSON, so that one text
//! is the same blocks wherever it stands.

use super::hint::Hint;
use super::noise;
use super::outline::Outline;
use super::region::Region;
use super::visible;
use crate::canonical::fold;
use crate::item::Block;
use crate::parse::html;

/// Cards are short; heavier parts of one look are chapters, which have an order.
const LONGEST_CARD: u32 = 340;

/// The blocks of the region, without the node that shows the title.
pub(super) fn read(
    outline: &Outline,
    region: &Region,
    html: &str,
    title: Option<usize>,
) -> Vec<Block> {
    let mut walk = Walk {
        outline,
        region,
        html,
        title,
        blocks: Vec::new(),
        parts: Vec::new(),
        from: 0,
    };
    let node = outline.node(region.node);
    walk.from = node.inner_start as usize;
    walk.walk();
    walk.keep_to(node.inner_end as usize);
    walk.settle();
    walk.blocks
}

struct Walk<'w, 'a> {
    outline: &'w Outline<'a>,
    region: &'w Region,
    html: &'w str,
    title: Option<usize>,
    blocks: Vec<Block>,
    /// Markup that is kept and not read yet.
    parts: Vec<&'w str>,
    /// Where the markup begins that is not decided on yet.
    from: usize,
}

impl Walk<'_, '_> {
    fn walk(&mut self) {
        let end = self.outline.node(self.region.node).next as usize;
        let mut at = self.region.node.saturating_add(1);
        if let Some(cards) = self.cards(self.region.node) {
            at = self.list_cards(self.region.node, &cards);
        }
        while at < end {
            let node = self.outline.node(at);
            let cut = self.region.cut.get(at).copied().unwrap_or(true) || self.title == Some(at);
            if cut {
                self.keep_to(node.start as usize);
                self.from = (node.end as usize).max(self.from);
                at = (node.next as usize).max(at.saturating_add(1));
            } else if let Some(cards) = self.cards(at) {
                at = self.list_cards(at, &cards);
            } else {
                at = at.saturating_add(1);
            }
        }
    }

    fn keep_to(&mut self, end: usize) {
        if let Some(part) = self
            .html
            .get(self.from..end)
            .filter(|part| !part.is_empty())
        {
            self.parts.push(part);
        }
        self.from = end.max(self.from);
    }

    fn settle(&mut self) {
        if !self.parts.is_empty() {
            let parts = std::mem::take(&mut self.parts);
            self.blocks.extend(html::blocks_of(parts));
        }
    }

    /// The children of a node that are cards beside each other and all there is in it.
    fn cards(&self, parent: usize) -> Option<Vec<usize>> {
        let node = self.outline.node(parent);
        if self.region.confident || node.own.text > 0 {
            return None;
        }
        let is_cut = |at: &usize| self.region.cut.get(*at).copied().unwrap_or(true);
        let children: Vec<usize> = self
            .outline
            .children(parent)
            .filter(|at| !is_cut(at))
            .collect();
        let first = self.outline.node(*children.first()?);
        let are_cards = children.len() > 1
            && children.iter().all(|at| {
                let sums = self.region.sums.get(*at).copied().unwrap_or_default();
                let told = sums.prices > 0 || sums.headings > 0 || first.hint.has(Hint::CARD);
                self.outline.node(*at).look == first.look && told && sums.text <= LONGEST_CARD
            });
        let priced = children.iter().any(|at| {
            self.region
                .sums
                .get(*at)
                .is_some_and(|sums| sums.prices > 0)
        });
        (are_cards && (first.hint.has(Hint::CARD) || node.hint.has(Hint::CARD) || priced))
            .then_some(children)
    }

    /// Writes cards as an unordered list: sites shuffle them. Returns the node to go on with.
    fn list_cards(&mut self, parent: usize, cards: &[usize]) -> usize {
        let node = self.outline.node(parent);
        let first = cards
            .first()
            .map_or(node.start, |card| self.outline.node(*card).start);
        self.keep_to(first as usize);
        self.settle();
        let items = cards.iter().map(|card| {
            let card = self.outline.node(*card);
            let inside = self.html.get(card.start as usize..card.end as usize);
            html::blocks(inside.unwrap_or(""))
        });
        let items: Vec<Vec<Block>> = items.map(without_noise).collect();
        self.blocks.push(Block::List {
            ordered: false,
            items,
        });
        self.from = node.inner_end as usize;
        (node.next as usize).max(parent.saturating_add(1))
    }
}

/// Nothing that shows weighs more than its bytes in folded text.
fn is_short(line: &str) -> bool {
    visible::of_text(line).weight as usize <= noise::LONGEST_BYTES
}

/// Without the lines that say nothing, at any depth.
pub(super) fn without_noise(blocks: Vec<Block>) -> Vec<Block> {
    blocks.into_iter().filter_map(kept).collect()
}

fn kept(block: Block) -> Option<Block> {
    match block {
        Block::Text(line) if is_short(&line) => {
            (!noise::is_noise(&fold(&line))).then_some(Block::Text(line))
        }
        Block::Text(line) => Some(Block::Text(line)),
        // Depth is bounded where blocks are made.
        Block::List { ordered, items } => {
            let items = items.into_iter().map(without_noise);
            let items: Vec<Vec<Block>> = items.filter(|item| !item.is_empty()).collect();
            (!items.is_empty()).then_some(Block::List { ordered, items })
        }
    }
}
