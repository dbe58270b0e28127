//! A page in outline: its containers with how much text and how many links each holds, and what
//! its head says. Made in one pass over the bytes.
//!
//! Sizes are weights of what shows (`visible`); a Chinese character weighs as three Latin ones. Memory is bounded by the number of tags; depth by `MAX_DEPTH`.

use super::hint::Hint;
use super::kind::Kind;
use super::scan;

/// Index of the root, which stands for the whole page.
pub(super) const ROOT: usize = 0;

#[derive(Default)]
pub(in crate::parse::page) struct Outline<'a> {
    pub(super) nodes: Vec<Node>,
    pub(super) lines: Vec<Line>,
    pub(super) marks: Vec<(usize, Mark)>,
    /// Machine forms of times, with the node that each stands in.
    pub(super) times: Vec<(usize, &'a str)>,
    pub(super) head: Head<'a>,
    /// A script is of a type that names JSON: structured data may be in it.
    pub(in crate::parse::page) has_json: bool,
}

/// A container.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Of a heading: 1 to 6.
    pub(super) level: u8,
    pub(super) hint: Hint,
    pub(super) parent: u32,
    /// The first node behind its subtree.
    pub(super) next: u32,
    /// Where its tags and its inside begin and end.
    pub(super) start: u32,
    pub(super) inner_start: u32,
    pub(super) inner_end: u32,
    pub(super) end: u32,
    /// What stands in it and in none of its children.
    pub(super) own: Sums,
    /// Equal for elements of the same look; 0 for none.
    pub(super) look: u32,
}

/// Text of a part of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) text: u32,
    pub(super) link: u32,
    /// Text of lines that are sentences.
    pub(super) prose: u32,
    pub(super) lines: u32,
    /// Lines that are links and nothing else, or hardly anything.
    pub(super) linked_lines: u32,
    /// Lines that say how long ago.
    pub(super) ages: u32,
    /// Headings that are links.
    pub(super) linked_headings: u32,
    pub(super) headings: u32,
    pub(super) main_headings: u32,
    pub(super) prices: u32,
}

impl Sums {
    pub(super) fn add(&mut self, other: &Sums) {
        self.text = self.text.saturating_add(other.text);
        self.link = self.link.saturating_add(other.link);
        self.prose = self.prose.saturating_add(other.prose);
        self.lines = self.lines.saturating_add(other.lines);
        self.linked_lines = self.linked_lines.saturating_add(other.linked_lines);
        self.ages = self.ages.saturating_add(other.ages);
        self.linked_headings = self.linked_headings.saturating_add(other.linked_headings);
        self.headings = self.headings.saturating_add(other.headings);
        self.main_headings = self.main_headings.saturating_add(other.main_headings);
        self.prices = self.prices.saturating_add(other.prices);
    }

    /// Most of its lines lead elsewhere: links inside a text do not add up to that.
    pub(super) fn leads_away(&self) -> bool {
        u64::from(self.linked_lines).saturating_mul(5) >= u64::from(self.lines).saturating_mul(4)
            && self.lines > 0
    }

    /// At least so many percent of the text are links.
    pub(super) fn is_linked(&self, percent: u64) -> bool {
        u64::from(self.link).saturating_mul(100) >= u64::from(self.text).saturating_mul(percent)
            && self.text > 0
    }
}

/// A line of text with the node that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) node: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text: u32,
    pub(super) prose: bool,
    /// A link and nothing else, or hardly anything.
    pub(super) linked: bool,
}

/// A line that announces what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Comments,
    Related,
}

/// What the page says about itself to machines, raw as it stands in the attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head<'a> {
    pub(super) title: &'a str,
    pub(super) og_title: &'a str,
    pub(super) og_type: &'a str,
    pub(super) site: &'a str,
    pub(super) canonical: &'a str,
    pub(super) og_url: &'a str,
    pub(super) published: &'a str,
    pub(super) modified: &'a str,
    pub(super) author: &'a str,
    pub(super) lang: &'a str,
}

impl<'a> Outline<'a> {
    pub(in crate::parse::page) fn of(html: &'a str) -> Self {
        scan::read(html)
    }

    /// Text outside links and furniture.
    pub(in crate::parse::page) fn unlinked_text(&self) -> u32 {
        let own = self.nodes.iter().map(|node| node.own);
        own.fold(0, |sum, own| {
            sum.saturating_add(own.text.saturating_sub(own.link))
        })
    }

    /// Text in links that are no menu.
    pub(super) fn linked_text(&self) -> u32 {
        let (mut at, mut sum) = (ROOT, 0_u32);
        while let Some(node) = self.nodes.get(at) {
            let is_menu = node.hint.has(Hint::FURNITURE) && !node.hint.has(Hint::CONTENT);
            sum = sum.saturating_add(if is_menu { 0 } else { node.own.link });
            let next = at.saturating_add(1);
            at = match is_menu {
                true => next.max(node.next as usize),
                false => next,
            };
        }
        sum
    }

    /// The children of a node, in order.
    pub(super) fn children(&self, of: usize) -> Children<'_> {
        Children {
            nodes: &self.nodes,
            at: of.saturating_add(1),
            end: self.node(of).next as usize,
        }
    }

    pub(super) fn node(&self, at: usize) -> Node {
        self.nodes.get(at).copied().unwrap_or_default()
    }
}

pub(super) struct Children<'n> {
    nodes: &'n [Node],
    at: usize,
    end: usize,
}

impl Iterator for Children<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let at = self.at;
        let node = self.nodes.get(at).filter(|_| at < self.end)?;
        self.at = (node.next as usize).max(at.saturating_add(1));
        Some(at)
    }
}
