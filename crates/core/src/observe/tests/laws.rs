//! What must hold for every history: it is folded twice, restarted anywhere, cut off anywhere and
//! delivered again from anywhere, and the topics end up the same.

use proptest::prelude::*;
use proptest::sample::select;
use readonce_model::record::RequestReason;

use super::*;

/// A step of a history: which of three runs it belongs to, and what happens.
#[derive(Clone, Debug)]
enum Step {
    Start(usize),
    Page(usize, Vec<(usize, usize, usize)>, usize),
    /// Items that a page shows, and items that it calls gone.
    Gone(usize, Vec<(usize, usize, usize)>, Vec<usize>),
    Unreadable(usize),
    Blocked(usize),
    Finish(usize, bool, i32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let run = 0..4usize;
    let sighting = (0..5usize, 0..3usize, 0..2usize);
    let gone = (
        run.clone(),
        proptest::collection::vec(sighting.clone(), 0..3),
        proptest::collection::vec(0..5usize, 1..4),
    );
    let page = (
        run.clone(),
        proptest::collection::vec(sighting, 0..6),
        0..2usize,
    );
    let step = prop_oneof![
        2 => run.clone().prop_map(Step::Start),
        6 => page.prop_map(|(run, items, rejected)| Step::Page(run, items, rejected)),
        2 => gone.prop_map(|(run, items, gone)| Step::Gone(run, items, gone)),
        1 => run.clone().prop_map(Step::Unreadable),
        1 => run.clone().prop_map(Step::Blocked),
        4 => (run, prop::bool::weighted(0.8), 0..2i32).prop_map(|(r, c, p)| Step::Finish(r, c, p)),
    ];
    proptest::collection::vec(step, 1..24)
}

/// Times between events: usually later, sometimes the same, sometimes a clock that went back.
fn gaps() -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec(select(vec![0, 0, 1, 1_000, DAY_MS, -5_000]), 24)
}

/// The history as raw records. Runs 0 to 2 belong to one source, run 3 to another.
fn events(steps: &[Step], gaps: &[i64]) -> Vec<Event> {
    let mut now_ms = START_MS;
    let number = |step: &Step| match step {
        Step::Start(run) | Step::Unreadable(run) | Step::Blocked(run) => *run,
        Step::Page(run, ..) | Step::Gone(run, ..) | Step::Finish(run, ..) => *run,
    };
    let made = steps
        .iter()
        .zip(gaps)
        .zip(0i64..)
        .map(|((step, gap), offset)| {
            now_ms += gap;
            let run = number(step);
            let (kind, reading) = match step {
                Step::Start(_) => (RawKind::RunStarted, None),
                Step::Unreadable(_) | Step::Blocked(_) => (RawKind::Page, None),
                Step::Page(_, items, rejected) => (RawKind::Page, Some(page(items, *rejected))),
                Step::Gone(_, items, ids) => {
                    let withdrawn = ids.iter().map(ToString::to_string).collect();
                    let page = Reading {
                        withdrawn,
                        ..page(items, 0)
                    };
                    (RawKind::Page, Some(page))
                }
                Step::Finish(..) => (RawKind::RunFinished, None),
            };
            let source = if run == 3 { "other" } else { "board" };
            let mut raw = RawRecord {
                source: source.into(),
                at_ms: now_ms,
                ..raw(kind, &run.to_string())
            };
            if let Step::Blocked(_) = step {
                raw.http_status = Some(WALL);
            }
            if let Step::Finish(_, complete, pages) = step {
                (raw.complete, raw.pages) = (Some(*complete), Some(*pages));
                raw.delist_after_runs = Some(2);
            }
            let partition = 3;
            let at = RawPosition { partition, offset };
            Event { raw, at, reading }
        });
    made.collect()
}

fn page(items: &[(usize, usize, usize)], rejected: usize) -> Reading {
    let sightings: Vec<Sighting> = items
        .iter()
        .map(|(id, text, pay)| paid(shows(&id.to_string(), &text.to_string()), &pay.to_string()))
        .collect();
    reading(&sightings, rejected)
}

/// State, topics and the output of each event after a fold that nothing disturbed.
fn fold(events: &[Event]) -> (State, Tables, Vec<Applied>) {
    let (mut state, mut tables) = (State::new(), Tables::default());
    let outputs = events
        .iter()
        .map(|event| {
            let applied = feed(&mut state, event);
            tables.write(&applied);
            applied
        })
        .collect();
    (state, tables, outputs)
}

/// The first `count` records of an output, in the order of writing.
fn cut(applied: &Applied, count: usize) -> Applied {
    let mut left = count;
    let mut take = |len: usize| {
        let taken = len.min(left);
        left -= taken;
        taken
    };
    Applied {
        snapshots: applied.snapshots[..take(applied.snapshots.len())].to_vec(),
        requests: applied.requests[..take(applied.requests.len())].to_vec(),
        run: applied.run.clone().filter(|_| take(1) == 1),
        presence: applied.presence[..take(applied.presence.len())].to_vec(),
        observations: applied.observations[..take(applied.observations.len())].to_vec(),
    }
}

