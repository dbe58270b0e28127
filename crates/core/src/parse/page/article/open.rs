//! The containers that are open while a page is read, and which of them a tag closes.
//!
//! Bounded in depth: what lies deeper is booked on the deepest container that is tracked. That
//! bounds every search through the open containers too, so no page costs more than linear time.

use super::kind::{KINDS, Kind};
use super::outline::Node;
use super::scan::offset;

const MAX_DEPTH: usize = 200;

#[derive(Default)]
pub(super) struct Open {
    stack: Vec<u32>,
    kinds: Vec<Kind>,
    counts: [u16; KINDS],
    /// Containers that are open beyond the limit.
    too_deep: usize,
}

impl Open {
    pub(super) fn begin(&mut self) {
        self.stack.push(0);
        self.kinds.push(Kind::Body);
    }

    pub(super) fn top(&self) -> usize {
        self.stack.last().map_or(0, |at| *at as usize)
    }

    pub(super) fn push(&mut self, node: Node, nodes: &mut Vec<Node>) {
        if self.stack.len() >= MAX_DEPTH {
            self.too_deep = self.too_deep.saturating_add(1);
            return;
        }
        let parent = offset(self.top());
        self.stack.push(offset(nodes.len()));
        self.kinds.push(node.kind);
        self.count(node.kind, 1);
        nodes.push(Node { parent, ..node });
    }

    /// Books a container whose end is passed already.
    pub(super) fn add_closed(&self, node: Node, nodes: &mut Vec<Node>) {
        let next = offset(nodes.len().saturating_add(1));
        let parent = offset(self.top());
        nodes.push(Node {
            parent,
            next,
            ..node
        });
    }

    fn count(&mut self, kind: Kind, change: i16) {
        if let Some(count) = self.counts.get_mut(kind as usize) {
            *count = count.saturating_add_signed(change);
        }
    }

    fn is_open(&self, kind: Kind) -> bool {
        self.counts
            .get(kind as usize)
            .is_some_and(|count| *count > 0)
    }

    /// Closes what may be left open where another container of this kind begins.
    pub(super) fn close_before(&mut self, kind: Kind, at: usize, nodes: &mut [Node]) {
        let last = self.kinds.last();
        let ended =
            last == Some(&Kind::Paragraph) || (kind == Kind::Heading && last == Some(&kind));
        if ended {
            self.pop((at, at), nodes);
        }
        let barrier = |kind: Kind| matches!(kind, Kind::List | Kind::Table | Kind::Cell);
        match kind {
            Kind::Item | Kind::Term if self.is_open(kind) => {
                self.close_within(kind, (at, at), nodes, barrier);
            }
            Kind::Cell | Kind::Row if self.is_open(kind) => {
                self.close_within(kind, (at, at), nodes, |kind| kind == Kind::Table);
            }
            _ => {}
        }
    }

    /// Closes the innermost container of this kind, and what is open inside it.
    pub(super) fn close(&mut self, kind: Kind, tag: (usize, usize), nodes: &mut [Node]) {
        if self.too_deep > 0 {
            self.too_deep = self.too_deep.saturating_sub(1);
        } else if self.is_open(kind) {
            let in_table = matches!(kind, Kind::Cell | Kind::Row | Kind::Table);
            self.close_within(kind, tag, nodes, |other| {
                other == Kind::Table || (!in_table && other == Kind::Cell)
            });
        }
    }

    fn close_within(
        &mut self,
        kind: Kind,
        tag: (usize, usize),
        nodes: &mut [Node],
        barrier: impl Fn(Kind) -> bool,
    ) {
        let from_top = self.kinds.iter().rev();
        let inner = from_top.take_while(|other| **other == kind || !barrier(**other));
        let Some(levels) = inner.enumerate().find(|(_, other)| **other == kind) else {
            return;
        };
        for _ in 0..levels.0 {
            self.pop((tag.0, tag.0), nodes);
        }
        self.pop(tag, nodes);
    }

    fn pop(&mut self, tag: (usize, usize), nodes: &mut [Node]) {
        let next = offset(nodes.len());
        let (Some(at), Some(kind)) = (self.stack.pop(), self.kinds.pop()) else {
            return;
        };
        self.count(kind, -1);
        if let Some(node) = nodes.get_mut(at as usize) {
            node.next = next;
            node.inner_end = offset(tag.0);
            node.end = offset(tag.1);
        }
    }

    pub(super) fn close_all(&mut self, at: usize, nodes: &mut [Node]) {
        while !self.stack.is_empty() {
            self.pop((at, at), nodes);
        }
    }
}
