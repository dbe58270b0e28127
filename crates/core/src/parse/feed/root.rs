//! Which format an XML document is in, by its root element.

use readonce_model::Reason;

use super::xml::{Document, Element, Tokens, local};
use crate::parse::Format;
use crate::parse::body::unreadable;

/// How many elements may stand in front of the root: a server that prints its warnings first.
const MOST_BEFORE: usize = 16;

/// What a text shows by its first elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse) enum Outer {
    Known,
    Html,
    Unknown,
}

/// Looks at the first elements only.
pub(in crate::parse) fn outer(text: &str) -> Outer {
    for name in Tokens::new(text).starts().take(MOST_BEFORE) {
        if by_name(local(name)).is_some() {
            return Outer::Known;
        }
        if local(name).eq_ignore_ascii_case("html") {
            return Outer::Html;
        }
    }
    Outer::Unknown
}

fn by_name(local: &str) -> Option<Format> {
    let known = [
        ("rss", Format::Rss),
        ("rdf", Format::Rss),
        ("channel", Format::Rss),
        ("feed", Format::Atom),
        ("entry", Format::Atom),
        ("urlset", Format::Sitemap),
        ("sitemapindex", Format::SitemapIndex),
        ("workzag-jobs", Format::Personio),
    ];
    let found = known
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(local));
    found.map(|(_, format)| *format)
}

/// The element that holds the document.
#[derive(Clone, Copy)]
pub(super) struct Root<'d, 'a> {
    pub(super) element: Element<'d, 'a>,
    format: Option<Format>,
}

/// The root, or the first element of a document that has none known.
pub(super) fn of<'d, 'a>(document: &'d Document<'a>) -> Option<Root<'d, 'a>> {
    let known = document.elements().take(MOST_BEFORE).find_map(|element| {
        let format = by_name(element.local())?;
        Some(Root {
            element,
            format: Some(format),
        })
    });
    known.or_else(|| {
        let element = document.elements().next()?;
        Some(Root {
            element,
            format: None,
        })
    })
}

impl<'a> Root<'_, 'a> {
    /// The format to read the document in: what its root says, else what the source says when the
    /// document holds such records.
    pub(super) fn format(
        &self,
        document: &Document<'a>,
        named: Option<Format>,
    ) -> Result<Format, Reason> {
        let holds = |format| !document.records(records_of(format)).is_empty();
        // RDF is also written about other things than news.
        let is_feed = !self.element.is("rdf") || holds(Format::Rss) || self.is_rss();
        match (self.format.filter(|_| is_feed), named) {
            (Some(found), None) => Ok(found),
            (Some(found), Some(named)) if records_of(found) == records_of(named) => Ok(found),
            (None, Some(named)) if holds(named) => Ok(named),
            (_, named) => Err(self.refusal(named)),
        }
    }

    /// Whether RDF without items is a feed that is empty.
    fn is_rss(&self) -> bool {
        let namespace = self.element.attribute("xmlns").unwrap_or_default();
        let known = ["purl.org/rss/", "netscape.com/rdf/"];
        self.element.child("channel").is_some() || known.iter().any(|uri| namespace.contains(uri))
    }

    fn refusal(&self, named: Option<Format>) -> Reason {
        let root = self.element.name();
        unreadable(match named {
            Some(named) => format!("{named}: the root element is '{root}'"),
            None => format!("the XML's root element '{root}' is no feed, no sitemap and no board"),
        })
    }

    /// Whether the document stops before its end. A root that only its own end tag is missing of
    /// is whole.
    pub(super) fn is_cut(&self) -> bool {
        let mut children = self.element.children();
        let lists_inside = !self.element.is("rdf");
        let is_listed =
            lists_inside && children.any(|child| child.is("channel") && child.is_whole());
        !self.element.is_whole() && !is_listed
    }
}

/// The elements that stand for one thing each.
pub(super) const fn records_of(format: Format) -> &'static [&'static str] {
    match format {
        Format::Sitemap | Format::SitemapIndex => &["url", "sitemap"],
        Format::Personio => &["position"],
        _ => &["item", "entry"],
    }
}