/// The outputs of a batch, phase by phase: a phase begins when the one before is acknowledged.
fn merged(outputs: &[Applied]) -> Vec<Vec<Applied>> {
    let only = |take: fn(&Applied, &mut Applied)| {
        let part = |applied: &Applied| {
            let mut part = Applied::default();
            take(applied, &mut part);
            part
        };
        outputs.iter().map(part).collect()
    };
    vec![
        only(|all, part| part.snapshots = all.snapshots.clone()),
        only(|all, part| part.requests = all.requests.clone()),
        only(|all, part| part.run = all.run.clone()),
        only(|all, part| part.presence = all.presence.clone()),
        only(|all, part| part.observations = all.observations.clone()),
    ]
}

fn len_of(phases: &[Vec<Applied>]) -> usize {
    phases.iter().flatten().map(len).sum()
}

/// Writes the first `count` records of a batch.
fn write_phases(tables: &mut Tables, phases: &[Vec<Applied>], mut count: usize) {
    for part in phases.iter().flatten() {
        let taken = len(part).min(count);
        tables.write(&cut(part, taken));
        count -= taken;
    }
}

/// Of several items that show a new content on one page, the one that is named as the cause is the
/// first whose observation is missing: it may be another one after a crash.
fn without_causes(mut tables: Tables) -> Tables {
    for request in tables.requests.values_mut() {
        request.caused_by_item = item("any");
        request.reason = RequestReason::New;
        request.worth = None;
        request.requested_at_ms = 0;
    }
    tables
}

fn outcomes_of(observations: &[Observation]) -> Vec<Outcome> {
    observations.iter().map(|seen| seen.outcome).collect()
}

fn len(applied: &Applied) -> usize {
    applied.snapshots.len()
        + applied.requests.len()
        + usize::from(applied.run.is_some())
        + applied.presence.len()
        + applied.observations.len()
}

