//! New, changed, reverted, unchanged; and what each costs.

use readonce_model::record::{ChangeKind, RequestReason};

use super::*;

#[test]
fn a_new_item_is_observed_listed_written_and_asked_for() {
    let mut world = World::new();
    world.start("r1");
    let applied = world.page("r1", &[shows("1", "A")]);
    assert_eq!(outcomes(&applied), [Outcome::New]);
    let seen = world.seen("1");
    assert_eq!(
        (seen.first_seen_at_ms, seen.changed_at_ms),
        (START_MS + 1_000, START_MS + 1_000)
    );
    assert_eq!((seen.previous_hash, seen.recent_hashes.len()), (None, 0));
    assert_eq!(world.listed("1"), PresenceState::Listed);
    assert_eq!(applied.snapshots[0].text, "A");
    let request = &applied.requests[0];
    assert_eq!(request.reason, RequestReason::New);
    assert_eq!(
        (
            request.caused_by_raw_partition,
            request.caused_by_raw_offset
        ),
        (3, 1)
    );
    assert_eq!(request.caused_by_parser.as_deref(), Some("greenhouse@1"));
}

#[test]
fn a_request_names_the_parser_document_that_its_source_names() {
    let mut world = World::new();
    let mut read = reading(&[shows("1", "A")], 0);
    read.reader.parser = Some("shop@3".into());
    let applied = world.push(raw(RawKind::Page, "r1"), Some(read));
    let parser = applied.requests[0].caused_by_parser.as_deref();
    assert_eq!(parser, Some("shop@3"));
}

#[test]
fn unchanged_content_costs_one_observation_and_nothing_else() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    let applied = world.run("r2", &[shows("1", "A")]);
    assert_eq!(outcomes(&applied), [Outcome::Unchanged]);
    assert_eq!((applied.snapshots.len(), applied.requests.len()), (0, 0));
    assert_eq!(applied.presence.len(), 0);
    let seen = world.seen("1");
    assert_eq!(seen.first_seen_at_ms, seen.changed_at_ms);
    assert!(seen.observed_at_ms > seen.changed_at_ms);
}

#[test]
fn every_contract_of_the_source_is_asked_for() {
    let mut world = World::new();
    let two = RawRecord {
        contracts: vec!["job@1".parse().unwrap(), "job@2".parse().unwrap()],
        ..raw(RawKind::Page, "r1")
    };
    let applied = world.push(two, Some(reading(&[shows("1", "A")], 0)));
    let asked: Vec<String> = applied
        .requests
        .iter()
        .map(|r| r.contract.to_string())
        .collect();
    assert_eq!(asked, ["job@1", "job@2"]);
    assert_eq!(applied.snapshots.len(), 1);
}

#[test]
fn a_content_that_two_items_share_is_asked_for_once() {
    let mut world = World::new();
    let applied = world.page("r1", &[shows("1", "A"), shows("2", "A")]);
    assert_eq!(applied.observations.len(), 2);
    assert_eq!((applied.snapshots.len(), applied.requests.len()), (1, 1));
}

#[test]
fn a_to_b_to_a_is_a_return_and_asks_for_a_again() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    let to_b = world.run("r2", &[shows("1", "B")]);
    assert_eq!(outcomes(&to_b), [Outcome::Changed]);
    let back = world.run("r3", &[shows("1", "A")]);
    assert_eq!(outcomes(&back), [Outcome::Reverted]);
    assert_eq!(back.requests[0].reason, RequestReason::Reverted);
    assert_eq!(back.requests[0].content_hash, hash("Nurse", "A"));
    let seen = world.seen("1");
    assert_eq!(seen.previous_hash, Some(hash("Nurse", "B")));
    assert_eq!(seen.recent_hashes, [hash("Nurse", "B")]);
    assert_eq!(seen.changed_at_ms, seen.observed_at_ms);
    assert_eq!(world.tables.requests.len(), 2, "one key for each content");
    assert_eq!(
        outcomes(&world.run("r4", &[shows("1", "B")])),
        [Outcome::Reverted]
    );
}

