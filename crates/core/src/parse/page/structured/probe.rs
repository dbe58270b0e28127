//! Whether a page can hold structured data at all, before anything of it is read.
//!
//! Most pages are searched for nothing, so this is a bare search for bytes. It may say yes where
//! there is none, never no where there is some.

use std::sync::LazyLock;

use memchr::{memchr, memmem};

static SMALL: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("json"));
static CAPITALS: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("JSON"));
/// In small letters, in capitals, or as scripts write them, whatever the first letter is.
static ATTRIBUTES: LazyLock<[memmem::Finder<'static>; 6]> = LazyLock::new(|| {
    [
        "temscope", "temScope", "TEMSCOPE", "ypeof", "ypeOf", "YPEOF",
    ]
    .map(memmem::Finder::new)
});
static VOCABULARY: LazyLock<memmem::Finder<'static>> =
    LazyLock::new(|| memmem::Finder::new("schema.org"));

/// Where structured data may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// The last place that names the media type of JSON-LD.
    pub(super) json_ld: Option<usize>,
    /// Attributes of microdata or RDFa occur, and so does the vocabulary.
    pub(super) markup: bool,
}

/// `has_json`: some script names JSON in its tag.
pub(super) fn signs(html: &str, has_json: bool) -> Signs {
    let bytes = html.as_bytes();
    Signs {
        json_ld: has_json.then(|| last_json_ld(bytes)).flatten(),
        markup: VOCABULARY.find(bytes).is_some() && has_attributes(bytes),
    }
}

/// "ld+json" in small letters or in capitals, the plus also as an entity: the last letters are
/// searched, since they are rare, and then what stands before them.
fn last_json_ld(bytes: &[u8]) -> Option<usize> {
    let is_named = |at: &usize| follows_ld(bytes.get(..*at).unwrap_or_default());
    let small = SMALL.find_iter(bytes).filter(is_named).last();
    small.max(CAPITALS.find_iter(bytes).filter(is_named).last())
}

fn follows_ld(before: &[u8]) -> bool {
    let ends = |tail: &[u8]| {
        let start = before.len().saturating_sub(tail.len());
        let end = before.get(start..).unwrap_or_default();
        end.eq_ignore_ascii_case(tail)
    };
    // An entity may be written in many ways; its semicolon is enough of a sign.
    ends(b"ld+") || ends(b";")
}

fn has_attributes(bytes: &[u8]) -> bool {
    let found = |finders: &[memmem::Finder]| finders.iter().any(|one| one.find(bytes).is_some());
    memchr(b'<', bytes).is_some() && found(&*ATTRIBUTES)
}
