//! Content in the frozen form whose bytes are hashed: the identity of a version.
//!
//! The form is described, rule by rule, in docs/canonical-form.md. Nothing here may depend on
//! anything but the content: no source, no time, no typed fact.
//!
//! DO NOT CHANGE what these functions return for any content: hashes of old versions rest on it.
//! A new rule is a new `CANONICALIZER_VERSION` beside the old one.

mod chars;
mod chinese;
mod context;
mod fold;
mod render;
mod reread;
mod rules;
mod sighting;
mod simhash;
#[cfg(test)]
mod tests;
mod typography;
mod width;

use readonce_model::ContentHash;
use sha2::{Digest, Sha256};

use crate::item::{Block, Canonical, Content};

pub(crate) use chars::{han_start, plain_start};
pub(crate) use fold::fold_by;
pub use fold::{fold, shown, tidy};
pub(crate) use fold::{is_shown, spelled};
pub(crate) use rules::Rules;
pub use sighting::{sight, sight_by};
pub(crate) use simhash::is_dense;
pub use simhash::{near_duplicate, simhash, simhash_hex};

/// Version of the form that `canonicalize` writes.
pub const CANONICALIZER_VERSION: i32 = 2;

/// The canonical form of a content, with its hash and its near-duplicate mark.
pub fn canonicalize(content: &Content) -> Canonical {
    let title = fold(&content.title);
    let text = render::text(&content.blocks);
    Canonical {
        kind: content.kind,
        hash: content_hash(&title, &text),
        simhash: simhash(&text),
        title,
        text,
    }
}

/// SHA-256 over title and text, each behind its length in bytes (64 bit, big endian).
///
/// The kind is not in it: one reader knows that a text is a posting and the next does not. Readers
/// of snapshots verify a record by it.
pub fn content_hash(title: &str, text: &str) -> ContentHash {
    let mut digest = Sha256::new();
    for field in [title, text] {
        digest.update((field.len() as u64).to_be_bytes());
        digest.update(field);
    }
    ContentHash::from_bytes(digest.finalize().into())
}

/// A content that has exactly this canonical form: what a stored snapshot can be canonicalized
/// again from.
pub fn content_of(canonical: &Canonical) -> Content {
    Content {
        kind: canonical.kind,
        title: canonical.title.clone(),
        blocks: reread::blocks(&canonical.text),
    }
}

/// Blocks that canonical text is drawn from, and the other way.
pub(crate) fn blocks_of(text: &str) -> Vec<Block> {
    reread::blocks(text)
}

pub(crate) fn text_of(blocks: &[Block]) -> String {
    render::text(blocks)
}
