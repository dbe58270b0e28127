//! Three days of noise, edits, returns and copies end in the ledger that the world itself expects.

use readonce_testkit::world::{Presence, Spec, World};
use readonce_tests::pure::{Defect, Figures, Pipeline};

/// What differs from the world's own ledger, in words.
fn check(world: &World, defect: Defect) -> Result<(), String> {
    let mut pipeline = Pipeline::new(defect);
    for expected in &world.ledger().days {
        let found = pipeline.day(world, expected.day);
        let counts = expected.counts;
        let wanted = Figures {
            seen: counts.seen.into(),
            new: counts.new.into(),
            changed: counts.changed.into(),
            unchanged: counts.unchanged.into(),
            reused: counts.reused.into(),
            paid: counts.paid.into(),
            failed: counts.failed.into(),
        };
        if found != wanted {
            return Err(format!(
                "day {}: {found:?} instead of {wanted:?}",
                expected.day
            ));
        }
        let standing = expected
            .presence
            .values()
            .filter(|p| **p != Presence::Delisted)
            .count();
        let shown = pipeline.latest().len();
        if shown != standing {
            return Err(format!(
                "day {}: {shown} rows instead of {standing}",
                expected.day
            ));
        }
    }
    let paid = pipeline.extractor.paid;
    match paid == world.ledger().distinct_contents {
        true => Ok(()),
        false => Err(format!(
            "{paid} paid, {} contents",
            world.ledger().distinct_contents
        )),
    }
}

fn world(postings: u32, seed: u64) -> World {
    let spec = Spec {
        postings,
        seed,
        broken_record: true,
        days: 5,
        ..Spec::default()
    };
    World::build(&spec).expect("a world")
}

#[test]
fn every_day_ends_in_the_expected_ledger() {
    for seed in 1..=8 {
        check(&world(80, seed), Defect::None)
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
}

#[test]
fn a_large_world_ends_in_the_expected_ledger() {
    check(&world(2000, 7), Defect::None).unwrap();
}

#[test]
fn the_check_finds_a_missing_canonical_form() {
    check(&world(80, 1), Defect::HashRawText).unwrap_err();
}

#[test]
fn the_check_finds_facts_in_the_hash() {
    check(&world(80, 1), Defect::HashFacts).unwrap_err();
}

#[test]
fn the_check_finds_a_forgotten_profile() {
    check(&world(80, 1), Defect::ForgetProfiles).unwrap_err();
}
