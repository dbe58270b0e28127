//! The elements of a page in their order, each with its end, also where nobody wrote one.
//!
//! What structured data in markup and the price on show are read from. It keeps only what is open
//! and to a bounded depth: no input makes it slow or deep.

#[cfg(test)]
mod tests;
mod token;

pub(super) use token::{Tag, Token, tokens};

/// Elements inside each other; what is deeper is told as if it stood at this depth.
const MAX_DEPTH: usize = 256;

/// How far up an inline end tag looks for its start.
const INLINE_REACH: usize = 32;

/// What is told of a page. Each `open` has its `close`.
pub(super) trait Visitor<'a> {
    fn open(&mut self, tag: &Tag<'a>);
    fn text(&mut self, raw: &'a str);
    /// The innermost element ends; `at` is where its content does, in bytes of the page.
    fn close(&mut self, at: usize);
    /// Nothing that follows is of interest.
    fn is_done(&self) -> bool {
        false
    }
}

pub(super) fn walk<'a>(html: &'a str, visitor: &mut impl Visitor<'a>) {
    let mut open = Open::default();
    for token in tokens(html) {
        match token {
            Token::Text(raw) => visitor.text(raw),
            Token::Start(tag) => open.start(&tag, visitor),
            Token::End(name, at) => open.end(name, at, visitor),
            Token::Raw(tag, content) => {
                visitor.open(&tag);
                visitor.close(tag.end.saturating_add(content.len()));
            }
        }
        if visitor.is_done() {
            return;
        }
    }
    open.close_to(0, html.len(), visitor);
}

#[derive(Default)]
struct Open<'a> {
    names: Vec<&'a str>,
    /// Where the drawing begins that is open: inside it tags may close themselves.
    drawing: Option<usize>,
    too_deep: usize,
}

impl<'a> Open<'a> {
    fn start(&mut self, tag: &Tag<'a>, visitor: &mut impl Visitor<'a>) {
        if let Some(depth) = self.ended_by(tag.name) {
            self.close_to(depth, tag.start, visitor);
        }
        if is_void(tag.name) || (tag.is_closed() && self.drawing.is_some()) {
            visitor.open(tag);
            return visitor.close(tag.end);
        }
        if self.names.len() >= MAX_DEPTH {
            self.too_deep = self.too_deep.saturating_add(1);
            visitor.open(tag);
            return visitor.close(tag.end);
        }
        if self.drawing.is_none() && (tag.is("svg") || tag.is("math")) {
            self.drawing = Some(self.names.len());
        }
        self.names.push(tag.name);
        visitor.open(tag);
    }

    fn end(&mut self, name: &str, at: usize, visitor: &mut impl Visitor<'a>) {
        if self.too_deep > 0 {
            self.too_deep = self.too_deep.saturating_sub(1);
            return;
        }
        let is_named = |open: &&str| open.eq_ignore_ascii_case(name);
        let depth = match is_block(name) {
            true => self.names.iter().rposition(&is_named),
            false => self
                .innermost(INLINE_REACH)
                .take_while(|(_, open)| is_named(open) || !is_block(open))
                .find(|(_, open)| is_named(open))
                .map(|(depth, _)| depth),
        };
        if let Some(depth) = depth {
            self.close_to(depth, at, visitor);
        }
    }

    /// Where an element is open whose end tag may be left out before this one.
    fn ended_by(&self, name: &str) -> Option<usize> {
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let ends: &[&str] = match name {
            _ if is(&["li"]) => &["li", "p"],
            _ if is(&["dt", "dd"]) => &["dt", "dd", "p"],
            _ if is(&["td", "th"]) => &["td", "th", "p"],
            _ if is(&["tr"]) => &["tr", "td", "th", "p"],
            _ if is(&["option"]) => &["option"],
            _ if is_block(name) => &["p"],
            _ => return None,
        };
        let ended = |open: &str| ends.iter().any(|known| known.eq_ignore_ascii_case(open));
        let inner = self.innermost(INLINE_REACH);
        inner
            .take_while(|(_, open)| ended(open) || !is_block(open))
            .filter(|(_, open)| ended(open))
            .map(|(depth, _)| depth)
            .last()
    }

    fn innermost(&self, reach: usize) -> impl Iterator<Item = (usize, &'a str)> {
        self.names.iter().copied().enumerate().rev().take(reach)
    }

    fn close_to(&mut self, depth: usize, at: usize, visitor: &mut impl Visitor<'a>) {
        while self.names.len() > depth {
            self.names.pop();
            visitor.close(at);
        }
        self.drawing = self.drawing.filter(|drawing| *drawing < depth);
    }
}

fn is_void(name: &str) -> bool {
    let (lower, length) = lowered(name);
    matches!(
        lower.get(..length).unwrap_or_default(),
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

/// Whether the element begins and ends a line.
pub(super) fn is_block(name: &str) -> bool {
    let (lower, length) = lowered(name);
    matches!(
        lower.get(..length).unwrap_or_default(),
        b"address"
            | b"article"
            | b"aside"
            | b"blockquote"
            | b"body"
            | b"button"
            | b"caption"
            | b"center"
            | b"dd"
            | b"details"
            | b"dialog"
            | b"dir"
            | b"div"
            | b"dl"
            | b"dt"
            | b"fieldset"
            | b"figcaption"
            | b"figure"
            | b"footer"
            | b"form"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"header"
            | b"hgroup"
            | b"html"
            | b"li"
            | b"main"
            | b"menu"
            | b"nav"
            | b"ol"
            | b"option"
            | b"p"
            | b"pre"
            | b"section"
            | b"select"
            | b"summary"
            | b"table"
            | b"tbody"
            | b"td"
            | b"tfoot"
            | b"th"
            | b"thead"
            | b"tr"
            | b"ul"
    )
}

const LONGEST_NAME: usize = 10;

/// The name in small letters; a longer one than any that is known is empty.
fn lowered(name: &str) -> ([u8; LONGEST_NAME], usize) {
    let mut lower = [0; LONGEST_NAME];
    let Some(place) = lower.get_mut(..name.len()) else {
        return (lower, 0);
    };
    place.copy_from_slice(name.as_bytes());
    place.make_ascii_lowercase();
    (lower, name.len())
}
