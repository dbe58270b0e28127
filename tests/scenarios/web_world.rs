//! Postings on boards, feeds and pages of many kinds, dressed anew every day: nothing is a new
//! version until somebody edits it, and then exactly that.
//!
//! `make world` runs the same at its full size.

use readonce_testkit::web::{Spec, World};
use readonce_tests::web::{Defect, Plan, carry, check, one_hash};

const POSTINGS: u32 = 2000;
/// Enough to meet every kind of site, few enough to run once for each defect.
const FEW: u32 = 200;

fn world(postings: u32, seed: u64) -> World {
    World::new(&Spec {
        postings,
        seed,
        ..Spec::default()
    })
}

/// What differs from what the world knows that it changed.
fn differs(world: &World, defect: Defect) -> Result<(), String> {
    let plan = Plan {
        defect,
        keep: 1,
        ..Plan::default()
    };
    check(world, &carry(world, plan))
}

#[test]
fn nothing_is_a_new_version_until_somebody_edits_it() {
    let world = world(POSTINGS, 7);
    assert!(world.edits().len() > 10, "the world edits nothing");
    differs(&world, Defect::None).unwrap_or_else(|words| panic!("{words}"));
}

#[test]
fn a_posting_has_one_hash_on_every_kind_of_site() {
    let world = world(POSTINGS, 11);
    let apart = one_hash(&world, (0..POSTINGS).step_by(40), 2);
    assert!(apart.is_empty(), "{} of 50:\n{}", apart.len(), apart[0]);
}

#[test]
fn every_planted_defect_is_found() {
    let world = world(FEW, 3);
    differs(&world, Defect::None).unwrap_or_else(|words| panic!("without a defect: {words}"));
    for defect in Defect::PLANTED {
        assert!(differs(&world, defect).is_err(), "{defect:?} is not found");
    }
}
