//! The line of text that is being read: its size, and what its words give away.
//!
//! Only short lines are looked into, so the cost does not grow with the text.

use super::kind::Kind;
use super::marks;
use super::outline::{Mark, Node, Sums};

/// A line of this many bytes is prose, whatever ends it.
const PROSE_BYTES: u32 = 140;
/// A shorter one is, when it ends as a sentence does.
const SENTENCE_BYTES: u32 = 30;
/// Longer lines announce nothing.
const LONGEST_MARK: u32 = 60;

#[derive(Default)]
pub(super) struct Pending<'a> {
    sums: Sums,
    start: usize,
    /// The first piece of text and the last.
    first: &'a str,
    last: &'a str,
    pieces: u32,
}

/// What a line gives away.
pub(super) struct Seen {
    pub(super) start: usize,
    pub(super) mark: Option<Mark>,
}

impl<'a> Pending<'a> {
    pub(super) fn text(&mut self, text: &'a str, start: usize, in_link: bool) {
        let text = text.trim_ascii();
        if text.is_empty() || text == "&nbsp;" {
            return;
        }
        if self.pieces == 0 {
            self.first = text;
            self.start = start;
        }
        let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.last = text;
        self.pieces = self.pieces.saturating_add(1);
        self.sums.text = self.sums.text.saturating_add(bytes);
        if in_link {
            self.sums.link = self.sums.link.saturating_add(bytes);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces == 0
    }

    /// Ends the line, which stands in `node`.
    pub(super) fn end(&mut self, node: &Node) -> (Sums, Seen) {
        let line = std::mem::take(self);
        let mut sums = line.sums;
        let mut seen = Seen {
            start: line.start,
            mark: None,
        };
        sums.lines = 1;
        if node.kind == Kind::Heading {
            sums.headings = 1;
            sums.main_headings = u32::from(node.level == 1);
            sums.linked_headings = u32::from(sums.is_linked(80));
        } else if line.is_prose() {
            sums.prose = sums.text.saturating_sub(sums.link);
        }
        if sums.text <= LONGEST_MARK && !sums.is_linked(50) {
            sums.ages = u32::from(marks::is_age(line.last) || marks::is_age(line.first));
            sums.prices = u32::from(marks::is_price(line.last));
            seen.mark = marks::announces(line.first);
        }
        (sums, seen)
    }

    fn is_prose(&self) -> bool {
        let plain = self.sums.text.saturating_sub(self.sums.link);
        if plain < SENTENCE_BYTES || self.sums.is_linked(50) {
            return false;
        }
        plain >= PROSE_BYTES || ends_sentence(self.last)
    }
}

fn ends_sentence(text: &str) -> bool {
    let marks = [
        '.', '!', '?', ':', ';', '"', '。', '！', '？', '：', '；', '”', '」', '…', ')', '）',
    ];
    text.ends_with(marks)
}
