//! What a reader finds in a response, and what is left of it once only meaning counts.

use readonce_model::record::Facts;
use readonce_model::{ContentHash, Reason};

/// One thing that a response tells of, before it is canonical.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The site's own id; unique within a source.
    pub id: String,
    pub url: Option<String>,
    pub content: Content,
    pub facts: Facts,
}

/// What a version is made of. Typed facts are not in here: they are compared exactly instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    pub kind: Kind,
    pub title: String,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Posting,
    Product,
    /// News, an announcement, a post of a site's own.
    Article,
    /// An opinion: a thread of a forum, a comment.
    Thread,
    /// A page of no kind that is known.
    Page,
    /// An address that another document tells of, as a sitemap does; it has no content of its own.
    Link,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::Posting,
        Kind::Product,
        Kind::Article,
        Kind::Thread,
        Kind::Page,
        Kind::Link,
    ];

    /// The kind that a word of `as_str` names.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Posting => "posting",
            Kind::Product => "product",
            Kind::Article => "article",
            Kind::Thread => "thread",
            Kind::Page => "page",
            Kind::Link => "link",
        }
    }
}

/// A piece of running text with its order: paragraphs keep theirs, unordered lists have none.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Text(String),
    List {
        ordered: bool,
        items: Vec<Vec<Block>>,
    },
}

/// Content in the frozen form whose bytes are hashed.
#[derive(Clone, Debug, PartialEq)]
pub struct Canonical {
    pub kind: Kind,
    pub title: String,
    pub text: String,
    pub hash: ContentHash,
    pub simhash: u64,
}

/// How far an item can be trusted, with the reasons that cost points.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// 0 to 100.
    pub score: i32,
    /// Stable codes. Example: body_short
    pub reasons: Vec<String>,
}

/// An item that was read, cleaned and hashed: all that later decisions need.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    pub id: String,
    pub url: Option<String>,
    /// As the source shows it; the canonical one is for machines.
    pub title: String,
    pub canonical: Canonical,
    pub facts: Facts,
    pub quality: Quality,
}

/// A part of a response that was set aside while the rest went on.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// Where in the response. Example: jobs[3]
    pub part: String,
    pub reason: Reason,
}
