//! A board that fails hides nothing; one that suddenly answers nothing is not believed.

use readonce_testkit::world::{Board, Shape, Spec, World};
use readonce_tests::pure::{Defect, Pipeline};

/// A page that brings one item, so that its run looks healthy when it is taken for complete.
const ONE_ITEM: &str = r#"{"jobs":[{"id":1,"title":"Porter","content":"<p>Carries.</p>"}]}"#;
const NO_ITEM: &str = r#"{"jobs":[],"meta":{"total":0}}"#;

/// A wall with a good status, where the board's JSON should be.
const CAPTCHA: &str = "<html><head><title>Just a moment...</title></head>\
    <body><h1>Verify you are human</h1><div class='g-recaptcha'></div></body></html>";

/// Items of a board that the view shows before and after three runs in a row with these pages.
fn shown(defect: Defect, bodies: &[&str], complete: bool) -> (usize, usize) {
    let spec = Spec {
        postings: 60,
        days: 1,
        ..Spec::default()
    };
    let world = World::build(&spec).expect("a world");
    let mut pipeline = Pipeline::new(defect);
    pipeline.day(&world, 1);
    let is_greenhouse = |board: &&Board| board.shape == Shape::Greenhouse;
    let board = world
        .boards()
        .iter()
        .find(is_greenhouse)
        .expect("a board of this shape");
    let of_board = |pipeline: &Pipeline| {
        pipeline
            .latest()
            .keys()
            .filter(|id| id.source() == board.source)
            .count()
    };
    let before = of_board(&pipeline);
    for day in 2..=4 {
        let bodies = bodies.iter().map(|body| (*body).to_owned()).collect();
        pipeline.log.append_pages(board, day, bodies, complete);
        pipeline.work(day);
    }
    (before, of_board(&pipeline))
}

#[test]
fn failed_runs_delist_nothing() {
    let (before, after) = shown(Defect::None, &[], false);
    assert!(before > 0);
    assert_eq!(before, after);
}

#[test]
fn runs_that_end_early_delist_nothing() {
    let (before, after) = shown(Defect::None, &[ONE_ITEM], false);
    assert_eq!(after, before + 1);
}

#[test]
fn a_sudden_empty_list_delists_nothing() {
    let (before, after) = shown(Defect::None, &[NO_ITEM], true);
    assert!(before > 0);
    assert_eq!(before, after);
}

#[test]
fn the_check_finds_trust_in_runs_that_end_early() {
    let (before, after) = shown(Defect::TrustEveryRun, &[ONE_ITEM], false);
    assert!(after <= before, "{before} before, {after} after");
}

#[test]
fn a_wall_beside_a_page_delists_nothing() {
    let (before, after) = shown(Defect::None, &[ONE_ITEM, CAPTCHA], true);
    assert_eq!(after, before + 1);
}

#[test]
fn the_check_finds_trust_in_walls() {
    let (before, after) = shown(Defect::TrustWalls, &[ONE_ITEM, CAPTCHA], true);
    assert!(after <= before, "{before} before, {after} after");
}
