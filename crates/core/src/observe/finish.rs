//! The end of a run: whether it proves anything, and which items it did not find.
//!
//! A healthy run misses what it did not show. One that only did not see the whole source misses no
//! more than what the source itself called gone.
//!
//! This is the only place where an item can become missing or delisted.

use std::collections::{HashMap, HashSet};

use readonce_model::ItemId;
use readonce_model::record::{Outcome, Presence, PresenceState, RawRecord, Run, RunState};

use super::presence::{Proof, after_miss};
use super::run::begin;
use super::state::Known;
use super::{Applied, RawPosition, State};

/// Runs that must miss an item, when the marker does not say.
const DELIST_AFTER_RUNS: i32 = 2;

impl State {
    /// The mark behind the last page of a run. The first one counts; a run ends once.
    pub fn apply_run_finished(&mut self, raw: &RawRecord, at: RawPosition) -> Applied {
        let same_due = self.runs_of_same_due(raw);
        let run = self
            .runs
            .entry(raw.run_id.clone())
            .or_insert_with(|| begin(raw, at));
        let Some(ending) = ending(run, at) else {
            return Applied::default();
        };
        let nothing = HashMap::new();
        let items = self.sources.get(&raw.source).unwrap_or(&nothing);
        if ending == Ending::Now {
            conclude(run, raw, items);
        }
        let moves = misses(items, run, &same_due, &Proof { raw, at });
        if ending == Ending::Now {
            run.missing = newly_missing(items, &moves);
            run.delisted = count(&moves, PresenceState::Delisted);
            run.raw_offset = at.offset;
        }
        let run = (ending == Ending::Now).then(|| run.clone());
        for moved in &moves {
            self.known(&moved.item_id).presence = Some(moved.clone());
        }
        Applied {
            run,
            presence: moves,
            ..Applied::default()
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Now,
    /// Counted before: the verdict stands, but a crash may have cut its moves off.
    Again,
}

/// What a mark is to its run; `None` when it says nothing new.
fn ending(run: &Run, at: RawPosition) -> Option<Ending> {
    match run.state {
        RunState::Running if run.raw_offset < at.offset => Some(Ending::Now),
        RunState::Finished if run.raw_offset == at.offset => Some(Ending::Again),
        _ => None,
    }
}

impl State {
    /// Other runs that served the due time of this one. A run that died between its last mark and
    /// its task is made again: an item that both miss was missed once.
    fn runs_of_same_due(&self, raw: &RawRecord) -> HashSet<String> {
        let others = self.runs.values().filter(|run| {
            run.run_id != raw.run_id
                && run.source == raw.source
                && raw.due_at_ms.is_some()
                && run.due_at_ms == raw.due_at_ms
        });
        others.map(|run| run.run_id.clone()).collect()
    }
}

fn conclude(run: &mut Run, raw: &RawRecord, items: &HashMap<ItemId, Known>) {
    run.state = RunState::Finished;
    run.finished_at_ms = Some(raw.at_ms);
    run.complete = raw.complete.unwrap_or(false);
    run.reason = doubt(run, raw, items);
    run.healthy = run.reason.is_none();
}

/// Why a run must not move any presence, in words.
fn doubt(run: &Run, raw: &RawRecord, items: &HashMap<ItemId, Known>) -> Option<String> {
    if !run.complete {
        let unsaid = || "the run did not see the whole source".to_owned();
        return Some(raw.reason.clone().unwrap_or_else(unsaid));
    }
    if run.blocked > 0 {
        return Some(format!("pages that are walls, no content: {}", run.blocked));
    }
    if let Some(recorded) = raw.pages.filter(|recorded| run.pages < *recorded) {
        return Some(format!("{} of {recorded} pages could be read", run.pages));
    }
    let standing = items.values().filter(|known| stands(known)).count();
    if run.seen == 0 && run.withdrawn == 0 && standing > 0 {
        return Some(format!("no items, although {standing} were listed before"));
    }
    let records = run.seen.saturating_add(run.failed);
    mostly_failed(run).then(|| format!("{} of {records} records failed", run.failed))
}

fn mostly_failed(run: &Run) -> bool {
    run.failed > run.seen.saturating_add(run.failed) / 2
}

/// What a run may conclude of an item that it did not show. By the run's own record, so that the
/// verdict is the same when the end is delivered again.
fn may_miss(known: &Known, run: &Run, end: RawPosition) -> bool {
    let is_trusted = run.blocked == 0 && !mostly_failed(run);
    run.healthy || (is_trusted && is_withdrawn_by(known, run, end))
}

/// Whether the source called the item gone in this run, before its end, and the run did not see it.
fn is_withdrawn_by(known: &Known, run: &Run, end: RawPosition) -> bool {
    known.observation.as_ref().is_some_and(|last| {
        last.outcome == Outcome::Withdrawn
            && last.run_id == run.run_id
            && last.raw_offset < end.offset
    })
}

/// Whether an item counts as being there, which it does until it is delisted.
fn stands(known: &Known) -> bool {
    let presence = known.presence.as_ref();
    presence.is_none_or(|presence| presence.state != PresenceState::Delisted)
}

/// The moves of all items that the run proves to be missed, in the order of their ids.
fn misses(
    items: &HashMap<ItemId, Known>,
    run: &Run,
    same_due: &HashSet<String>,
    proof: &Proof,
) -> Vec<Presence> {
    let after = proof.raw.delist_after_runs.unwrap_or(DELIST_AFTER_RUNS);
    let mut moves: Vec<Presence> = items
        .values()
        .filter(|known| may_miss(known, run, proof.at) && !was_seen(known, run, proof.at))
        .filter_map(|known| known.presence.as_ref())
        .filter(|presence| !(presence.missed_runs > 0 && same_due.contains(&presence.run_id)))
        .filter_map(|presence| after_miss(presence, after, proof))
        .collect();
    moves.sort_unstable_by(|one, other| one.item_id.cmp(&other.item_id));
    moves
}

/// Whether anybody saw the item since the run began, this run or another one. Runs may overlap when
/// a lease was taken over; the late end of the old one must not hide what the new one found.
fn was_seen(known: &Known, run: &Run, end: RawPosition) -> bool {
    let met = known.observation.as_ref().is_some_and(|seen| {
        seen.run_id == run.run_id
            || seen.observed_at_ms > run.started_at_ms
            || seen.raw_offset > end.offset
    });
    met && !is_withdrawn_by(known, run, end)
}

/// Items that are missing now and were not before; an item may stay missing for several runs.
fn newly_missing(items: &HashMap<ItemId, Known>, moves: &[Presence]) -> i64 {
    let was_missing = |item: &ItemId| {
        let before = items.get(item).and_then(|known| known.presence.as_ref());
        before.is_some_and(|before| before.state == PresenceState::Missing)
    };
    let still = moves
        .iter()
        .filter(|moved| moved.state == PresenceState::Missing && was_missing(&moved.item_id));
    count(moves, PresenceState::Missing) - still.count() as i64
}

fn count(moves: &[Presence], state: PresenceState) -> i64 {
    moves.iter().filter(|moved| moved.state == state).count() as i64
}
