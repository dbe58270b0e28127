//! The one pass: markup into an outline.
//!
//! Containers are tracked as a browser would nest them, as far as that matters for where text
//! stands. Inside furniture only the way out is looked for. One file, since all of it is one state
//! machine over one cursor.

use super::cursor::Cursor;
use super::head;
use super::hint::{self, Hint};
use super::kind::{self, Kind};
use super::line::Pending;
use super::look::{self, Looks};
use super::open::Open;
use super::outline::{Line, Node, Outline};

pub(super) fn read(html: &str) -> Outline<'_> {
    let mut scan = Scan {
        cursor: Cursor {
            bytes: html.as_bytes(),
            at: 0,
        },
        html,
        outline: Outline::default(),
        open: Open::default(),
        line: Pending::default(),
        in_link: false,
        looks: Looks::default(),
        endless: 0,
    };
    scan.outline.nodes.reserve(html.len() / 128);
    scan.outline.lines.reserve(html.len() / 256);
    scan.outline.nodes.push(Node {
        inner_end: offset(html.len()),
        end: offset(html.len()),
        ..Node::default()
    });
    scan.open.begin();
    while scan.step() {}
    scan.finish()
}

struct Scan<'a> {
    cursor: Cursor<'a>,
    html: &'a str,
    outline: Outline<'a>,
    open: Open,
    line: Pending<'a>,
    in_link: bool,
    looks: Looks,
    /// Bits of elements whose end tag is known to be missing from here on.
    endless: u8,
}

