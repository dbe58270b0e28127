//! One sighting against the last observation of its item.
//!
//! Content is compared by hash, facts exactly. Never looks at the time to tell what changed.

use readonce_model::record::{Change, ChangeKind, Facts, Observation, Outcome, RawRecord};
use readonce_model::{ContentHash, ItemId};

use super::order::lines_hash;
use super::published::{Settled, settle};
use super::{RawPosition, Reader};
use crate::canonical::{content_hash, fold};
use crate::diff::{change, facts_changes};
use crate::item::{Kind, Sighting};

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
    /// A page of the run called the item gone, and a later one shows it: the first sighting.
    TakenBack,
    /// The first sighting in its run.
    First,
}

pub(super) fn stand(before: Option<&Observation>, hash: &ContentHash, page: &Page) -> Stand {
    match before {
        None => Stand::First,
        Some(before) if before.raw_offset >= page.at.offset => Stand::Applied,
        Some(before) if before.run_id != page.raw.run_id => Stand::First,
        Some(before) if before.outcome == Outcome::Withdrawn => Stand::TakenBack,
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
    let compared = compare(before, seen, page);
    let kept = before.filter(|_| compared.outcome == Outcome::Unchanged);
    Observation {
        item_id,
        source: page.raw.source.clone(),
        run_id: page.raw.run_id.clone(),
        observed_at_ms,
        outcome: compared.outcome,
        content_hash: seen.canonical.hash,
        previous_hash: previous_hash(before, &seen.canonical.hash),
        recent_hashes: recent_hashes(before, &seen.canonical.hash),
        changes: compared.changes,
        title: seen.title.clone(),
        url: seen.url.clone(),
        facts: compared.facts,
        first_seen_at_ms: before.map_or(observed_at_ms, |before| before.first_seen_at_ms),
        changed_at_ms: kept.map_or(observed_at_ms, |before| before.changed_at_ms),
        quality_score: seen.quality.score,
        quality_reasons: seen.quality.reasons.clone(),
        format: page.reader.format.clone(),
        parser_version: page.reader.parser_version,
        canonicalizer_version: page.reader.canonicalizer_version,
        raw_partition: page.at.partition,
        raw_offset: page.at.offset,
        kind: Some(seen.canonical.kind.as_str().to_owned()),
        lines_hash: Some(compared.lines_hash),
        parser: page.reader.parser.clone(),
    }
}

/// A sighting held against the observation before it.
struct Compared {
    outcome: Outcome,
    changes: Vec<Change>,
    /// As they are to be remembered.
    facts: Facts,
    lines_hash: ContentHash,
}

fn compare(before: Option<&Observation>, seen: &Sighting, page: &Page) -> Compared {
    let mut facts = seen.facts.clone();
    let Some(before) = before else {
        return Compared {
            outcome: Outcome::New,
            changes: Vec::new(),
            facts,
            lines_hash: lines_hash(&seen.canonical.text),
        };
    };
    let settled = settle(&before.facts, &mut facts, page.raw);
    let lines_hash = match before.lines_hash {
        Some(known) if before.content_hash == seen.canonical.hash => known,
        _ => lines_hash(&seen.canonical.text),
    };
    let mut changes = content_changes(before, seen, lines_hash);
    let of_facts = facts_changes(&before.facts, &facts).into_iter();
    changes.extend(
        of_facts.filter(|change| settled != Settled::Refined || !is_of_publication(change)),
    );
    Compared {
        outcome: outcome(before, seen, &facts, &changes),
        changes,
        facts,
        lines_hash,
    }
}

/// Event time, but always after the record before: stores keep the greatest time of a key.
pub(super) fn later(at_ms: i64, before_ms: Option<i64>) -> i64 {
    before_ms.map_or(at_ms, |before| at_ms.max(before.saturating_add(1)))
}

fn outcome(before: &Observation, seen: &Sighting, facts: &Facts, changes: &[Change]) -> Outcome {
    let hash = &seen.canonical.hash;
    let is_same = before.content_hash == *hash;
    match before.outcome == Outcome::Withdrawn {
        // Back at the content that it was withdrawn with.
        true if is_same => Outcome::Reverted,
        false if is_same && changes.is_empty() => Outcome::Unchanged,
        // The current content is never among the recent ones.
        _ if before.recent_hashes.contains(hash) => Outcome::Reverted,
        _ if is_same_event(seen.canonical.kind, facts, changes) => Outcome::Revised,
        _ => Outcome::Changed,
    }
}

/// Whether an item tells of the event that it told of before. News and posts tell of one event,
/// named by where they stand and when they were published; things on offer just change.
fn is_same_event(kind: Kind, facts: &Facts, changes: &[Change]) -> bool {
    let tells_of_one = matches!(kind, Kind::Article | Kind::Thread);
    tells_of_one && facts.published_at.is_some() && !changes.iter().any(is_of_publication)
}

fn is_of_publication(change: &Change) -> bool {
    matches!(
        change.field.as_str(),
        "published_at" | "published_not_after"
    )
}

/// The old text is not at hand here: it lies in the snapshot of `previous_hash`, which another
/// partition owns. So a change of text carries no values. Whether the text changed besides the
/// title is still known: the old title with the new text has the old hash if and only if not. And
/// whether it has the same lines in another order: by the digest that is remembered of them.
fn content_changes(before: &Observation, seen: &Sighting, lines_hash: ContentHash) -> Vec<Change> {
    let now = &seen.canonical;
    if before.content_hash == now.hash {
        return Vec::new();
    }
    let title_before = fold(&before.title);
    let title = (title_before != now.title)
        .then(|| change("title", Some(&before.title), Some(&seen.title)))
        .flatten();
    let text = content_hash(&title_before, &now.text) != before.content_hash;
    let text = text.then(|| Change {
        field: "text".to_owned(),
        kind: match before.lines_hash == Some(lines_hash) {
            true => ChangeKind::Reordered,
            false => ChangeKind::Edited,
        },
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
