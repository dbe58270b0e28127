//! Counters: each thing once, whatever is delivered again.

use super::*;

#[test]
fn a_run_counts_each_item_once_in_one_class() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B"), shows("3", "C")]);
    world.run("r2", &[shows("1", "X")]);
    world.now_ms += DAY_MS;
    world.start("r3");
    world.page("r3", &[shows("1", "A"), shows("2", "Y")]);
    world.page("r3", &[shows("3", "C"), shows("4", "D")]);
    world.finish("r3", 2);
    let run = world.counted("r3");
    assert_eq!((run.pages, run.seen), (2, 4));
    assert_eq!((run.new, run.changed, run.unchanged), (1, 2, 1));
    assert_eq!((run.reverted, run.duplicate, run.failed), (1, 0, 0));
    assert_eq!((run.complete, run.healthy), (true, true));
    assert!(run.finished_at_ms.unwrap() > run.started_at_ms);
    assert_eq!(run.raw_offset, world.events.len() as i64 - 1);
}

#[test]
fn rows_that_a_later_run_shows_again_are_not_new() {
    // Case of a public report: rows that share the high-water time were lost or repeated.
    let mut world = World::new();
    world.run("r1", &[shows("a", "1"), shows("b", "2"), shows("c", "2")]);
    let shown = ["b", "c", "d", "e"].map(|id| shows(id, if id == "e" { "3" } else { "2" }));
    let applied = world.run("r2", &shown);
    let new: Vec<&str> = applied
        .observations
        .iter()
        .filter(|seen| seen.outcome == Outcome::New)
        .map(|seen| seen.item_id.as_str())
        .collect();
    assert_eq!(new, ["board/d", "board/e"]);
}

#[test]
fn pages_that_failed_leave_the_content_as_it_was() {
    // Case of a public report: an error page overwrote the checksum, and the recovery was a change.
    let mut world = World::new();
    let body = [shows("vacancies", "Nurse, full time")];
    world.run("t1", &body);
    for failed in ["t2", "t3"] {
        let end = RawRecord {
            complete: Some(false),
            reason: Some("page 1 could not be used: status 503".into()),
            ..finished(failed, 0)
        };
        world.start(failed);
        world.push(end, None);
    }
    let recovered = world.run("t4", &body);
    assert_eq!(outcomes(&recovered), [Outcome::Unchanged]);
    assert_eq!(
        (world.tables.snapshots.len(), world.tables.requests.len()),
        (1, 1)
    );
}

#[test]
fn the_same_sighting_on_another_page_is_a_duplicate() {
    let mut world = World::new();
    world.page("r1", &[paid(shows("1", "A"), "100")]);
    let again = world.page("r1", &[paid(shows("1", "A"), "200")]);
    assert_eq!(again.observations, [], "the first sighting of a run stays");
    let run = world.counted("r1");
    assert_eq!((run.seen, run.new, run.duplicate), (1, 1, 1));
    assert_eq!(world.seen("1").facts.pay_max.as_deref(), Some("100"));
}

#[test]
fn another_content_in_the_same_run_replaces_the_one_before() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    world.page("r2", &[shows("1", "A"), shows("2", "Y")]);
    let later = world.page("r2", &[shows("1", "X"), shows("2", "Z")]);
    assert_eq!(outcomes(&later), [Outcome::Changed, Outcome::Changed]);
    assert_eq!(later.requests.len(), 2);
    let run = world.counted("r2");
    assert_eq!((run.seen, run.duplicate), (2, 2));
    assert_eq!((run.new, run.changed, run.unchanged), (0, 2, 0));
}

#[test]
fn a_page_that_shows_an_item_twice_shows_it_once() {
    let mut world = World::new();
    let applied = world.page("r1", &[shows("1", "A"), shows("2", "B"), shows("1", "A")]);
    assert_eq!(applied.observations.len(), 2);
    assert_eq!(world.counted("r1").duplicate, 1);
    let pays = [paid(shows("3", "C"), "100"), paid(shows("3", "C"), "200")];
    world.page("r1", &pays);
    assert_eq!(
        world.seen("3").facts.pay_max.as_deref(),
        Some("100"),
        "the first one stays"
    );
    let twice = world.page("r2", &[shows("1", "X"), shows("1", "A")]);
    assert_eq!(
        outcomes(&twice),
        [Outcome::Unchanged],
        "the later one counts"
    );
    let run = world.counted("r2");
    assert_eq!((run.seen, run.unchanged, run.duplicate), (1, 1, 1));
}

#[test]
fn a_page_behind_the_end_of_its_run_is_observed_but_not_counted() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    let before = world.counted("r1").clone();
    let late = world.page("r1", &[shows("2", "B")]);
    assert_eq!(outcomes(&late), [Outcome::New]);
    assert_eq!(world.listed("2"), PresenceState::Listed);
    assert_eq!(world.counted("r1"), &before);
}

#[test]
fn what_was_set_aside_is_counted_as_failed() {
    let mut world = World::new();
    let page = reading(&[shows("1", "A"), shows(" ", "B"), shows("2", "C")], 2);
    world.push(raw(RawKind::Page, "r1"), Some(page));
    let run = world.counted("r1");
    assert_eq!((run.seen, run.failed), (2, 3));
}

#[test]
fn a_record_that_is_delivered_again_emits_nothing_and_changes_nothing() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    world.run("r2", &[shows("1", "X")]);
    world.run("r3", &[shows("1", "A"), shows("2", "B")]);
    let before = world.state.clone();
    for event in world.events.clone() {
        let applied = feed(&mut world.state, &event);
        assert!(applied.is_empty(), "{:?}: {applied:?}", event.at);
    }
    assert_eq!(world.state, before);
}

#[test]
fn a_restored_state_is_the_state_that_was_left() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    world.run("r2", &[shows("1", "X")]);
    assert_eq!(world.tables.restore(), world.state);
    assert_eq!(world.state.items(), 2);
}