impl<'a> Scan<'a> {
    /// Takes the text up to the next tag, and the tag; false at the end.
    fn step(&mut self) -> bool {
        let start = self.cursor.at;
        self.cursor.to(b'<');
        let at = self.cursor.at;
        if at > start {
            let text = self.html.get(start..at).unwrap_or("");
            self.line.text(text, start, self.in_link);
        }
        match self.cursor.bytes.get(at.saturating_add(1)) {
            None => return false,
            Some(b'/') => self.end_tag(at),
            Some(b'!' | b'?') => self.cursor.declaration(),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.cursor.forward(1);
                self.start_tag(at);
            }
            Some(_) => self.cursor.forward(1),
        }
        true
    }

    fn start_tag(&mut self, at: usize) {
        let name = self.cursor.name();
        match kind::of(name) {
            Kind::Inline | Kind::Void => {
                self.cursor.tag();
            }
            Kind::Anchor => {
                let inside = self.cursor.tag();
                self.in_link = is_link(inside);
                if self.in_link {
                    self.line.link();
                }
            }
            Kind::Time => self.time(),
            Kind::Break | Kind::Edge => {
                self.cursor.tag();
                self.end_line(at);
            }
            Kind::Meta => head::meta(&mut self.cursor, &mut self.outline.head),
            Kind::Link => head::link(&mut self.cursor, &mut self.outline.head),
            Kind::Title => self.title(name),
            Kind::Raw => {
                let inside = self.cursor.whole_tag();
                self.outline.has_json |= names_json(inside);
                if !self.cursor.behind_end(name) {
                    self.cursor.at = self.cursor.bytes.len();
                }
            }
            Kind::Dropped => self.dropped(name),
            Kind::Html => {
                while let Some(attribute) = self.cursor.attribute() {
                    if attribute.is("lang") {
                        self.outline.head.lang = attribute.text();
                    }
                }
            }
            Kind::Body => {
                self.cursor.tag();
            }
            kind => self.open(kind, name, at),
        }
    }

    fn time(&mut self) {
        const MOST_TIMES: usize = 16;
        while let Some(attribute) = self.cursor.attribute() {
            if attribute.is("datetime") && self.outline.times.len() < MOST_TIMES {
                let node = self.open.top();
                self.outline.times.push((node, attribute.text()));
            }
        }
    }

    fn title(&mut self, name: u64) {
        self.cursor.tag();
        let start = self.cursor.at;
        self.cursor.to(b'<');
        let text = self.html.get(start..self.cursor.at).unwrap_or("");
        if self.outline.head.title.is_empty() {
            self.outline.head.title = text;
        }
        if !self.cursor.behind_end(name) {
            self.cursor.at = self.cursor.bytes.len();
        }
    }

    /// Skips an element that is not for reading. One that never ends is as if it were not there.
    fn dropped(&mut self, name: u64) {
        let inside = self.cursor.tag();
        let bit = match name {
            _ if kind::is(name, "svg") => 1,
            _ if kind::is(name, "noscript") => 2,
            _ if kind::is(name, "template") => 4,
            _ if kind::is(name, "audio") => 8,
            _ if kind::is(name, "video") => 16,
            _ if kind::is(name, "canvas") => 32,
            _ => 64,
        };
        if inside.ends_with(b"/") || self.endless & bit != 0 {
            return;
        }
        let start = self.cursor.at;
        if !self.cursor.behind_end(name) {
            self.endless |= bit;
        }
        // Drawings hold no scripts.
        let passed = self.cursor.bytes.get(start..self.cursor.at);
        self.outline.has_json |= bit != 1 && passed.is_some_and(names_json);
    }

    fn open(&mut self, kind: Kind, name: u64, at: usize) {
        self.end_line(at);
        let (hint, look) = self.hints(kind);
        if kind == Kind::Furniture || hint.has(Hint::HIDDEN) {
            self.skip(name);
            let node = Node {
                kind: Kind::Furniture,
                hint,
                start: offset(at),
                end: offset(self.cursor.at),
                ..Node::default()
            };
            return self.open.add_closed(node, &mut self.outline.nodes);
        }
        self.open.close_before(kind, at, &mut self.outline.nodes);
        let node = Node {
            kind,
            level: kind::level(name),
            hint,
            start: offset(at),
            inner_start: offset(self.cursor.at),
            look: look ^ (kind as u32),
            ..Node::default()
        };
        self.open.push(node, &mut self.outline.nodes);
    }

    fn hints(&mut self, kind: Kind) -> (Hint, u32) {
        const CLASS: u64 = kind::key(b"class");
        const ID: u64 = kind::key(b"id");
        const ROLE: u64 = kind::key(b"role");
        const ITEMPROP: u64 = kind::key(b"itemprop");
        const STYLE: u64 = kind::key(b"style");
        const HIDDEN: u64 = kind::key(b"hidden");
        const ARIA_HIDDEN: u64 = kind::key(b"aria-hidden");
        // Items are many and say no more than the list around them.
        let is_item = kind == Kind::Item;
        let (mut hint, mut look) = (Hint::NONE, 0);
        while let Some(attribute) = self.cursor.attribute() {
            let says = match attribute.key() {
                CLASS if is_item => {
                    look = look::look(attribute.value);
                    Hint::NONE
                }
                CLASS => {
                    let seen = self.looks.of(attribute.value);
                    look = seen.1;
                    seen.0
                }
                ID if !is_item => hint::of(attribute.value),
                ROLE => hint::of_role(attribute.value),
                ITEMPROP => hint::of_property(attribute.value),
                STYLE | HIDDEN | ARIA_HIDDEN => {
                    let name = std::str::from_utf8(attribute.name).unwrap_or("");
                    hides(name, attribute.text())
                }
                _ => Hint::NONE,
            };
            hint = hint.with(says);
        }
        match kind {
            Kind::Header => (hint.with(Hint::HEADER), look),
            _ => (hint, look),
        }
    }

    /// Passes over furniture: to its own end tag, or to where something around it ends.
    fn skip(&mut self, name: u64) {
        const DIV: u64 = kind::key(b"div");
        let (mut same, mut divs) = (1_usize, 0_usize);
        loop {
            self.cursor.to(b'<');
            let at = self.cursor.at;
            let closing = match self.cursor.bytes.get(at.saturating_add(1)) {
                None => return,
                Some(b'/') => true,
                Some(b'!' | b'?') => {
                    self.cursor.declaration();
                    continue;
                }
                Some(_) => false,
            };
            self.cursor.forward(if closing { 2 } else { 1 });
            let tag = self.cursor.name();
            match kind::of(tag) {
                _ if closing && tag == name => same = same.saturating_sub(1),
                _ if closing && tag == DIV && divs == 0 => {
                    self.cursor.at = at;
                    return;
                }
                _ if closing && tag == DIV => divs = divs.saturating_sub(1),
                Kind::Body | Kind::Html | Kind::Main | Kind::Article => {
                    self.cursor.at = at;
                    return;
                }
                Kind::Raw => {
                    let inside = self.cursor.whole_tag();
                    self.outline.has_json |= names_json(inside);
                    if !closing && !self.cursor.behind_end(tag) {
                        self.cursor.at = self.cursor.bytes.len();
                    }
                    continue;
                }
                Kind::Dropped if !closing => {
                    self.dropped(tag);
                    continue;
                }
                _ if !closing && tag == name => same = same.saturating_add(1),
                _ if !closing && tag == DIV => divs = divs.saturating_add(1),
                _ => {}
            }
            self.cursor.tag();
            if same == 0 {
                return;
            }
        }
    }

    fn end_tag(&mut self, at: usize) {
        self.cursor.forward(2);
        if !self
            .cursor
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphabetic())
        {
            self.cursor.to(b'>');
            return self.cursor.forward(1);
        }
        let name = self.cursor.name();
        self.cursor.tag();
        match kind::of(name) {
            Kind::Anchor => self.in_link = false,
            Kind::Inline | Kind::Time | Kind::Void | Kind::Meta | Kind::Link | Kind::Title => {}
            Kind::Raw | Kind::Dropped | Kind::Body | Kind::Html => {}
            Kind::Break | Kind::Edge | Kind::Furniture => self.end_line(at),
            kind => {
                self.end_line(at);
                self.open
                    .close(kind, (at, self.cursor.at), &mut self.outline.nodes);
            }
        }
    }

    /// Ends the line that is being read and books it on the container that is open.
    fn end_line(&mut self, at: usize) {
        if self.line.is_empty() {
            return;
        }
        let node = self.open.top();
        let Some(open) = self.outline.nodes.get_mut(node) else {
            return;
        };
        let (sums, seen) = self.line.end(open);
        open.own.add(&sums);
        self.outline
            .marks
            .extend(seen.mark.map(|mark| (node, mark)));
        self.outline.lines.push(Line {
            node: offset(node),
            start: offset(seen.start),
            end: offset(at),
            text: sums.text,
            prose: sums.prose > 0,
            linked: sums.linked_lines > 0,
        });
    }

    fn finish(mut self) -> Outline<'a> {
        let end = self.cursor.bytes.len();
        self.end_line(end);
        self.open.close_all(end, &mut self.outline.nodes);
        self.outline
    }
}

fn names_json(inside: &[u8]) -> bool {
    inside
        .windows(4)
        .any(|four| four.eq_ignore_ascii_case(b"json"))
}

/// An anchor without an address is a place, not a link.
fn is_link(inside: &[u8]) -> bool {
    inside.trim_ascii_start().starts_with(b"href")
        || memchr::memmem::find(inside, b"href").is_some()
}

fn hides(name: &str, value: &str) -> Hint {
    match crate::parse::html::hides(name, value) {
        true => Hint::HIDDEN,
        false => Hint::NONE,
    }
}

pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
