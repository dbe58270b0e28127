//! Who is listed, missing, delisted, relisted, and which runs may say so.

use PresenceState::{Delisted, Listed, Missing, Relisted};

use super::*;

/// After a run that listed items 1 and 2.
fn two_listed() -> World {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    world
}

/// A run that shows item 1 only.
fn without_2(world: &mut World, run: &str) {
    world.run(run, &[shows("1", "A")]);
}

#[test]
fn an_item_goes_missing_then_delisted_then_comes_back() {
    let mut world = two_listed();
    without_2(&mut world, "r2");
    assert_eq!(world.listed("2"), Missing);
    assert_eq!(world.tables.presence[&item("2")].missed_runs, 1);
    assert_eq!(world.counted("r2").missing, 1);
    without_2(&mut world, "r3");
    assert_eq!(world.listed("2"), Delisted);
    assert_eq!(world.tables.presence[&item("2")].missed_runs, 2);
    assert_eq!(
        (world.counted("r3").missing, world.counted("r3").delisted),
        (0, 1)
    );
    without_2(&mut world, "r4");
    assert_eq!(
        world.tables.presence[&item("2")].run_id,
        "board/r3",
        "delisted once"
    );
    world.run("r5", &[shows("1", "A"), shows("2", "B")]);
    assert_eq!(world.listed("2"), Relisted);
    assert_eq!(world.counted("r5").relisted, 1);
    let since = world.tables.presence[&item("2")].since_ms;
    world.run("r6", &[shows("1", "A"), shows("2", "B")]);
    assert_eq!(world.listed("2"), Listed);
    assert!(world.tables.presence[&item("2")].since_ms > since);
    assert_eq!(world.listed("1"), Listed);
    assert_eq!(
        world.tables.presence[&item("1")].run_id,
        "board/r1",
        "never moved"
    );
}

#[test]
fn relisted_lasts_for_the_whole_run_that_found_the_item() {
    let mut world = two_listed();
    without_2(&mut world, "r2");
    without_2(&mut world, "r3");
    world.page("r4", &[shows("2", "B")]);
    let again = world.page("r4", &[shows("2", "B")]);
    assert_eq!(again.presence, []);
    assert_eq!(
        (world.listed("2"), world.counted("r4").relisted),
        (Relisted, 1)
    );
}

#[test]
fn an_end_that_is_delivered_again_hides_nothing_even_if_the_clock_went_back() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.start("r2");
    world.now_ms -= 60_000;
    world.page("r2", &[shows("1", "A"), shows("2", "B")]);
    world.finish("r2", 1);
    let end = world.events[world.events.len() - 1].clone();
    world.page("r3", &[shows("1", "A"), shows("2", "B")]);
    let again = feed(&mut world.state, &end);
    assert!(again.is_empty(), "{again:?}");
}

#[test]
fn a_missing_item_that_is_seen_again_is_listed_and_starts_over() {
    let mut world = two_listed();
    without_2(&mut world, "r2");
    world.run("r3", &[shows("1", "A"), shows("2", "B")]);
    assert_eq!(world.listed("2"), Listed);
    assert_eq!(world.counted("r3").relisted, 0, "it was never gone");
    without_2(&mut world, "r4");
    assert_eq!(world.listed("2"), Missing);
}

#[test]
fn the_catalog_says_how_many_runs_must_miss_an_item() {
    for (after, expected) in [
        (1, [Delisted, Delisted, Delisted]),
        (2, [Missing, Delisted, Delisted]),
        (3, [Missing, Missing, Delisted]),
    ] {
        let mut world = two_listed();
        for (n, expected) in expected.into_iter().enumerate() {
            world.now_ms += DAY_MS;
            let run = format!("s{n}");
            world.page(&run, &[shows("1", "A")]);
            let end = RawRecord {
                delist_after_runs: Some(after),
                ..finished(&run, 1)
            };
            world.push(end, None);
            assert_eq!(world.listed("2"), expected, "after {after}, run {n}");
        }
        let missing: i64 = world.tables.runs.values().map(|run| run.missing).sum();
        let delisted: i64 = world.tables.runs.values().map(|run| run.delisted).sum();
        assert_eq!(
            (missing, delisted),
            (i64::from(after > 1), 1),
            "each counted once"
        );
    }
}

