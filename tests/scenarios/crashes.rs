//! canonicalize dies between any two writes of a batch, is restored from its own topics, and reads
//! the batch again: the topics end as if nothing had happened, and no request is lost.

use std::collections::BTreeSet;

use proptest::prelude::*;
use readonce_testkit::world::{Spec, World};
use readonce_tests::pure::{Canonicalizer, Defect, RawLog, Topics};

fn log() -> RawLog {
    let spec = Spec {
        postings: 30,
        boards: 3,
        days: 4,
        ..Spec::default()
    };
    let world = World::build(&spec).expect("a world");
    let mut log = RawLog::default();
    (1..=4).for_each(|day| log.append_day(&world, day));
    log
}

/// The contents that were asked for, whoever caused it and however often.
fn asked(topics: &Topics) -> BTreeSet<String> {
    topics
        .requests
        .iter()
        .map(|request| request.content_hash.to_string())
        .collect()
}

/// Batches of the given sizes; the given ones die after that many waves and are read again.
fn run(log: &RawLog, steps: &[(usize, Option<usize>)], defect: Defect) -> Topics {
    let mut canonicalizer = Canonicalizer::new(defect);
    let (mut from, mut steps) = (0, steps.iter().cycle());
    let mut deaths_left = 200;
    while from < log.records.len() {
        let (size, death) = steps.next().copied().unwrap_or((7, None));
        let to = (from + size).min(log.records.len());
        let death = death.filter(|_| deaths_left > 0);
        canonicalizer.batch(&log.records, from, to, death);
        match death {
            Some(_) => deaths_left -= 1,
            None => from = to,
        }
    }
    canonicalizer.topics
}

fn compare(found: &Topics, wanted: &Topics) -> Result<(), String> {
    if found.observations != wanted.observations {
        return Err("observations differ".to_owned());
    }
    if found.presence != wanted.presence {
        return Err("presence differs".to_owned());
    }
    if found.runs != wanted.runs {
        return Err("runs differ".to_owned());
    }
    match asked(found) == asked(wanted) {
        true => Ok(()),
        false => Err("requests are lost".to_owned()),
    }
}

fn steps() -> impl Strategy<Value = Vec<(usize, Option<usize>)>> {
    let death = prop_oneof![2 => Just(None), 1 => (0..5usize).prop_map(Some)];
    prop::collection::vec((1..12usize, death), 1..12)
        .prop_filter("some batch must get through", |all| {
            all.iter().any(|(_, death)| death.is_none())
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_crash_between_any_two_writes_changes_nothing(steps in steps()) {
        let log = log();
        let wanted = run(&log, &[(1, None)], Defect::None);
        let found = run(&log, &steps, Defect::None);
        prop_assert_eq!(compare(&found, &wanted), Ok(()));
    }
}

/// Deaths after every wave, one after the other.
fn hard_steps() -> Vec<(usize, Option<usize>)> {
    vec![
        (5, Some(1)),
        (5, Some(2)),
        (5, Some(3)),
        (5, Some(4)),
        (5, None),
    ]
}

#[test]
fn the_check_finds_memory_that_is_written_before_effects() {
    let log = log();
    let wanted = run(&log, &[(1, None)], Defect::None);
    compare(&run(&log, &hard_steps(), Defect::MemoryFirst), &wanted).unwrap_err();
    compare(&run(&log, &hard_steps(), Defect::None), &wanted).unwrap();
}

#[test]
fn the_check_finds_a_fold_that_forgets_offsets() {
    let log = log();
    let wanted = run(&log, &[(1, None)], Defect::None);
    compare(&run(&log, &hard_steps(), Defect::ForgetOffsets), &wanted).unwrap_err();
}
