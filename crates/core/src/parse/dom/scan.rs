//! Markup cut into tags and text with their places, the way the standard's tokenizer cuts it.
//!
//! Every step moves forward, so the time is linear in the input.

use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::names::{Part, part};
use crate::parse::markup::CLOSING;

#[derive(Debug)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    /// The content of script, style, title and their like.
    Raw(&'a str),
    Start(Tag<'a>),
    End(&'a str),
}

#[derive(Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) part: Part,
    /// Everything between the name and the end of the tag.
    pub(super) attributes: &'a str,
}

pub(super) struct Scan<'a> {
    html: &'a str,
    at: usize,
    /// The raw-text element that was just opened.
    raw: Option<&'a str>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(html: &'a str) -> Self {
        Self {
            html,
            at: 0,
            raw: None,
        }
    }

    /// Where the next piece begins, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.html.get(self.at..).unwrap_or("")
    }

    /// Moves on by so many bytes and returns what was passed.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let rest = self.rest();
        let passed = rest.get(..bytes).unwrap_or(rest);
        self.at = self.at.saturating_add(passed.len());
        passed
    }

    fn pass_behind(&mut self, end: &str) {
        let rest = self.rest();
        let found = memmem::find(rest.as_bytes(), end.as_bytes());
        let bytes = found.map(|at| at.saturating_add(end.len()));
        self.pass(bytes.unwrap_or(rest.len()));
    }

    fn markup(&mut self) -> Option<Piece<'a>> {
        let rest = self.rest();
        if let Some(comment) = rest.strip_prefix("<!--") {
            self.pass(4);
            match comment.starts_with('>') {
                true => self.pass_behind(">"),
                false => self.pass_behind("-->"),
            }
            return None;
        }
        let closing = rest.starts_with("</");
        self.pass(if closing { 2 } else { 1 });
        let inside = self.rest().as_bytes();
        if !inside.first().is_some_and(u8::is_ascii_alphabetic) {
            self.pass_behind(">");
            return None;
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
        let name = self.pass(inside.iter().position(ends).unwrap_or(usize::MAX));
        let bytes = length_of_attributes(self.rest());
        let inside = self.pass(bytes.unwrap_or(usize::MAX));
        // A tag that the input cuts off counts for nothing.
        bytes?;
        self.pass(1);
        if closing {
            return Some(Piece::End(name));
        }
        let part = part(name);
        self.raw = (part == Part::Raw).then_some(name);
        Some(Piece::Start(Tag {
            name,
            part,
            attributes: inside,
        }))
    }

    /// The content of a raw-text element, up to its own end tag.
    fn raw(&mut self, name: &str) -> &'a str {
        let rest = self.rest();
        let is_end = |at: &usize| {
            let found = rest.get(at.saturating_add(2)..).unwrap_or("");
            let named = found.get(..name.len());
            named.is_some_and(|named| named.eq_ignore_ascii_case(name))
        };
        let end = CLOSING.find_iter(rest.as_bytes()).find(is_end);
        self.pass(end.unwrap_or(rest.len()))
    }
}

impl<'a> Iterator for Scan<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(name) = self.raw.take() {
            return Some(Piece::Raw(self.raw(name)));
        }
        while self.at < self.html.len() {
            let text = self.pass(text_length(self.rest()));
            if !text.is_empty() {
                return Some(Piece::Text(text));
            }
            if let Some(piece) = self.markup() {
                return Some(piece);
            }
        }
        None
    }
}

/// Up to the next markup: a '<' before a letter, '/', '!' or '?'. Any other is text.
fn text_length(text: &str) -> usize {
    let begins = |at: &usize| {
        let after = text.as_bytes().get(at.saturating_add(1));
        after.is_some_and(|byte| byte.is_ascii_alphabetic() || b"/!?".contains(byte))
    };
    let mut marks = memchr_iter(b'<', text.as_bytes());
    marks.find(begins).unwrap_or(text.len())
}

/// Up to the '>' that ends the tag: one in quotes behind a '=' does not.
fn length_of_attributes(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let rest = bytes.get(at..)?;
        let found = memchr2(b'>', b'=', rest)?;
        at = at.saturating_add(found);
        if bytes.get(at) == Some(&b'>') {
            return Some(at);
        }
        at = at.saturating_add(1);
        let blanks = bytes.get(at..)?.iter();
        let blanks = blanks.take_while(|byte| byte.is_ascii_whitespace() || **byte == b'=');
        at = at.saturating_add(blanks.count());
        if let Some(quote @ (b'"' | b'\'')) = bytes.get(at) {
            at = at.saturating_add(1);
            let close = memchr(*quote, bytes.get(at..)?)?;
            at = at.saturating_add(close).saturating_add(1);
        }
    }
}
