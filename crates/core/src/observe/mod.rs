//! What a response says about items, against what was known of them: the fold of canonicalize.
//!
//! One [`State`] belongs to one partition of `raw.pages`. It holds the last [`Observation`] and
//! [`Presence`] of every item and the [`Run`] of every run, and is rebuilt from the topics that its
//! own records went to. Raw records go in, in the order of their offsets; [`Applied`] comes out.
//!
//! | file | what it decides |
//! |---|---|
//! | `state` | what is remembered, and how it is restored |
//! | `page` | one page: sightings become observations, counters, work for extract |
//! | `item` | one item: new, changed, revised, reverted or unchanged, and what differs |
//! | `published` | the time of publication over many readings |
//! | `order` | whether a text only got another order |
//! | `withdrawal` | the source says that an item is gone |
//! | `presence` | listed, missing, delisted, relisted |
//! | `finish` | the end of a run: healthy or not, and who is missing |
//! | `run` | the counters of a run |
//! | `content` | the snapshot and the requests of a new content |
//! | `worth` | what an answer about a new content is worth |
//!
//! Entry points: [`State::apply_run_started`], [`State::apply_page`],
//! [`State::apply_blocked_page`], [`State::apply_unreadable_page`],
//! [`State::apply_run_finished`]; before the first of them
//! [`State::restore_observation`], [`State::restore_presence`] and [`State::restore_run`].
//!
//! Invariants:
//! - A raw record at or below the offset that an item, a presence or a run already has changes that
//!   record no more and emits nothing for it. Delivering records again is always safe.
//! - Folding the same records from an empty state gives the same output, byte for byte.
//! - Times of an item's records strictly rise, so that a store which keeps the greatest version
//!   keeps the latest. A clock that stands or goes back costs a millisecond, not a row.
//! - Unchanged content costs one observation and nothing else.
//! - Only `finish` makes an item missing; a page can only bring it back.
//! - A withdrawal makes no item, changes no content, and loses against every sighting of its run and
//!   of any later time.
//!
//! **Order of writing.** The fields of [`Applied`] are the phases in which to write: each phase is
//! acknowledged before the next begins. Several raw records may be written together, phase by
//! phase; the output of a later raw record never overtakes that of an earlier one within a phase. An
//! observation marks its raw record as done for its item, so it comes last: whatever a crash cut off
//! is made again, and equal, when the raw records are delivered again.

mod content;
mod finish;
mod item;
mod order;
mod page;
mod presence;
mod published;
mod run;
mod state;
#[cfg(test)]
mod tests;
mod withdrawal;
mod worth;

use readonce_model::record::{ExtractRequest, Observation, Presence, Run, Snapshot};

use crate::item::Sighting;

pub use state::State;

/// Where a raw record lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawPosition {
    pub partition: i32,
    pub offset: i64,
}

/// By what a page was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// Example: greenhouse
    pub format: String,
    /// Of the parser document where there is one, else of the built-in reader.
    pub parser_version: i32,
    pub canonicalizer_version: i32,
    /// Parser document that was used. Example: shop@3
    pub parser: Option<String>,
}

/// What was read of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub reader: Reader,
    /// In the order of the page.
    pub sightings: Vec<Sighting>,
    /// Records of the page that were set aside.
    pub rejected: usize,
    /// Ids of items that the page says are gone, as the source gives them.
    pub withdrawn: Vec<String>,
    /// Parts of the page that are walls in front of their content: responses within a file.
    pub blocked: usize,
}

/// The records to write, in the order in which to write them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    pub snapshots: Vec<Snapshot>,
    pub requests: Vec<ExtractRequest>,
    pub run: Option<Run>,
    pub presence: Vec<Presence>,
    pub observations: Vec<Observation>,
}

impl Applied {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
