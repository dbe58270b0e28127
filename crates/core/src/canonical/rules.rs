//! Which rules of the form a text is folded by.
//!
//! DO NOT CHANGE what `CONTENT` does for any text: hashes rest on it.

use super::typography::{plain_dash, plain_quote};
use super::width::to_usual_width;

/// The rules that are on. Each is described in docs/canonical-form.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) width: bool,
    pub(crate) blanks: bool,
    pub(crate) invisible: bool,
    pub(crate) quotes: bool,
    pub(crate) dashes: bool,
    pub(crate) ellipsis: bool,
    pub(crate) chinese_blanks: bool,
    pub(crate) nfc: bool,
}

impl Rules {
    /// What is hashed.
    pub(crate) const CONTENT: Self = Self {
        width: true,
        blanks: true,
        invisible: true,
        quotes: true,
        dashes: true,
        ellipsis: true,
        chinese_blanks: true,
        nfc: true,
    };

    /// A fact's text: one line without noise, its words as the source sets them.
    pub(super) const FACT: Self = Self {
        quotes: false,
        dashes: false,
        ellipsis: false,
        chinese_blanks: false,
        ..Self::CONTENT
    };

    /// A text for people: one line, every sign as the source has it.
    pub(super) const SHOWN: Self = Self {
        width: false,
        ..Self::FACT
    };

    /// What a character that shows becomes.
    pub(super) fn plain(self, c: char) -> char {
        let c = if self.width { to_usual_width(c) } else { c };
        let c = if self.quotes { plain_quote(c) } else { c };
        if self.dashes { plain_dash(c) } else { c }
    }
}