proptest! {
    #[test]
    fn a_rewind_to_the_beginning_ends_in_the_same_records(steps in steps(), gaps in gaps()) {
        let events = events(&steps, &gaps);
        prop_assert_eq!(fold(&events), fold(&events));
    }

    #[test]
    fn a_restart_anywhere_with_records_delivered_again_changes_nothing(
        steps in steps(), gaps in gaps(), at in 0..24usize, again in 0..24usize,
    ) {
        let events = events(&steps, &gaps);
        let (state, tables, outputs) = fold(&events);
        let at = at.min(events.len());
        let (_, mut restarted, _) = fold(&events[..at]);
        let mut restored = restarted.restore();
        let from = at.saturating_sub(again);
        for (event, output) in events.iter().zip(&outputs).skip(from) {
            let applied = feed(&mut restored, event);
            if event.at.offset < at as i64 {
                prop_assert!(applied.is_empty(), "again: {:?}", applied);
            } else {
                prop_assert_eq!(&applied, output);
            }
            restarted.write(&applied);
        }
        prop_assert_eq!(restored, state);
        prop_assert_eq!(restarted, tables);
    }

    #[test]
    fn a_crash_between_any_two_records_of_an_output_loses_nothing(
        steps in steps(), gaps in gaps(), at in 0..24usize, again in 0..24usize, part in 0.0..1.0f64,
    ) {
        let events = events(&steps, &gaps);
        let (state, tables, outputs) = fold(&events);
        let at = at % events.len();
        let (_, mut torn, _) = fold(&events[..at]);
        let count = (len(&outputs[at]) as f64 * part) as usize;
        torn.write(&cut(&outputs[at], count));
        let mut restored = torn.restore();
        for event in &events[at.saturating_sub(again)..] {
            torn.write(&feed(&mut restored, event));
        }
        prop_assert_eq!(restored, state);
        prop_assert_eq!(without_causes(torn), without_causes(tables));
    }

    #[test]
    fn a_crash_in_a_batch_that_is_written_phase_by_phase_loses_nothing(
        steps in steps(), gaps in gaps(), at in 0..24usize, size in 1..9usize, part in 0.0..1.0f64,
    ) {
        let events = events(&steps, &gaps);
        let (state, tables, outputs) = fold(&events);
        let at = at % events.len();
        let (_, mut torn, _) = fold(&events[..at]);
        let batch = merged(&outputs[at..(at + size).min(outputs.len())]);
        let count = (len_of(&batch) as f64 * part) as usize;
        write_phases(&mut torn, &batch, count);
        let mut restored = torn.restore();
        for event in &events[at..] {
            torn.write(&feed(&mut restored, event));
        }
        prop_assert_eq!(restored, state);
        prop_assert_eq!(without_causes(torn), without_causes(tables));
    }

    #[test]
    fn counters_add_up(steps in steps(), gaps in gaps()) {
        let (_, tables, _) = fold(&events(&steps, &gaps));
        for run in tables.runs.values() {
            prop_assert_eq!(run.new + run.changed + run.unchanged, run.seen);
            prop_assert!(run.reverted <= run.changed);
            prop_assert!(run.revised <= run.changed);
            prop_assert!(run.withdrawn >= 0);
            prop_assert!(run.healthy || run.missing + run.delisted <= run.withdrawn);
            prop_assert!(run.blocked == 0 || run.missing + run.delisted == 0);
            prop_assert!(!run.healthy || run.complete);
        }
    }

    #[test]
    fn times_and_offsets_of_a_key_strictly_rise(steps in steps(), gaps in gaps()) {
        let (_, _, outputs) = fold(&events(&steps, &gaps));
        let mut observed = BTreeMap::new();
        let mut present = BTreeMap::new();
        for output in &outputs {
            for seen in &output.observations {
                let now = (seen.observed_at_ms, seen.raw_offset);
                let before = observed.insert(seen.item_id.clone(), now);
                prop_assert!(before.is_none_or(|(ms, at)| ms < now.0 && at < now.1));
            }
            for state in &output.presence {
                let now = (state.at_ms, state.raw_offset);
                let before = present.insert(state.item_id.clone(), now);
                prop_assert!(before.is_none_or(|(ms, at)| ms < now.0 && at < now.1));
            }
        }
    }

    #[test]
    fn every_item_on_a_page_is_in_the_view_until_two_runs_proved_it_gone(
        steps in steps(), gaps in gaps(),
    ) {
        let events = events(&steps, &gaps);
        let mut state = State::new();
        let mut tables = Tables::default();
        let mut misses: BTreeMap<ItemId, i32> = BTreeMap::new();
        for event in &events {
            let applied = feed(&mut state, event);
            tables.write(&applied);
            for seen in event.reading.iter().flat_map(|reading| &reading.sightings) {
                let item = ItemId::new(&event.raw.source, &seen.id).unwrap();
                misses.insert(item, 0);
            }
            if let Some(run) = applied.run.filter(|run| run.finished_at_ms.is_some()) {
                for (item, missed) in &mut misses {
                    let last = &tables.observations[item];
                    let called_gone = last.outcome == Outcome::Withdrawn && last.run_id == run.run_id;
                    let proved = run.healthy || called_gone;
                    *missed += i32::from(proved && item.source() == event.raw.source);
                }
            }
            for (item, missed) in &misses {
                let state = tables.presence[item].state;
                prop_assert!(
                    state != PresenceState::Delisted || *missed >= 2,
                    "{item} is gone after {missed} proofs"
                );
            }
        }
    }

    #[test]
    fn a_withdrawal_changes_no_content_and_makes_no_item(steps in steps(), gaps in gaps()) {
        let (_, _, outputs) = fold(&events(&steps, &gaps));
        let mut known: BTreeMap<ItemId, Observation> = BTreeMap::new();
        for seen in outputs.iter().flat_map(|output| &output.observations) {
            let before = known.insert(seen.item_id.clone(), seen.clone());
            if seen.outcome == Outcome::Withdrawn {
                let before = before.expect("an item that was seen");
                prop_assert_eq!(before.content_hash, seen.content_hash);
                prop_assert_eq!(&before.facts, &seen.facts);
                prop_assert!(before.run_id != seen.run_id, "the run saw it");
            }
        }
    }

    #[test]
    fn withdrawals_alone_bring_nothing_back(steps in steps(), gaps in gaps()) {
        let events = events(&steps, &gaps);
        let (mut state, tables, _) = fold(&events);
        for (offset, item) in (events.len() as i64..).zip(tables.observations.keys()) {
            let raw = RawRecord {
                source: item.source().into(),
                at_ms: START_MS + 1_000 * DAY_MS,
                ..raw(RawKind::Page, "after")
            };
            let id = item.as_str()[item.source().len() + 1..].to_owned();
            let reading = Reading { withdrawn: vec![id], ..reading(&[], 0) };
            let at = RawPosition { partition: 3, offset };
            let applied = feed(&mut state, &Event { raw, at, reading: Some(reading) });
            prop_assert_eq!(applied.presence, vec![]);
            prop_assert_eq!(outcomes_of(&applied.observations), vec![Outcome::Withdrawn]);
        }
    }

    #[test]
    fn each_content_of_an_item_was_written_and_asked_for(steps in steps(), gaps in gaps()) {
        let (_, tables, outputs) = fold(&events(&steps, &gaps));
        for output in &outputs {
            for seen in &output.observations {
                let key = format!("{}:job@1", seen.content_hash);
                prop_assert!(tables.requests.contains_key(&key));
                prop_assert!(tables.snapshots.contains_key(&seen.content_hash));
                prop_assert!(!seen.recent_hashes.contains(&seen.content_hash));
            }
            let fresh = output.observations.iter().filter(|seen| seen.outcome != Outcome::Unchanged);
            prop_assert!(output.requests.len() <= fresh.count());
        }
    }
}
