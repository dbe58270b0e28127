//! An item as later decisions see it: cleaned, hashed and judged.

use super::{canonicalize, shown};
use crate::item::{Item, Sighting};
use crate::quality::{self, DataContract};

/// Takes what a reader found through the canonical form and the quality rules of its kind.
pub fn sight(item: Item) -> Sighting {
    sight_by(item, None)
}

/// The same by the quality rules of its source, where it has some.
pub fn sight_by(item: Item, contract: Option<&DataContract>) -> Sighting {
    let canonical = canonicalize(&item.content);
    let said = (item.url.as_deref(), &item.facts);
    let quality = quality::assess(&canonical, said, contract);
    Sighting {
        id: item.id,
        url: item.url,
        title: shown(&item.content.title),
        canonical,
        facts: item.facts,
        quality,
    }
}
