//! An item as later decisions see it: cleaned, hashed and judged.

use super::{canonicalize, shown};
use crate::item::{Item, Sighting};
use crate::quality;

/// Takes what a reader found through the canonical form and the quality rules.
pub fn sight(item: Item) -> Sighting {
    let canonical = canonicalize(&item.content);
    let quality = quality::assess(&canonical, item.url.as_deref(), &item.facts);
    Sighting {
        id: item.id,
        url: item.url,
        title: shown(&item.content.title),
        canonical,
        facts: item.facts,
        quality,
    }
}
