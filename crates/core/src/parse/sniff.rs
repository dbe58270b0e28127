//! Which format a response is in, by its first bytes and its outer shape.

use readonce_model::Reason;

use super::feed::{self, Outer};
use super::{Family, Format, Source, robots};

/// How far into a text XML may begin: a server that prints its warnings first.
const MOST_BEFORE_XML: usize = 4_000;

/// The format where the outer shape alone tells it; `None` leaves it to the family's reader.
pub(super) fn format(source: &Source) -> Result<Option<Format>, Reason> {
    if source.text.trim_start().starts_with(['<', '{', '[']) {
        return Ok(None);
    }
    if robots::is_robots(source) {
        return Ok(Some(Format::Robots));
    }
    Ok(feed::is_plain(source.text).then_some(Format::Sitemap))
}

/// What the text is made of.
pub(super) fn family(text: &str) -> Family {
    let start = text.trim_start();
    match start.bytes().next() {
        Some(b'<') if is_xml(start) => Family::Xml,
        Some(b'<') => Family::Html,
        Some(b'{' | b'[' | b'"') => Family::Board,
        _ if has_xml_within(start) => Family::Xml,
        _ => Family::Board,
    }
}

/// XML by its root or its declaration; a page that declares itself XHTML is HTML all the same.
fn is_xml(text: &str) -> bool {
    match feed::outer(text) {
        Outer::Known => true,
        Outer::Html => false,
        Outer::Unknown => text
            .get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case("<?xml")),
    }
}

/// XML behind some lines that do not belong to it.
fn has_xml_within(text: &str) -> bool {
    let mut end = MOST_BEFORE_XML.min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    let head = text.get(..end).unwrap_or("");
    head.contains('<') && feed::outer(head) == Outer::Known
}
