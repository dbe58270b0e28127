//! Whether an item is still listed.
//!
//! Seeing an item proves that it is there, whoever saw it and however the run ended. Not seeing it
//! proves something only when the whole list was read. So:
//! - a **page** may make an item listed or relisted, at once, and nothing else;
//! - the **end of a complete and healthy run** may make it missing or delisted, and nothing else.
//!
//! If coming back waited for the end of a run too, an incomplete run or a crash would keep an item
//! out of the view that stands on the page in front of us. This way no failure can hide an item:
//! the worst that it can do is to show one too long. The whole table: docs/specs/presence.md.

use readonce_model::ItemId;
use readonce_model::record::{Presence, PresenceState, RawRecord};

use super::RawPosition;
use super::item::later;

/// The raw record that a presence rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof<'a> {
    pub raw: &'a RawRecord,
    pub at: RawPosition,
}

/// After a page that shows the item; `None` when nothing moves.
pub(super) fn after_sighting(
    before: Option<&Presence>,
    item: &ItemId,
    proof: &Proof,
) -> Option<Presence> {
    let Some(before) = before else {
        return Some(proof.state(item, PresenceState::Listed, None));
    };
    if before.raw_offset >= proof.at.offset {
        return None;
    }
    let state = match before.state {
        PresenceState::Listed => return None,
        PresenceState::Missing => PresenceState::Listed,
        PresenceState::Delisted => PresenceState::Relisted,
        // "Relisted" lasts for the run that found it, so that a store can count returns.
        PresenceState::Relisted if before.run_id == proof.raw.run_id => return None,
        PresenceState::Relisted => PresenceState::Listed,
    };
    Some(proof.state(item, state, Some(before)))
}

/// After a complete, healthy run that did not show the item; `None` when nothing moves.
pub(super) fn after_miss(
    before: &Presence,
    delist_after_runs: i32,
    proof: &Proof,
) -> Option<Presence> {
    if before.state == PresenceState::Delisted || before.raw_offset >= proof.at.offset {
        return None;
    }
    let missed_runs = before.missed_runs.saturating_add(1);
    let state = if missed_runs >= delist_after_runs {
        PresenceState::Delisted
    } else {
        PresenceState::Missing
    };
    Some(Presence {
        missed_runs,
        ..proof.state(&before.item_id, state, Some(before))
    })
}

impl Proof<'_> {
    fn state(&self, item: &ItemId, state: PresenceState, before: Option<&Presence>) -> Presence {
        let at_ms = later(self.raw.at_ms, before.map(|before| before.at_ms));
        let lasting = before.filter(|before| before.state == state);
        Presence {
            item_id: item.clone(),
            source: self.raw.source.clone(),
            state,
            since_ms: lasting.map_or(at_ms, |before| before.since_ms),
            missed_runs: 0,
            run_id: self.raw.run_id.clone(),
            at_ms,
            raw_partition: self.at.partition,
            raw_offset: self.at.offset,
        }
    }
}