#[test]
fn a_state_that_lasts_keeps_its_beginning() {
    let mut world = two_listed();
    for run in ["s1", "s2"] {
        world.now_ms += DAY_MS;
        world.page(run, &[shows("1", "A")]);
        let end = RawRecord {
            delist_after_runs: Some(9),
            ..finished(run, 1)
        };
        world.push(end, None);
    }
    let missing = &world.tables.presence[&item("2")];
    assert_eq!((missing.state, missing.missed_runs), (Missing, 2));
    assert_eq!(missing.run_id, "board/s2");
    assert!(missing.at_ms - missing.since_ms >= DAY_MS);
}

#[test]
fn an_item_is_listed_and_brought_back_before_its_run_ends() {
    let mut world = two_listed();
    without_2(&mut world, "r2");
    without_2(&mut world, "r3");
    world.now_ms += DAY_MS;
    let applied = world.page("r4", &[shows("2", "B"), shows("3", "C")]);
    assert_eq!((world.listed("2"), world.listed("3")), (Relisted, Listed));
    assert_eq!(applied.presence.len(), 2);
    world.push(
        RawRecord {
            complete: Some(false),
            reason: Some("page 2 could not be used: timeout".into()),
            ..finished("r4", 1)
        },
        None,
    );
    assert_eq!(
        world.listed("2"),
        Relisted,
        "an incomplete run hides nothing"
    );
}

#[test]
fn an_incomplete_run_moves_nobody() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.page("r2", &[shows("1", "A")]);
    let end = RawRecord {
        complete: Some(false),
        reason: Some("page 3 repeats earlier pages".into()),
        ..finished("r2", 1)
    };
    let applied = world.push(end, None);
    assert_eq!((applied.presence.len(), world.listed("2")), (0, Listed));
    let run = world.counted("r2");
    assert_eq!((run.complete, run.healthy), (false, false));
    assert_eq!(run.reason.as_deref(), Some("page 3 repeats earlier pages"));
}

#[test]
fn an_empty_list_from_a_source_that_had_items_is_suspect() {
    let mut world = two_listed();
    for n in 0..5 {
        world.run(&format!("empty-{n}"), &[]);
    }
    assert_eq!((world.listed("1"), world.listed("2")), (Listed, Listed));
    let run = world.counted("empty-4");
    assert_eq!((run.complete, run.healthy), (true, false));
    assert_eq!(
        run.reason.as_deref(),
        Some("no items, although 2 were listed before")
    );
}

#[test]
fn an_empty_list_from_a_source_without_items_is_healthy() {
    let mut world = World::new();
    world.run("r1", &[]);
    assert!(world.counted("r1").healthy);
    assert_eq!(world.counted("r1").reason, None);
}

#[test]
fn a_page_that_could_not_be_read_makes_the_run_unhealthy() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.page("r2", &[shows("1", "A")]);
    world.push(raw(RawKind::Page, "r2"), None);
    world.finish("r2", 2);
    assert_eq!(world.listed("2"), Listed);
    let run = world.counted("r2");
    assert_eq!((run.pages, run.failed, run.healthy), (1, 1, false));
    assert_eq!(run.reason.as_deref(), Some("1 of 2 pages could be read"));
}

#[test]
fn a_run_in_which_most_records_failed_is_unhealthy() {
    for (rejected, healthy) in [(1, true), (2, false)] {
        let mut world = two_listed();
        world.now_ms += DAY_MS;
        let page = reading(&[shows("1", "A")], rejected);
        world.push(raw(RawKind::Page, "r2"), Some(page));
        world.finish("r2", 1);
        assert_eq!(
            world.counted("r2").healthy,
            healthy,
            "{rejected} of {}",
            rejected + 1
        );
        assert_eq!(world.listed("2") == Missing, healthy);
    }
}

