//! The charset that a page or a feed names itself, near its beginning.
//!
//! Like the prescan of the HTML standard: comments are passed over, attributes may stand in any
//! order. It ends where the head ends, and is given a few kilobytes at most. Data (JSON, text) has
//! no label, whatever markup it quotes.

use super::declared::{Named, by_label};

/// Elements after which no label of the document can come: the rest is content.
const CONTENT: [&[u8]; 6] = [b"body", b"/head", b"rss", b"feed", b"urlset", b"rdf:rdf"];

pub(super) fn find(start: &[u8]) -> Option<Named> {
    let mut rest = start.trim_ascii_start();
    if !looks_like_markup(rest) {
        return None;
    }
    loop {
        let opened = after(rest, b"<")?;
        if let Some(comment) = opened.strip_prefix(b"!--") {
            rest = after_comment(comment)?;
            continue;
        }
        if let Some(declaration) = opened.strip_prefix(b"?xml") {
            let named = attribute(declaration, b"encoding").and_then(|label| by_label(&label));
            if named.is_some() {
                return named;
            }
        }
        let name = name_of(opened);
        if CONTENT.iter().any(|end| name.eq_ignore_ascii_case(end)) {
            return None;
        }
        let inside = opened.get(name.len()..)?;
        let mut attributes = Attributes { rest: inside };
        if name.eq_ignore_ascii_case(b"meta") {
            if let Some(named) = meta(&mut attributes) {
                return Some(named);
            }
        } else {
            attributes.by_ref().for_each(drop);
        }
        rest = attributes.rest;
    }
}

fn looks_like_markup(start: &[u8]) -> bool {
    !matches!(start.first(), Some(b'{' | b'[' | b'"') | None)
}

fn name_of(tag: &[u8]) -> &[u8] {
    let end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'?');
    let slash = |(at, byte): (usize, &u8)| end(byte) || (*byte == b'/' && at > 0);
    let length = tag.iter().enumerate().position(slash);
    tag.get(..length.unwrap_or(tag.len())).unwrap_or_default()
}

fn after<'a>(bytes: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let at = bytes
        .windows(wanted.len())
        .position(|window| window == wanted)?;
    bytes.get(at.saturating_add(wanted.len())..)
}

/// `<!-->` and `<!--->` are whole comments.
fn after_comment(comment: &[u8]) -> Option<&[u8]> {
    comment
        .strip_prefix(b">")
        .or_else(|| comment.strip_prefix(b"->"))
        .or_else(|| after(comment, b"-->"))
}

fn attribute(tag: &[u8], wanted: &[u8]) -> Option<Vec<u8>> {
    Attributes { rest: tag }.find_map(|(name, value)| {
        name.eq_ignore_ascii_case(wanted)
            .then(|| value.to_ascii_lowercase())
    })
}

fn meta(attributes: &mut Attributes) -> Option<Named> {
    let (mut charset, mut content, mut is_type) = (None, None, false);
    for (name, value) in attributes.by_ref() {
        match name.to_ascii_lowercase().as_slice() {
            b"charset" => charset = charset.or_else(|| by_label(value)),
            b"content" => content = content.or_else(|| in_content(value)),
            b"http-equiv" => is_type |= value.trim_ascii().eq_ignore_ascii_case(b"content-type"),
            _ => {}
        }
    }
    charset.or(content.filter(|_| is_type))
}

/// `text/html; charset=gb2312`, with or without quotes and blanks.
fn in_content(content: &[u8]) -> Option<Named> {
    let lower = content.to_ascii_lowercase();
    let value = after(&lower, b"charset")?.trim_ascii_start();
    let value = value.strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let value = value.strip_prefix(b"'").unwrap_or(value);
    let end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b'"' | b'\'' | b',');
    let length = value.iter().position(end).unwrap_or(value.len());
    by_label(value.get(..length)?)
}

/// Names and values of one tag; afterwards `rest` is what follows the tag.
struct Attributes<'a> {
    rest: &'a [u8],
}

impl<'a> Attributes<'a> {
    fn take_until(&mut self, end: impl Fn(&u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().position(end).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        self.rest = rest;
        taken
    }

    fn skip(&mut self, byte: u8) -> bool {
        let rest = self.rest.strip_prefix(&[byte]);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> &'a [u8] {
        for quote in [b'"', b'\''] {
            if self.skip(quote) {
                let value = self.take_until(|byte| *byte == quote);
                self.skip(quote);
                return value;
            }
        }
        self.take_until(|byte| byte.is_ascii_whitespace() || *byte == b'>')
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'?' | b'=');
        self.take_until(|byte| !between(byte));
        if self.rest.is_empty() || self.skip(b'>') {
            return None;
        }
        let name = self
            .take_until(|byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>' | b'/'));
        self.take_until(|byte| !byte.is_ascii_whitespace());
        if !self.skip(b'=') {
            return Some((name, b""));
        }
        self.take_until(|byte| !byte.is_ascii_whitespace());
        Some((name, self.value()))
    }
}
