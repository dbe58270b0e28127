//! Pages that list many things: rows with a link, a title and often a time.

use crate::parse::Source;
use crate::parse::found::Found;

/// `None` when the page is no list.
pub(super) fn read(_source: &Source) -> Option<Found> {
    None
}
