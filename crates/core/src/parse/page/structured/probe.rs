//! Whether a page can hold structured data at all, before anything of it is read.
//!
//! Most pages are searched for nothing, so this is a bare search for bytes. It may say yes where
//! there is none, never no where there is some.

use std::sync::LazyLock;

use memchr::{memchr, memchr2_iter, memmem};

static SON: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("son"));
static CAPITALS: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("SON"));
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

pub(super) fn signs(html: &str) -> Signs {
    let bytes = html.as_bytes();
    Signs {
        json_ld: last_json_ld(bytes),
        markup: VOCABULARY.find(bytes).is_some() && has_attributes(bytes),
    }
}

/// "ld+json" in small letters, in capitals or with a capital in front, the plus also as an entity:
/// the last letters are searched, since they are rare, and then what stands before them.
fn last_json_ld(bytes: &[u8]) -> Option<usize> {
    let named = |at: usize| {
        let start = at.checked_sub(1)?;
        let is_word = bytes.get(start)?.eq_ignore_ascii_case(&b'j');
        (is_word && follows_ld(bytes.get(..start)?)).then_some(start)
    };
    let small = SON.find_iter(bytes).filter_map(named).last();
    small.max(CAPITALS.find_iter(bytes).filter_map(named).last())
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
    let found = |name: &[u8]| {
        let (Some(first), Some(upper)) = (name.first(), name.first().map(u8::to_ascii_uppercase))
        else {
            return false;
        };
        memchr2_iter(*first, upper, bytes).any(|at| {
            let word = bytes.get(at..at.saturating_add(name.len()));
            word.is_some_and(|word| word.eq_ignore_ascii_case(name))
        })
    };
    memchr(b'<', bytes).is_some() && (found(b"itemscope") || found(b"typeof"))
}
