//! The line of text that is being read: its size, and what its words give away.
//!
//! All sizes are of what shows (`visible`). Only short lines are looked into, so the cost does not
//! grow with the text.

use std::borrow::Cow;

use super::kind::Kind;
use super::marks;
use super::outline::{Mark, Node, Sums};
use super::visible::{self, Visible};
use crate::canonical::fold;

/// A line of this weight is prose, whatever ends it.
const PROSE: u32 = 116;
/// A shorter one is, when it ends as a sentence does.
const SENTENCE: u32 = 25;
/// Longer lines announce nothing.
const LONGEST_MARK: u32 = 50;
/// What stands behind the link of a row: an age, a date, a count.
const LONGEST_TAIL: u32 = 16;
/// A bullet before a link, or a sign behind it that it is new.
const LONGEST_SIGN: u32 = 5;
/// Bytes of a piece that are kept to be looked into.
const LONGEST_PIECE_BYTES: usize = 400;

#[derive(Default)]
pub(super) struct Pending<'a> {
    sums: Sums,
    start: usize,
    /// The first piece of text and the last.
    first: &'a str,
    last: &'a str,
    /// The last character that shows.
    end: Option<char>,
    ends_in_link: bool,
    pieces: u32,
    links: u32,
    /// All pieces of a short line that has several.
    joined: String,
}

/// What a line gives away.
pub(super) struct Seen {
    pub(super) start: usize,
    pub(super) mark: Option<Mark>,
}

impl<'a> Pending<'a> {
    pub(super) fn text(&mut self, text: &'a str, start: usize, in_link: bool) {
        // Between tags there is mostly nothing but a line end.
        if self.pieces == 0 && is_blank(text) {
            return;
        }
        let Visible { weight, last } = visible::of_markup(text);
        if self.pieces == 0 && weight > 0 {
            self.first = text;
            self.start = start;
        } else if self.pieces > 0 {
            self.join(text);
        }
        if weight == 0 {
            return;
        }
        self.last = text;
        self.end = last;
        self.ends_in_link = in_link;
        self.pieces = self.pieces.saturating_add(1);
        self.sums.text = self.sums.text.saturating_add(weight);
        if in_link {
            self.sums.link = self.sums.link.saturating_add(weight);
        }
    }

    fn join(&mut self, text: &str) {
        if self.sums.text > LONGEST_MARK || text.len() > LONGEST_PIECE_BYTES {
            return;
        }
        if self.joined.is_empty() && self.first.len() <= LONGEST_PIECE_BYTES {
            self.joined.push_str(self.first);
        }
        self.joined.push_str(text);
    }

    /// A link begins.
    pub(super) fn link(&mut self) {
        self.links = self.links.saturating_add(1);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces == 0
    }

    /// Ends the line, which stands in `node`.
    pub(super) fn end(&mut self, node: &Node) -> (Sums, Seen) {
        let mut line = std::mem::take(self);
        let mut sums = line.sums;
        let mut seen = Seen {
            start: line.start,
            mark: None,
        };
        sums.lines = 1;
        sums.linked_lines = u32::from(line.leads_away());
        if node.kind == Kind::Heading {
            sums.headings = 1;
            sums.main_headings = u32::from(node.level == 1);
            sums.linked_headings = u32::from(sums.is_linked(80));
        } else if line.is_sentence() && !sums.is_linked(95) {
            sums.prose = sums.text;
        }
        if sums.text <= LONGEST_MARK && !sums.is_linked(50) {
            let whole = line.whole();
            // In an element of its own an age needs no blank before it.
            sums.ages = u32::from(marks::is_age(&whole) || marks::is_age(line.last.trim_ascii()));
            sums.prices = u32::from(marks::is_price(line.last));
            seen.mark = marks::announces(&whole);
        }
        line.joined.clear();
        self.joined = line.joined;
        (sums, seen)
    }

    /// The line as one text, folded.
    fn whole(&self) -> Cow<'_, str> {
        let raw = match self.joined.is_empty() {
            true => self.first.trim_ascii(),
            false => &self.joined,
        };
        match visible::is_plain(raw) {
            true => Cow::Borrowed(raw),
            false => Cow::Owned(fold(&htmlize::unescape(raw))),
        }
    }

    /// Nothing but a link, several links, or a link with an age, a count or a sign. A sentence
    /// is text even where all of it is a link.
    fn leads_away(&self) -> bool {
        let plain = self.sums.text.saturating_sub(self.sums.link);
        let row = !self.ends_in_link
            && plain <= LONGEST_TAIL
            && self.last.bytes().any(|byte| byte.is_ascii_digit());
        let linked = match (self.links, row || plain <= LONGEST_SIGN) {
            (_, true) => self.sums.is_linked(50),
            (0 | 1, _) => self.sums.is_linked(95),
            _ => self.sums.is_linked(60),
        };
        linked && !self.is_sentence()
    }

    fn is_sentence(&self) -> bool {
        let weight = self.sums.text;
        weight >= PROSE || (weight >= SENTENCE && self.end.is_some_and(ends_sentence))
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte <= b' ')
}

fn ends_sentence(last: char) -> bool {
    matches!(
        last,
        '.' | '!' | '?' | ':' | ';' | '"' | ')' | '。' | '”' | '“' | '」' | '…' | '»' | '«'
    )
}
