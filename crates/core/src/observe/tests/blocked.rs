//! Walls in front of content: evidence, and nothing goes missing.

use super::*;

#[test]
fn a_blocked_page_is_counted_and_its_run_moves_nobody() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    let before = world.tables.clone();
    for run in ["r2", "r3", "r4"] {
        world.now_ms += DAY_MS;
        world.start(run);
        world.page(run, &[shows("1", "A")]);
        world.blocked(run);
        world.finish(run, 2);
        let run = world.counted(run);
        assert_eq!((run.blocked, run.failed, run.pages), (1, 0, 1));
        assert_eq!((run.complete, run.healthy), (true, false));
        assert_eq!(
            run.reason.as_deref(),
            Some("pages that are walls, no content: 1")
        );
    }
    assert_eq!(world.tables.presence, before.presence);
    assert_eq!(world.tables.observations.len(), 2);
}

#[test]
fn a_run_of_nothing_but_a_wall_leaves_everything_as_it_was() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    let before = world.tables.clone();
    world.start("r2");
    let applied = world.blocked("r2");
    assert_eq!((applied.observations.len(), applied.presence.len()), (0, 0));
    world.finish("r2", 1);
    assert_eq!(world.tables.presence, before.presence);
    assert_eq!(world.tables.observations, before.observations);
    let back = world.run("r3", &[shows("1", "A")]);
    assert_eq!(
        outcomes(&back),
        [Outcome::Unchanged],
        "the wall was no version"
    );
}

#[test]
fn a_wall_inside_a_file_counts_like_a_page_of_its_own() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    let page = Reading {
        blocked: 1,
        ..reading(&[shows("1", "A")], 0)
    };
    world.push(raw(RawKind::Page, "r2"), Some(page));
    world.finish("r2", 1);
    let run = world.counted("r2");
    assert_eq!((run.blocked, run.pages, run.healthy), (1, 1, false));
    assert_eq!(world.listed("2"), PresenceState::Listed);
}

#[test]
fn what_a_short_run_calls_gone_behind_a_wall_is_not_believed() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A"), shows("2", "B")]);
    for run in ["r2", "r3"] {
        world.now_ms += DAY_MS;
        world.gone(run, &[shows("1", "A")], &["2"]);
        world.blocked(run);
        world.finish_short(run, 2);
    }
    assert_eq!(world.listed("2"), PresenceState::Listed);
}
