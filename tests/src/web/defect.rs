//! Faults that can be planted into the reading of a page: each must turn the scenario red.

use readonce_core::canonical::{fold, sight};
use readonce_core::item::{Block, Item, Sighting};
use readonce_core::parse::html;
use readonce_model::ContentHash;
use sha2::{Digest, Sha256};

/// What is broken on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defect {
    #[default]
    None,
    /// The time of the last update is a part of what is hashed.
    HashUpdatedAt,
    /// Lists without an order are hashed in the order of the day.
    KeepOrderOfSets,
    /// "3 hours ago" is a part of what is hashed.
    KeepRelativeTimes,
    /// Everything that the page shows is hashed, counters and related postings with it.
    KeepCounters,
    /// Blanks, full-width forms and typographic signs are hashed as they came.
    KeepTypography,
}

impl Defect {
    pub const PLANTED: [Defect; 5] = [
        Defect::HashUpdatedAt,
        Defect::KeepOrderOfSets,
        Defect::KeepRelativeTimes,
        Defect::KeepCounters,
        Defect::KeepTypography,
    ];

    /// What the product makes of an item, or what it would make of it with the defect.
    pub(super) fn sight(self, item: Item, page: &str) -> Sighting {
        let kept = match self {
            Self::None | Self::HashUpdatedAt | Self::KeepRelativeTimes => String::new(),
            Self::KeepOrderOfSets => in_order(&item.content.blocks, fold),
            Self::KeepTypography => in_order(&item.content.blocks, str::to_owned),
            Self::KeepCounters if page.trim_start().starts_with("<!DOCTYPE html") => {
                in_order(&html::blocks(page), fold)
            }
            Self::KeepCounters => String::new(),
        };
        let mut seen = sight(item);
        let more = match self {
            Self::HashUpdatedAt => seen.facts.updated_at.clone().unwrap_or_default(),
            Self::KeepRelativeTimes => seen.facts.published_text.clone().unwrap_or_default(),
            _ => kept,
        };
        if !more.is_empty() {
            let text = format!("{}{more}", seen.canonical.hash);
            seen.canonical.hash = ContentHash::from_bytes(Sha256::digest(&text).into());
        }
        seen
    }
}

fn in_order(blocks: &[Block], line: fn(&str) -> String) -> String {
    let mut text = String::new();
    for block in blocks {
        match block {
            Block::Text(words) => text.push_str(&line(words)),
            Block::List { items, .. } => {
                for item in items {
                    text.push_str(&in_order(item, line));
                }
            }
        }
        text.push('\n');
    }
    text
}
