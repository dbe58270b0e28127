//! XML as the web writes it: into a small tree, whatever is wrong with it.
//!
//! Never fails, never expands an entity that the document declares, and never follows an address.
//! Time and memory are linear in the text: the tree is one list in the order of the document, no
//! step looks back further than it has gone forward, and nothing recurses, so depth costs nothing.

mod element;
mod entity;
mod markup;
#[cfg(test)]
mod tests;
mod token;
mod tree;

pub(super) use element::Element;
pub(super) use entity::unescape;
pub(super) use markup::{has_tags, is_html};
pub(super) use token::Tokens;
pub(super) use tree::{Document, document};

/// Elements that stand for one thing each. They never lie within their own kind, so that a new one
/// ends the one before.
const RECORDS: [&str; 5] = ["item", "entry", "url", "sitemap", "position"];

pub(super) fn is_record(local: &str) -> bool {
    RECORDS.iter().any(|name| name.eq_ignore_ascii_case(local))
}

/// Elements that hold records and say things of them all.
pub(super) fn is_feed(local: &str) -> bool {
    ["channel", "feed"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(local))
}

/// A qualified name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}
