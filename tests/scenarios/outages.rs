//! A board that fails for a day hides nothing; one that answers nothing is not believed.

use readonce_testkit::world::{Spec, World};
use readonce_tests::pure::{Defect, Pipeline};

/// Items of the first board that the view shows after it failed for three runs in a row.
fn shown_after_outage(defect: Defect, body: Option<&str>) -> (usize, usize) {
    let spec = Spec {
        postings: 60,
        days: 1,
        ..Spec::default()
    };
    let world = World::build(&spec).expect("a world");
    let mut pipeline = Pipeline::new(defect);
    pipeline.day(&world, 1);
    let board = &world.boards()[0];
    let of_board = |pipeline: &Pipeline| {
        pipeline
            .latest()
            .keys()
            .filter(|id| id.source() == board.source)
            .count()
    };
    let before = of_board(&pipeline);
    for day in 2..=4 {
        pipeline.log.append_run(board, day, body.map(str::to_owned));
        pipeline.work(day);
    }
    (before, of_board(&pipeline))
}

#[test]
fn failed_runs_delist_nothing() {
    let (before, after) = shown_after_outage(Defect::None, None);
    assert!(before > 0);
    assert_eq!(before, after);
}

#[test]
fn a_sudden_empty_list_delists_nothing() {
    let empty = r#"{"jobs":[],"meta":{"total":0}}"#;
    let (before, after) = shown_after_outage(Defect::None, Some(empty));
    assert!(before > 0);
    assert_eq!(before, after);
}

#[test]
fn the_check_finds_trust_in_failed_runs() {
    // With a page that brings one item, a run that is taken for complete looks healthy.
    let one = r#"{"jobs":[{"id":1,"title":"Porter","content":"<p>Carries.</p>"}]}"#;
    let (before, after) = shown_after_outage(Defect::TrustEveryRun, Some(one));
    assert!(after < before, "{before} before, {after} after");
}
