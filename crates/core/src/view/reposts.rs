//! `reposts`: items whose content another item has or had too. Linked, never merged.
//!
//! This is the reference: small enough to be seen to be right. Never used to serve anybody.

use std::collections::{BTreeMap, BTreeSet};

use readonce_model::record::{Observation, Snapshot};
use readonce_model::{ContentHash, ItemId};

use super::latest::newest;
use super::version::{observation_version, snapshot_version};

/// A row of `reposts`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repost {
    pub content_hash: ContentHash,
    /// The item that had the content first; `None` for that item itself.
    pub reposted_of: Option<ItemId>,
    /// All other items that have or had it, the first one first.
    pub also_seen_at: Vec<ItemId>,
}

/// The rows by item. An item is linked by the content that it has now, with every item that ever
/// had the same; a content without text links nothing.
pub fn reposts(observations: &[Observation], snapshots: &[Snapshot]) -> BTreeMap<ItemId, Repost> {
    let current = newest(observations, |row| &row.item_id, observation_version);
    let places = places(observations, current.values().copied());
    let textless: BTreeSet<&ContentHash> =
        newest(snapshots, |row| &row.content_hash, snapshot_version)
            .into_values()
            .filter(|row| row.text_bytes == 0)
            .map(|row| &row.content_hash)
            .collect();
    let linked = current.into_iter().filter_map(|(item, seen)| {
        let sharing = places.get(&seen.content_hash)?;
        let is_shared = sharing.len() > 1 && !textless.contains(&seen.content_hash);
        is_shared.then(|| (item.clone(), repost(item, &seen.content_hash, sharing)))
    });
    linked.collect()
}

/// The items of each content, by the time since which they have it.
fn places<'a>(
    observations: &'a [Observation],
    current: impl Iterator<Item = &'a Observation>,
) -> BTreeMap<&'a ContentHash, BTreeSet<(i64, &'a ItemId)>> {
    let events = observations.iter().filter(|row| row.is_event());
    let place = |row: &'a Observation| (&row.item_id, row.raw_partition, row.raw_offset);
    let events = newest(events, place, observation_version);
    let mut since: BTreeMap<(&ContentHash, &ItemId), i64> = BTreeMap::new();
    for row in events.into_values().chain(current) {
        let known = since.entry((&row.content_hash, &row.item_id));
        let first = known.or_insert(row.changed_at_ms);
        *first = row.changed_at_ms.min(*first);
    }
    let mut places: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for ((content, item), since_ms) in since {
        places.entry(content).or_default().insert((since_ms, item));
    }
    places
}

fn repost(item: &ItemId, content: &ContentHash, places: &BTreeSet<(i64, &ItemId)>) -> Repost {
    let first = places.first().map(|(_, first)| *first);
    let others = places.iter().map(|(_, other)| *other);
    Repost {
        content_hash: *content,
        reposted_of: first.filter(|first| *first != item).cloned(),
        also_seen_at: others.filter(|other| *other != item).cloned().collect(),
    }
}

#[cfg(test)]
mod tests;
