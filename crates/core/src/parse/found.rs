//! What a reader hands over: records in the order of the response, and what was seen around them.

use readonce_model::Reason;

use super::Format;
use crate::item::Item;
use crate::robots::Robots;

/// What one response holds, before ids that repeat are settled.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) format: Format,
    /// Each with its place in the response. Example: jobs[3]
    pub(super) records: Vec<(String, Result<Item, Reason>)>,
    pub(super) around: Around,
}

/// What a response says besides its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// The document's own title: of a feed, a page.
    pub title: Option<String>,
    /// When the document says that it changed last: UTC, as in facts.
    pub updated_at: Option<String>,
    /// How many items the response says there are. It may be more than it holds.
    pub declared_total: Option<u64>,
    /// Where the rest of the list is.
    pub next_page: Option<String>,
    /// The response stops before its end: what is missing behind is unknown.
    pub truncated: bool,
    /// Blocks of structured data that could not be used, with the reasons.
    pub bad_blocks: Vec<Reason>,
    /// Documents that this one points to, as a sitemap index does.
    pub children: Vec<Child>,
    /// Who may fetch what of the site: of a robots.txt.
    pub robots: Option<Robots>,
    /// Ids of items that the response says are gone, as a deleted-entry of a feed does.
    pub withdrawn: Vec<String>,
}

/// A document that another one points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    pub url: String,
    /// UTC, as in facts.
    pub updated_at: Option<String>,
}

impl Found {
    pub(super) fn new(format: Format) -> Self {
        Self {
            format,
            records: Vec::new(),
            around: Around::default(),
        }
    }
}
