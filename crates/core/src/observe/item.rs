//! One sighting against the last observation of its item.
//!
//! Content is compared by hash, facts exactly. Never looks at the time to tell what changed.

use readonce_model::record::{Change, ChangeKind, Observation, Outcome, RawRecord};
use readonce_model::{ContentHash, ItemId};

use super::{RawPosition, Reader};
use crate::canonical::content_hash;
use crate::diff::{change, facts_changes};
use crate::item::Sighting;

/// Earlier contents that an item remembers; the schema of observations says so.
const RECENT_HASHES: usize = 16;

/// The page that a sighting stands on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page<'a> {
    pub raw: &'a RawRecord,
    pub at: RawPosition,
    pub reader: &'a Reader,
}

/// How a sighting stands to what is known of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// The page was applied to this item before.
    Applied,
    /// The run saw the item with this very content. The first sighting stays, with its facts: a
    /// board that lists a posting once a place would otherwise report a change in every run.
    Repeated,
    /// The run saw the item with another content. Pages are read one after the other while the
    /// board lives, so the later one is the newer state; and it is the same one at every replay.
    Replaced,
    /// The first sighting in its run.
    First,
}

pub(super) fn stand(before: Option<&Observation>, hash: &ContentHash, page: &Page) -> Stand {
    match before {
        None => Stand::First,
        Some(before) if before.raw_offset >= page.at.offset => Stand::Applied,
        Some(before) if before.run_id != page.raw.run_id => Stand::First,
        Some(before) if before.content_hash == *hash => Stand::Repeated,
        Some(_) => Stand::Replaced,
    }
}

/// The observation that a sighting makes.
pub(super) fn observe(
    before: Option<&Observation>,
    item_id: ItemId,
    seen: &Sighting,
    page: &Page,
) -> Observation {
    let observed_at_ms = later(page.raw.at_ms, before.map(|before| before.observed_at_ms));
    let changes = before.map_or_else(Vec::new, |before| changes(before, seen));
    let outcome = outcome(before, &seen.canonical.hash, &changes);
    let kept = before.filter(|_| outcome == Outcome::Unchanged);
    Observation {
        item_id,
        source: page.raw.source.clone(),
        run_id: page.raw.run_id.clone(),
        observed_at_ms,
        outcome,
        content_hash: seen.canonical.hash,
        previous_hash: previous_hash(before, &seen.canonical.hash),
        recent_hashes: recent_hashes(before, &seen.canonical.hash),
        changes,
        title: seen.canonical.title.clone(),
        url: seen.url.clone(),
        facts: seen.facts.clone(),
        first_seen_at_ms: before.map_or(observed_at_ms, |before| before.first_seen_at_ms),
        changed_at_ms: kept.map_or(observed_at_ms, |before| before.changed_at_ms),
        quality_score: seen.quality.score,
        quality_reasons: seen.quality.reasons.clone(),
        format: page.reader.format.clone(),
        parser_version: page.reader.parser_version,
        canonicalizer_version: page.reader.canonicalizer_version,
        raw_partition: page.at.partition,
        raw_offset: page.at.offset,
    }
}

/// Event time, but always after the record before: stores keep the greatest time of a key.
pub(super) fn later(at_ms: i64, before_ms: Option<i64>) -> i64 {
    before_ms.map_or(at_ms, |before| at_ms.max(before.saturating_add(1)))
}

fn outcome(before: Option<&Observation>, hash: &ContentHash, changes: &[Change]) -> Outcome {
    match before {
        None => Outcome::New,
        Some(before) if before.content_hash == *hash && changes.is_empty() => Outcome::Unchanged,
        // The current content is never among the recent ones.
        Some(before) if before.recent_hashes.contains(hash) => Outcome::Reverted,
        Some(_) => Outcome::Changed,
    }
}

fn changes(before: &Observation, seen: &Sighting) -> Vec<Change> {
    let mut changes = content_changes(before, seen);
    changes.extend(facts_changes(&before.facts, &seen.facts));
    changes
}

/// The old text is not at hand here: it lies in the snapshot of `previous_hash`, which another
/// partition owns. So a change of text carries no values. Whether the text changed besides the
/// title is still known: the old title with the new text has the old hash if and only if not.
fn content_changes(before: &Observation, seen: &Sighting) -> Vec<Change> {
    let now = &seen.canonical;
    if before.content_hash == now.hash {
        return Vec::new();
    }
    let title = (before.title != now.title)
        .then(|| change("title", Some(&before.title), Some(&now.title)))
        .flatten();
    let text = content_hash(now.kind, &before.title, &now.text) != before.content_hash;
    let text = text.then(|| Change {
        field: "text".to_owned(),
        kind: ChangeKind::Edited,
        before: None,
        after: None,
    });
    title.into_iter().chain(text).collect()
}

fn previous_hash(before: Option<&Observation>, hash: &ContentHash) -> Option<ContentHash> {
    match before {
        Some(before) if before.content_hash != *hash => Some(before.content_hash),
        Some(before) => before.previous_hash,
        None => None,
    }
}

/// Earlier contents, newest first, each once, without the current one.
fn recent_hashes(before: Option<&Observation>, hash: &ContentHash) -> Vec<ContentHash> {
    let Some(before) = before else {
        return Vec::new();
    };
    let mut recent = Vec::with_capacity(RECENT_HASHES);
    for earlier in std::iter::once(&before.content_hash).chain(&before.recent_hashes) {
        if earlier != hash && !recent.contains(earlier) && recent.len() < RECENT_HASHES {
            recent.push(*earlier);
        }
    }
    recent
}
