//! Which format a response is in, by its first bytes and its outer shape.

use readonce_model::Reason;

use super::{Family, Format, Source};

/// The format where the outer shape alone tells it; `None` leaves it to the family's reader.
pub(super) fn format(_source: &Source) -> Result<Option<Format>, Reason> {
    Ok(None)
}

/// What the text is made of.
pub(super) fn family(text: &str) -> Family {
    let start = text.trim_start();
    match start.bytes().next() {
        Some(b'<') if is_xml(start) => Family::Xml,
        Some(b'<') => Family::Html,
        _ => Family::Board,
    }
}

/// XML by its declaration or its root; a page that declares itself XHTML is HTML all the same.
fn is_xml(text: &str) -> bool {
    let head: String = text
        .chars()
        .take(1000)
        .collect::<String>()
        .to_ascii_lowercase();
    let page = head.contains("<html") || head.contains("<!doctype html");
    let roots = [
        "<rss",
        "<feed",
        "<rdf",
        "<urlset",
        "<sitemapindex",
        "<workzag-jobs",
    ];
    !page && (head.starts_with("<?xml") || roots.iter().any(|root| head.contains(root)))
}
