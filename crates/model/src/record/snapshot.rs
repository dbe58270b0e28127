//! Canonical content by hash.

use serde::{Deserialize, Serialize};

use crate::ContentHash;

/// Canonical content. Depends on nothing but the content, so it may be written any number of times. Key: content_hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// SHA-256 (hex) of the canonical bytes.
    pub content_hash: ContentHash,
    /// Version of the canonical form.
    pub canonicalizer_version: i32,
    /// posting.
    pub kind: String,
    /// Canonical title.
    pub title: String,
    /// Canonical text: one block a line, list items with a leading '- '.
    pub text: String,
    /// 64-bit SimHash (hex) of the text: marks near-duplicates, never suppresses.
    pub simhash: String,
    /// Length of the text.
    pub text_bytes: i64,
}
