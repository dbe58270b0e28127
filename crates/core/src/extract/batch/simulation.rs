//! Lines of batches run through crashes, hand-overs and sleepers: two instances, one partition, a
//! provider that runs every batch it was made. A creation that is on its way lands whatever became of
//! its sender, and its answer may get lost.
//!
//! What is decided comes from the ledger and from `next` alone. The provider's own count of paid lines
//! is the truth. A planted defect must turn it red.

mod provider;
mod world;

use world::{Defect, Settings, Violation, World};

const SEEDS: u64 = 400;

/// Worlds in which a content was paid other than once, or was never answered.
fn violations(settings: Settings) -> Vec<(u64, Violation)> {
    let found = (0..SEEDS).filter_map(|seed| {
        let mut world = World::new(seed, settings);
        world.run();
        Some((seed, world.violation()?))
    });
    found.collect()
}

fn all_faults(defect: Defect) -> Settings {
    Settings {
        has_faults: true,
        expires: false,
        defect,
    }
}

#[test]
fn every_line_is_paid_exactly_once_through_crashes_hand_overs_and_lost_answers() {
    let found = violations(all_faults(Defect::None));
    assert!(found.is_empty(), "{:?}", found.first());
}

#[test]
fn lines_that_expire_unasked_are_asked_again_and_paid_once() {
    let found = violations(Settings {
        expires: true,
        ..all_faults(Defect::None)
    });
    assert!(found.is_empty(), "{:?}", found.first());
}

#[test]
fn the_faults_are_really_met() {
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..SEEDS {
        let mut world = World::new(seed, all_faults(Defect::None));
        world.run();
        met.extend(world.met);
    }
    for what in [
        "crash while gathered",
        "crash on its way",
        "takeover",
        "answer lost",
        "found by its marks",
        "attached",
        "submitted for another",
        "announced anew",
        "fenced at its announcement",
        "landed without its sender",
    ] {
        assert!(met.contains(what), "never met: {what}; met: {met:?}");
    }
}

#[test]
fn every_planted_defect_pays_twice() {
    for defect in [
        Defect::LooksNowhere,
        Defect::IgnoresTheTerm,
        Defect::LooksTooEarly,
        Defect::CreatesBlindly,
        Defect::SleepsThroughTheTerm,
    ] {
        let is_paid_twice = (0..SEEDS).any(|seed| {
            let mut world = World::new(seed, all_faults(defect));
            world.run();
            world
                .violation()
                .is_some_and(|violation| violation.paid > 1)
        });
        assert!(is_paid_twice, "{defect:?} is not noticed");
    }
}
