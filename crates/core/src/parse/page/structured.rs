//! Structured data of a page: JSON-LD and microdata.

use crate::parse::found::Found;
use crate::parse::{Format, Source};

/// The things that the page describes to machines, and the blocks that could not be used.
pub(super) fn read(_source: &Source) -> Found {
    Found::new(Format::Page)
}
