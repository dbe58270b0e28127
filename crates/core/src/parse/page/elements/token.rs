//! HTML cut into tags with their attributes, text, and raw text such as scripts, the way the
//! standard's tokenizer cuts it.
//!
//! Every step moves forward and no attribute is read before somebody asks for it, so the time is
//! linear in the input whatever it holds. Nothing here judges what is shown.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::parse::markup::{Attributes, CLOSING};

/// Elements whose content is no markup.
const RAW: [&str; 8] = [
    "script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp",
];

#[derive(Debug, PartialEq)]
pub(in crate::parse::page) enum Token<'a> {
    Text(&'a str),
    Start(Tag<'a>),
    /// The name, and where the end tag begins.
    End(&'a str, usize),
    /// An element whose content is no markup, with that content.
    Raw(Tag<'a>, &'a str),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::parse::page) struct Tag<'a> {
    pub(in crate::parse::page) name: &'a str,
    attributes: &'a str,
    /// Byte offsets of the tag in the page.
    pub(in crate::parse::page) start: usize,
    pub(in crate::parse::page) end: usize,
}

impl<'a> Tag<'a> {
    pub(in crate::parse::page) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Written with a closing slash.
    pub(in crate::parse::page) fn is_closed(&self) -> bool {
        self.attributes.ends_with('/')
    }

    /// Names and raw values, in their order.
    pub(in crate::parse::page) fn attributes(&self) -> Attributes<'a> {
        Attributes(self.attributes)
    }

    /// The value of the first attribute of that name, with its entities read.
    pub(in crate::parse::page) fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut all = self.attributes();
        let found = all.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| htmlize::unescape_attribute(value))
    }
}

pub(in crate::parse::page) fn tokens(html: &str) -> Tokens<'_> {
    Tokens { html, at: 0 }
}

#[derive(Clone, Copy)]
pub(in crate::parse::page) struct Tokens<'a> {
    html: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let after = rest.strip_prefix('<');
            let Some(after) = after.filter(|after| is_markup(after)) else {
                return self.text(rest);
            };
            if after.starts_with(['!', '?']) {
                self.declaration(after);
            } else if let Some(token) = self.tag(after) {
                return Some(token);
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// How far the page has been read, in bytes.
    pub(in crate::parse::page) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.html.get(self.at..).unwrap_or("")
    }

    fn text(&mut self, rest: &'a str) -> Option<Token<'a>> {
        // A first '<' that begins no tag is text like any other.
        let behind = rest.as_bytes().get(1..)?;
        let end = memchr(b'<', behind).map_or(rest.len(), |at| at.saturating_add(1));
        self.at = self.at.saturating_add(end);
        rest.get(..end).map(Token::Text)
    }

    fn declaration(&mut self, after: &str) {
        let length = match after.strip_prefix("!--") {
            Some(comment) => comment_length(comment).saturating_add(4),
            None => match memchr(b'>', after.as_bytes()) {
                Some(end) => end.saturating_add(2),
                None => after.len().saturating_add(1),
            },
        };
        self.at = self.at.saturating_add(length);
    }

    /// A start or end tag; `None` when there is nothing to tell of, or the page ends inside.
    fn tag(&mut self, after: &'a str) -> Option<Token<'a>> {
        let start = self.at;
        let closing = after.starts_with('/');
        let inside = after.strip_prefix('/').unwrap_or(after);
        let Some(length) = tag_length(inside.as_bytes()) else {
            self.at = self.html.len();
            return None;
        };
        let slash = usize::from(closing);
        self.at = start.saturating_add(length).saturating_add(2 + slash);
        let inside = inside.get(..length)?;
        let (name, attributes) = inside.split_at_checked(name_length(inside))?;
        if !name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
            return None;
        }
        if closing {
            return Some(Token::End(name, start));
        }
        let tag = Tag {
            name,
            attributes,
            start,
            end: self.at,
        };
        match is_raw(name) {
            true => Some(Token::Raw(tag, self.raw(name))),
            false => Some(Token::Start(tag)),
        }
    }

    /// The content up to the element's own end tag, which is passed over too.
    fn raw(&mut self, name: &str) -> &'a str {
        let rest = self.rest();
        let mut from = 0;
        while let Some(found) = rest.get(from..).and_then(closing) {
            let end = from.saturating_add(found);
            let behind = rest.get(end.saturating_add(2)..).unwrap_or("");
            let named = behind
                .get(..name.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(name));
            let tail = behind.get(name.len()..).unwrap_or("");
            if named && (tail.is_empty() || tail.starts_with(ends_name)) {
                let past = tag_length(tail.as_bytes()).map_or(tail.len(), |past| past + 1);
                self.at = self.html.len() - tail.len() + past;
                return rest.get(..end).unwrap_or("");
            }
            from = end.saturating_add(2);
        }
        self.at = self.html.len();
        rest
    }
}

/// Whether a '<' before this begins markup; any other is text.
fn is_markup(after: &str) -> bool {
    let name = after.strip_prefix('/').unwrap_or(after);
    after.starts_with(['!', '?'])
        || name.starts_with(|c: char| c.is_ascii_alphabetic())
        || (name.len() < after.len() && !name.is_empty())
}

fn closing(text: &str) -> Option<usize> {
    CLOSING.find(text.as_bytes())
}

fn ends_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '/' | '>')
}

fn name_length(inside: &str) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let found = inside.as_bytes().iter().position(ends);
    found.unwrap_or(inside.len())
}

fn is_raw(name: &str) -> bool {
    // Most names are shorter than all of these.
    const SHORTEST: usize = 3;
    name.len() >= SHORTEST && RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw))
}

/// The bytes of a comment behind `<!--`, with its end.
fn comment_length(comment: &str) -> usize {
    for empty in [">", "->"] {
        if comment.starts_with(empty) {
            return empty.len();
        }
    }
    let ends = |at: &usize| {
        let before = comment.get(..*at).unwrap_or("");
        before.ends_with("--") || before.ends_with("--!")
    };
    let mut signs = comment.match_indices('>').map(|(at, _)| at);
    let end = signs.find(ends).map(|at| at.saturating_add(1));
    end.unwrap_or(comment.len())
}

/// The bytes before the '>' that ends the tag; one inside a quoted value does not.
fn tag_length(inside: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let found = memchr2(b'>', b'=', inside.get(at..)?)?;
        at = at.saturating_add(found);
        if inside.get(at) == Some(&b'>') {
            return Some(at);
        }
        at = value_end(inside, at.saturating_add(1))?;
    }
}

/// Where the value that may begin here ends.
fn value_end(inside: &[u8], from: usize) -> Option<usize> {
    let rest = inside.get(from..)?;
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
    let start = from.saturating_add(blanks.count());
    match inside.get(start)? {
        quote @ (b'"' | b'\'') => {
            let open = start.saturating_add(1);
            let close = memchr(*quote, inside.get(open..)?)?;
            Some(open.saturating_add(close).saturating_add(1))
        }
        _ => {
            let plain = inside.get(start..)?.iter();
            let ends = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'>';
            Some(start.saturating_add(plain.take_while(|byte| !ends(byte)).count()))
        }
    }
}