#[test]
fn the_late_end_of_an_old_run_does_not_hide_what_a_newer_run_found() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.start("old");
    world.page("old", &[shows("1", "A")]);
    world.start("new");
    world.page("new", &[shows("1", "A"), shows("2", "B"), shows("3", "C")]);
    let applied = world.finish("old", 1);
    assert_eq!(
        applied.presence,
        [],
        "2 and 3 were seen since the old run began"
    );
    assert!(world.counted("old").healthy);
    assert_eq!(
        world.counted("old").state,
        readonce_model::record::RunState::Finished
    );
    world.finish("new", 1);
    for id in ["1", "2", "3"] {
        assert_eq!(world.listed(id), Listed, "{id}");
    }
}

#[test]
fn items_that_neither_run_saw_are_missing_once_a_run() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.start("old");
    world.start("new");
    world.page("new", &[shows("1", "A")]);
    world.page("old", &[shows("1", "A")]);
    world.finish("old", 1);
    assert_eq!(world.listed("2"), Missing);
    world.finish("new", 1);
    assert_eq!(world.listed("2"), Delisted, "two complete runs missed it");
}

#[test]
fn a_second_end_of_the_same_run_counts_nothing() {
    let mut world = two_listed();
    without_2(&mut world, "r2");
    let again = world.finish("r2", 1);
    assert!(again.is_empty(), "{again:?}");
    assert_eq!(world.listed("2"), Missing);
}

#[test]
fn the_end_of_a_run_whose_start_was_never_seen_works() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.page("r2", &[shows("1", "A")]);
    world.finish("r2", 1);
    assert_eq!(world.listed("2"), Missing);
    let nothing_seen = world.finish("r3", 2);
    assert_eq!(nothing_seen.presence, []);
    let run = world.counted("r3");
    assert_eq!(run.reason.as_deref(), Some("0 of 2 pages could be read"));
}

#[test]
fn pages_of_one_item_each_make_one_run_and_hide_nobody() {
    let mut world = two_listed();
    for run in ["r2", "r3", "r4"] {
        world.now_ms += DAY_MS;
        world.start(run);
        for (id, text) in [("1", "A"), ("2", "B")] {
            world.page(run, &[shows(id, text)]);
        }
        world.finish(run, 2);
        assert!(world.counted(run).healthy);
    }
    assert_eq!((world.listed("1"), world.listed("2")), (Listed, Listed));
    assert_eq!(world.counted("r4").seen, 2, "the union of its pages");
}

#[test]
fn another_source_on_the_same_partition_is_not_touched() {
    let mut world = two_listed();
    let other = |kind| RawRecord {
        source: "other".into(),
        ..raw(kind, "x1")
    };
    world.push(other(RawKind::Page), Some(reading(&[shows("9", "Z")], 0)));
    let end = RawRecord {
        source: "other".into(),
        ..finished("x1", 1)
    };
    let applied = world.push(end, None);
    assert_eq!(applied.presence, []);
    assert_eq!((world.listed("1"), world.listed("2")), (Listed, Listed));
}

/// A complete run that shows item 1 only and serves a due time.
fn without_2_for(world: &mut World, run: &str, due_at_ms: i64) {
    let due = |raw: RawRecord| RawRecord {
        due_at_ms: Some(due_at_ms),
        ..raw
    };
    world.push(due(raw(RawKind::RunStarted, run)), None);
    let page = reading(&[shows("1", "A")], 0);
    world.push(due(raw(RawKind::Page, run)), Some(page));
    world.push(due(finished(run, 1)), None);
}

#[test]
fn two_runs_of_one_due_time_are_one_miss() {
    let mut world = two_listed();
    without_2_for(&mut world, "r2", 500);
    without_2_for(&mut world, "r2-again", 500);
    assert_eq!(world.listed("2"), Missing);
    assert_eq!(world.tables.presence[&item("2")].missed_runs, 1);
    without_2_for(&mut world, "r3", 900);
    assert_eq!(world.listed("2"), Delisted);
}