#[test]
fn sixteen_earlier_contents_are_remembered_each_once_newest_first() {
    let mut world = World::new();
    for n in 0..40 {
        world.run(&format!("r{n}"), &[shows("1", &(n % 20).to_string())]);
    }
    let expected: Vec<_> = (3..19)
        .rev()
        .map(|n| hash("Nurse", &n.to_string()))
        .collect();
    assert_eq!(world.seen("1").content_hash, hash("Nurse", "19"));
    assert_eq!(world.seen("1").recent_hashes, expected);
}

#[test]
fn a_change_of_pay_is_a_change_and_never_a_paid_call() {
    let mut world = World::new();
    world.run("r1", &[paid(shows("1", "A"), "137000")]);
    let applied = world.run("r2", &[paid(shows("1", "A"), "140000")]);
    assert_eq!(outcomes(&applied), [Outcome::Changed]);
    let changed = &applied.observations[0].changes;
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].field, "pay_max");
    assert_eq!(changed[0].before.as_deref(), Some("137000"));
    assert_eq!(changed[0].after.as_deref(), Some("140000"));
    assert_eq!((applied.snapshots.len(), applied.requests.len()), (0, 0));
    assert_eq!(
        world.seen("1").previous_hash,
        None,
        "the content is the first one still"
    );
}

#[test]
fn changes_tell_title_from_text() {
    let fields = |before: Sighting, after: Sighting| {
        let mut world = World::new();
        world.run("r1", &[before]);
        let applied = world.run("r2", &[after]);
        let changes = applied.observations[0].changes.clone();
        assert!(
            changes
                .iter()
                .all(|change| change.kind == ChangeKind::Edited)
        );
        changes
            .into_iter()
            .map(|change| (change.field, change.before, change.after))
            .collect::<Vec<_>>()
    };
    let title = ("title".into(), Some("Nurse".into()), Some("Doctor".into()));
    let text = ("text".into(), None, None);
    let before = || titled("1", "Nurse", "A");
    assert_eq!(
        fields(before(), titled("1", "Doctor", "A")),
        std::slice::from_ref(&title)
    );
    assert_eq!(
        fields(before(), titled("1", "Nurse", "B")),
        std::slice::from_ref(&text)
    );
    assert_eq!(fields(before(), titled("1", "Doctor", "B")), [title, text]);
}

#[test]
fn an_edit_under_the_same_id_is_an_update_whatever_its_times_say() {
    // Case of a public report: the cursor was a creation time, so edits were never found.
    let mut world = World::new();
    let published = |text: &str, updated: &str| Sighting {
        facts: Facts {
            published_at: Some("2026-09-01T08:00:00Z".into()),
            updated_at: Some(updated.into()),
            ..Facts::default()
        },
        ..shows("7", text)
    };
    world.run("r1", &[published("Pay 50k", "2026-09-19T08:00:00Z")]);
    world.run("r2", &[published("Pay 60k", "2026-09-24T08:00:00Z")]);
    assert_eq!(
        (world.counted("r2").changed, world.counted("r2").new),
        (1, 0)
    );
    let touched = world.run("r3", &[published("Pay 60k", "2026-09-25T08:00:00Z")]);
    assert_eq!(
        outcomes(&touched),
        [Outcome::Unchanged],
        "a moving time is no change"
    );
}

#[test]
fn a_link_without_its_old_query_is_no_change_but_is_shown() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "A")]);
    let moved = Sighting {
        url: Some("https://b.example.com/other/1".into()),
        ..shows("1", "A")
    };
    assert_eq!(
        outcomes(&world.run("r2", std::slice::from_ref(&moved))),
        [Outcome::Unchanged]
    );
    assert_eq!(world.seen("1").url, moved.url);
}

#[test]
fn times_of_an_item_rise_even_when_the_clock_does_not() {
    let mut world = World::new();
    let mut last = i64::MIN;
    for (run, step) in [("r1", 0), ("r2", 0), ("r3", -7_200_000), ("r4", 0)] {
        world.now_ms = START_MS + step;
        world.page(run, &[shows("1", run)]);
        let seen = world.seen("1");
        assert!(seen.observed_at_ms > last);
        assert_eq!(seen.changed_at_ms, seen.observed_at_ms);
        last = seen.observed_at_ms;
    }
    assert_eq!(last, START_MS + 3);
}
