//! The source itself says that an item is gone.

use PresenceState::*;

use super::*;

fn two_listed() -> World {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    world
}

/// A run that shows item 1 and calls item 2 gone, without seeing the whole source.
fn gone_2(world: &mut World, run: &str) -> Applied {
    world.now_ms += DAY_MS;
    world.start(run);
    let applied = world.gone(run, &[shows("1", "A")], &["2"]);
    world.finish_short(run, 1);
    applied
}

#[test]
fn its_row_and_its_last_content_stay() {
    let mut world = two_listed();
    let before = world.seen("2").clone();
    let applied = gone_2(&mut world, "r2");
    assert_eq!((applied.snapshots.len(), applied.requests.len()), (0, 0));
    let now = world.seen("2");
    assert_eq!(now.outcome, Outcome::Withdrawn);
    assert!(now.is_event() && now.observed_at_ms > before.observed_at_ms);
    assert_eq!(
        (now.content_hash, &now.title, &now.url, &now.facts),
        (
            before.content_hash,
            &before.title,
            &before.url,
            &before.facts
        )
    );
    let run = world.counted("r2");
    assert_eq!((run.seen, run.withdrawn, run.missing), (1, 1, 1));
}

#[test]
fn it_is_delisted_by_the_rule_of_the_catalog_although_the_run_was_short() {
    let mut world = two_listed();
    gone_2(&mut world, "r2");
    assert_eq!(world.listed("2"), Missing, "one proof of two");
    gone_2(&mut world, "r3");
    assert_eq!(world.listed("2"), Delisted);
    assert_eq!(world.tables.presence[&item("2")].run_id, "board/r3");
    assert_eq!(world.listed("1"), Listed);
}

#[test]
fn it_counts_as_missed_by_a_complete_run_too() {
    let mut world = two_listed();
    for run in ["r2", "r3"] {
        world.now_ms += DAY_MS;
        world.gone(run, &[shows("1", "A")], &["2"]);
        world.finish(run, 1);
        assert!(world.counted(run).healthy);
    }
    assert_eq!(world.listed("2"), Delisted);
}

#[test]
fn a_source_whose_only_item_is_called_gone_is_not_an_empty_list() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    for run in ["r2", "r3"] {
        world.now_ms += DAY_MS;
        world.gone(run, &[], &["1"]);
        world.finish(run, 1);
    }
    assert!(world.counted("r3").healthy);
    assert_eq!(world.listed("1"), Delisted);
}

#[test]
fn only_the_first_time_is_an_event() {
    let mut world = two_listed();
    gone_2(&mut world, "r2");
    let first = world.seen("2").clone();
    gone_2(&mut world, "r3");
    let again = world.seen("2");
    assert_eq!(again.outcome, Outcome::Withdrawn);
    assert!(!again.is_event());
    assert_eq!(again.changed_at_ms, first.changed_at_ms);
}

#[test]
fn what_was_never_seen_is_not_made_by_its_withdrawal() {
    let mut world = two_listed();
    let applied = world.gone("r2", &[], &["9", "", "\u{0}"]);
    assert_eq!(applied.observations, []);
    assert_eq!(world.state.items(), 2);
    assert_eq!(world.counted("r2").withdrawn, 0);
}

#[test]
fn a_deleted_item_is_not_brought_back_by_it() {
    let mut world = two_listed();
    world.run("r2", &[shows("1", "A")]);
    world.run("r3", &[shows("1", "A")]);
    assert_eq!(world.listed("2"), Delisted);
    gone_2(&mut world, "r4");
    assert_eq!(world.listed("2"), Delisted);
}

#[test]
fn within_a_run_what_is_seen_is_there_in_either_order() {
    let mut world = two_listed();
    world.page("r2", &[shows("1", "A"), shows("2", "B")]);
    let late = world.gone("r2", &[], &["2"]);
    assert_eq!(late.observations, []);
    assert_eq!(world.seen("2").outcome, Outcome::Unchanged);
    world.gone("r3", &[shows("1", "A")], &["2"]);
    world.page("r3", &[shows("2", "B")]);
    let run = world.counted("r3");
    assert_eq!((run.seen, run.withdrawn, run.duplicate), (2, 0, 0));
    world.finish("r3", 2);
    assert_eq!(world.listed("2"), Listed);
    let both = world.gone("r4", &[shows("2", "B")], &["2"]);
    assert_eq!(
        outcomes(&both),
        [Outcome::Unchanged],
        "a page that says both shows it"
    );
}

#[test]
fn an_older_withdrawal_does_not_overwrite_what_is_newer() {
    let mut world = two_listed();
    world.now_ms -= DAY_MS;
    let late = world.gone("r0", &[], &["2"]);
    assert_eq!(late.observations, []);
    assert_eq!(world.seen("2").outcome, Outcome::New);
}

#[test]
fn an_item_that_is_seen_again_is_back_at_its_content() {
    let mut world = two_listed();
    gone_2(&mut world, "r2");
    gone_2(&mut world, "r3");
    world.now_ms += DAY_MS;
    let back = world.run("r4", &[shows("1", "A"), shows("2", "B")]);
    assert_eq!(outcomes(&back), [Outcome::Unchanged, Outcome::Reverted]);
    assert_eq!((back.snapshots.len(), back.requests.len()), (0, 0));
    assert_eq!(world.listed("2"), Relisted);
    let edited = {
        gone_2(&mut world, "r5");
        world.run("r6", &[shows("1", "A"), shows("2", "C")])
    };
    assert_eq!(outcomes(&edited), [Outcome::Unchanged, Outcome::Changed]);
}

#[test]
fn it_never_comes_back_to_life_by_a_replay() {
    let mut world = two_listed();
    gone_2(&mut world, "r2");
    gone_2(&mut world, "r3");
    let (state, tables) = (world.state.clone(), world.tables.clone());
    for from in 0..world.events.len() {
        let mut again = world.tables.restore();
        for event in &world.events[from..] {
            let applied = feed(&mut again, event);
            assert!(applied.is_empty(), "{applied:?}");
        }
        assert_eq!(again, state);
    }
    assert_eq!(tables.observations[&item("2")].outcome, Outcome::Withdrawn);
}

#[test]
fn the_late_end_of_an_old_run_does_not_miss_what_it_saw_itself() {
    let mut world = two_listed();
    world.now_ms += DAY_MS;
    world.start("old");
    world.page("old", &[shows("1", "A"), shows("2", "B")]);
    world.start("new");
    world.gone("new", &[shows("1", "A")], &["2"]);
    let applied = world.finish("old", 1);
    assert_eq!(applied.presence, []);
    world.finish_short("new", 1);
    assert_eq!(world.listed("2"), Missing);
}
