//! `jobs_latest`: every item that is not delisted, with its current content and that content's
//! profile under the highest major of a contract.
//!
//! This is the reference: small enough to be seen to be right. Never used to serve anybody.

use std::collections::BTreeMap;

use readonce_model::record::{Facts, Observation, Presence, PresenceState, Profile};
use readonce_model::{ContentHash, ItemId};

use super::version::{observation_version, presence_version, profile_version};

/// Records of the topics, in any order and any number of times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Topics<'a> {
    pub observations: &'a [Observation],
    pub presence: &'a [Presence],
    pub profiles: &'a [Profile],
}

/// A row of `jobs_latest`.
#[derive(Clone, Debug, PartialEq)]
pub struct LatestJob {
    pub item_id: ItemId,
    pub source: String,
    pub content_hash: ContentHash,
    pub title: String,
    pub url: Option<String>,
    pub facts: Facts,
    pub first_seen_at_ms: i64,
    pub changed_at_ms: i64,
    pub observed_at_ms: i64,
    pub quality_score: i32,
    /// None when nothing is known of it; the item counts as listed then.
    pub presence: Option<PresenceState>,
    /// None while the content has no profile; the profile columns are empty then.
    pub profile: Option<Profile>,
}

/// The rows by item, with profiles of the contract called `contract`.
///
/// All majors of a contract count as compatible; the highest one that a content has is shown.
pub fn latest(topics: Topics, contract: &str) -> BTreeMap<ItemId, LatestJob> {
    let observations = newest(topics.observations, |row| &row.item_id, observation_version);
    let presence = newest(topics.presence, |row| &row.item_id, presence_version);
    let of_contract = topics.profiles.iter();
    let of_contract = of_contract.filter(|row| row.contract.name() == contract);
    let of_majors = newest(
        of_contract,
        |row| (row.content_hash, row.contract.major()),
        profile_version,
    );
    // What is held leaves its place to an earlier major.
    let shown = of_majors.into_values().filter(|row| !row.is_held());
    let profiles = newest(shown, |row| &row.content_hash, |row| row.contract.major());
    observations
        .into_iter()
        .map(|(item, seen)| {
            let state = presence.get(item).map(|row| row.state);
            let profile = profiles.get(&seen.content_hash).copied().cloned();
            (item.clone(), row(seen, state, profile))
        })
        .filter(|(_, row)| row.presence != Some(PresenceState::Delisted))
        .collect()
}

/// The record with the greatest rank of each key.
pub(super) fn newest<'a, R, K: Ord, V: Ord>(
    records: impl IntoIterator<Item = &'a R>,
    key: impl Fn(&'a R) -> K,
    rank: impl Fn(&'a R) -> V,
) -> BTreeMap<K, &'a R> {
    let mut kept: BTreeMap<K, (V, &'a R)> = BTreeMap::new();
    for record in records {
        let rank = rank(record);
        let key = key(record);
        if kept.get(&key).is_none_or(|(known, _)| *known < rank) {
            kept.insert(key, (rank, record));
        }
    }
    kept.into_iter()
        .map(|(key, (_, record))| (key, record))
        .collect()
}

fn row(seen: &Observation, presence: Option<PresenceState>, profile: Option<Profile>) -> LatestJob {
    LatestJob {
        item_id: seen.item_id.clone(),
        source: seen.source.clone(),
        content_hash: seen.content_hash,
        title: seen.title.clone(),
        url: seen.url.clone(),
        facts: seen.facts.clone(),
        first_seen_at_ms: seen.first_seen_at_ms,
        changed_at_ms: seen.changed_at_ms,
        observed_at_ms: seen.observed_at_ms,
        quality_score: seen.quality_score,
        presence,
        profile,
    }
}
