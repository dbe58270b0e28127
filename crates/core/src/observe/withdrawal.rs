//! The source itself says that an item is gone: an item's own address answers 404 or 410, an error
//! page stands where the item was, a feed has a tombstone for it.
//!
//! It says nothing of content, so the last one stays. It is weaker than any sighting: what the run
//! saw is there, and what is known of a later time is not overwritten. Presence moves at the end of
//! the run, in `finish`, by the catalog's rule; never here.

use readonce_model::record::{Observation, Outcome};

use super::item::{Page, later};

/// The observation that a withdrawal makes; `None` when it says nothing new or comes too late.
pub(super) fn withdraw(before: &Observation, page: &Page) -> Option<Observation> {
    let is_late = before.raw_offset >= page.at.offset
        || before.run_id == page.raw.run_id
        || before.observed_at_ms > page.raw.at_ms;
    if is_late {
        return None;
    }
    let observed_at_ms = later(page.raw.at_ms, Some(before.observed_at_ms));
    let is_known = before.outcome == Outcome::Withdrawn;
    Some(Observation {
        run_id: page.raw.run_id.clone(),
        observed_at_ms,
        outcome: Outcome::Withdrawn,
        changes: Vec::new(),
        changed_at_ms: match is_known {
            true => before.changed_at_ms,
            false => observed_at_ms,
        },
        raw_partition: page.at.partition,
        raw_offset: page.at.offset,
        ..before.clone()
    })
}
