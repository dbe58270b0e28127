//! The protocol run through crashes: two instances, one partition, a model server that charges.
//!
//! A seeded scheduler picks the next step: read a request, work on one, advance a call, crash,
//! restart, take the partition over, wait. The model server's own log is the truth about what was
//! paid. The checker knows nothing of the ledger's code. A planted defect must turn it red: a
//! simulation that cannot fail proves nothing.

mod checker;
mod earlier;
mod instance;
mod random;
mod server;
mod topics;
mod work;
mod world;

use std::collections::BTreeSet;

use checker::Violation;
use world::{Settings, World};

/// A fault in the caller of the ledger, switched on to see whether the checker notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    None,
    /// The attempt is not written before the call.
    SkipAttemptWrite,
    /// An attempt in doubt is called again at once.
    IgnoreLease,
    /// The request is closed before the profile is written.
    TombstoneFirst,
    /// A later request is paid although the profile is known.
    ForgetProfiles,
    /// The spool is not looked at after a restart.
    ForgetSpool,
    /// Nobody looks for a profile of an earlier contract.
    IgnoreEarlier,
    /// Parts that are answered are asked again by the next attempt.
    ForgetParts,
}

const SEEDS: u64 = 250;

fn quiet() -> Settings {
    Settings {
        faults: false,
        failures: false,
        takeovers: false,
        earlier: false,
        defect: Defect::None,
    }
}

/// Everything that went wrong over all seeds, and every fault that was met at every step.
fn run(settings: Settings) -> (Vec<(u64, Violation)>, BTreeSet<String>) {
    let mut violations = Vec::new();
    let mut met = BTreeSet::new();
    for seed in 0..SEEDS {
        let mut world = World::new(seed, settings);
        world.run();
        let found = checker::check(&world);
        violations.extend(found.into_iter().map(|violation| (seed, violation)));
        met.extend(world.met.iter().cloned());
    }
    (violations, met)
}

#[test]
fn without_crash_every_content_is_paid_exactly_once() {
    let (violations, _) = run(quiet());
    assert!(violations.is_empty(), "{:?}", violations.first());
}

#[test]
fn failing_calls_are_bounded_and_nothing_stays_unpaid() {
    let (violations, _) = run(Settings {
        failures: true,
        ..quiet()
    });
    assert!(violations.is_empty(), "{:?}", violations.first());
}

#[test]
fn crashes_at_every_step_cost_no_more_than_the_calls_they_interrupt() {
    let (violations, met) = run(Settings {
        faults: true,
        failures: true,
        takeovers: true,
        ..quiet()
    });
    assert!(violations.is_empty(), "{:?}", violations.first());
    for fault in ["crash", "takeover"] {
        for step in [
            "announced",
            "sent",
            "replied",
            "spooled",
            "writing 1",
            "writing 2",
            "writing 3",
            "cleaning",
        ] {
            let pair = format!("{fault} at {step}");
            assert!(met.contains(&pair), "never met: {pair}; met: {met:?}");
        }
    }
    for other in [
        "joined",
        "reused",
        "given up",
        "called off",
        "published from the spool",
        "asked again",
        "went on with the next part",
        "left parts to the next attempt",
        "asked only what was missing",
        "settled a whole of parts",
    ] {
        assert!(met.contains(other), "never met: {other}; met: {met:?}");
    }
}

#[test]
fn an_answer_that_reached_the_spool_is_never_paid_again_by_its_owner() {
    let (violations, _) = run(Settings {
        faults: true,
        ..quiet()
    });
    assert!(violations.is_empty(), "{:?}", violations.first());
}

#[test]
fn what_an_earlier_profile_gives_is_never_paid_through_any_crash() {
    let (violations, met) = run(Settings {
        faults: true,
        failures: true,
        takeovers: true,
        earlier: true,
        ..quiet()
    });
    assert!(violations.is_empty(), "{:?}", violations.first());
    for what in ["lifted", "lifted after a call", "crash at writing 2"] {
        assert!(met.contains(what), "never met: {what}; met: {met:?}");
    }
}

#[test]
fn every_planted_defect_is_caught() {
    for (defect, caught) in [
        (Defect::SkipAttemptWrite, "CallWithoutAttempt"),
        (Defect::SkipAttemptWrite, "NumberUsedTwice"),
        (Defect::SkipAttemptWrite, "TooManyCalls"),
        (Defect::IgnoreLease, "CallsOverlap"),
        (Defect::TombstoneFirst, "NeverAnswered"),
        (Defect::ForgetProfiles, "PaidTooOften"),
        (Defect::ForgetSpool, "PaidTooOften"),
        (Defect::IgnoreEarlier, "PaidThoughGiven"),
        (Defect::ForgetParts, "PaidTooOften"),
    ] {
        let (violations, _) = run(Settings {
            faults: true,
            failures: defect == Defect::SkipAttemptWrite,
            takeovers: !matches!(defect, Defect::ForgetSpool | Defect::ForgetParts),
            earlier: defect == Defect::IgnoreEarlier,
            defect,
        });
        let seen = violations
            .iter()
            .any(|(_, found)| format!("{found:?}").starts_with(caught));
        assert!(
            seen,
            "{defect:?} does not show as {caught}: {:?}",
            violations.first()
        );
    }
}
