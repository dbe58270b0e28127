//! Revised against changed, a new order against an edit, and facts that must never be missed.

use readonce_model::record::ChangeKind;

use super::*;

const NOON: &str = "2026-09-04T12:00:00Z";

fn after(before: Sighting, now: Sighting) -> Observation {
    let mut world = World::new();
    world.run("r1", &[before]);
    world.run("r2", &[now]);
    world.seen("1").clone()
}

fn told(seen: &Observation) -> Vec<(&str, ChangeKind)> {
    let changes = seen.changes.iter();
    changes
        .map(|change| (change.field.as_str(), change.kind))
        .collect()
}

#[test]
fn an_article_that_is_edited_while_its_publication_stays_is_revised() {
    let first = article("1", "Cut of 0.5 points", "A", NOON);
    for edited in [
        article("1", "Cut of 0.25 points", "A", NOON),
        article("1", "Cut of 0.5 points", "B", NOON),
    ] {
        let seen = after(first.clone(), edited);
        assert_eq!(seen.outcome, Outcome::Revised, "{:?}", seen.changes);
        assert_eq!(seen.changed_at_ms, seen.observed_at_ms);
        assert_eq!(seen.kind.as_deref(), Some("article"));
    }
    let mut signed = first.clone();
    signed.facts.author = Some("Li Wei".into());
    let seen = after(first, signed);
    assert_eq!(
        (seen.outcome, told(&seen)),
        (Outcome::Revised, vec![("author", ChangeKind::Added)])
    );
}

#[test]
fn an_article_under_another_publication_or_under_none_is_changed() {
    let later = "2026-09-05T12:00:00Z";
    let moved = after(article("1", "T", "A", NOON), article("1", "T", "B", later));
    assert_eq!(moved.outcome, Outcome::Changed);
    let undated = |text: &str| Sighting {
        facts: Facts::default(),
        ..article("1", "T", text, NOON)
    };
    assert_eq!(after(undated("A"), undated("B")).outcome, Outcome::Changed);
    let dated = after(undated("A"), article("1", "T", "A", NOON));
    assert_eq!(dated.outcome, Outcome::Changed);
}

#[test]
fn a_posting_is_changed_whatever_its_publication() {
    let published = |text: &str| Sighting {
        facts: Facts {
            published_at: Some(NOON.into()),
            ..Facts::default()
        },
        ..shows("1", text)
    };
    assert_eq!(
        after(published("A"), published("B")).outcome,
        Outcome::Changed
    );
}

#[test]
fn an_article_back_at_its_first_text_is_reverted() {
    let mut world = World::new();
    for (run, text) in [("r1", "A"), ("r2", "B"), ("r3", "A")] {
        world.run(run, &[article("1", "T", text, NOON)]);
    }
    assert_eq!(world.seen("1").outcome, Outcome::Reverted);
    let run = world.counted("r2");
    assert_eq!((run.changed, run.revised, run.reverted), (1, 1, 0));
    let run = world.counted("r3");
    assert_eq!((run.changed, run.revised, run.reverted), (1, 0, 1));
}

#[test]
fn lines_in_a_new_order_are_said_to_be_reordered() {
    let seen = after(
        shows("1", "Top 3\n1. Ada\n2. Ben\n3. Cem"),
        shows("1", "Top 3\n1. Ben\n2. Ada\n3. Cem"),
    );
    assert_eq!(seen.outcome, Outcome::Changed, "a ranking is content");
    assert_eq!(told(&seen), [("text", ChangeKind::Reordered)]);
    let seen = after(
        shows("1", "Top 3\n1. Ada\n2. Ben\n3. Cem"),
        shows("1", "Top 3\n1. Ben\n2. Ada\n3. Dan"),
    );
    assert_eq!(told(&seen), [("text", ChangeKind::Edited)]);
}

#[test]
fn a_new_order_under_a_new_title_is_told_as_both() {
    let seen = after(titled("1", "Old", "a\nb"), titled("1", "New", "b\na"));
    let expected = [
        ("title", ChangeKind::Edited),
        ("text", ChangeKind::Reordered),
    ];
    assert_eq!(told(&seen), expected);
}

#[test]
fn a_memory_of_before_the_digest_of_lines_calls_it_an_edit_and_learns_it() {
    let mut world = World::new();
    world.run("r1", &[shows("1", "a\nb")]);
    let old = Observation {
        lines_hash: None,
        kind: None,
        ..world.seen("1").clone()
    };
    world.state.restore_observation(old.clone());
    world.run("r2", &[shows("1", "a\nb")]);
    assert_eq!(world.seen("1").outcome, Outcome::Unchanged);
    assert!(world.seen("1").lines_hash.is_some());
    world.state.restore_observation(Observation {
        lines_hash: None,
        ..world.seen("1").clone()
    });
    world.run("r3", &[shows("1", "b\na")]);
    assert_eq!(told(world.seen("1")), [("text", ChangeKind::Edited)]);
}

#[test]
fn a_price_that_moves_is_a_change_although_the_content_is_the_same() {
    let priced = |price: &str| Sighting {
        facts: Facts {
            price: Some(price.into()),
            currency: Some("EUR".into()),
            ..Facts::default()
        },
        ..shows("1", "A kettle")
    };
    let seen = after(priced("49.90"), priced("49.89"));
    assert_eq!(seen.outcome, Outcome::Changed);
    assert_eq!(told(&seen), [("price", ChangeKind::Edited)]);
    let seen = after(priced("49.9"), priced("49.90"));
    assert_eq!(seen.outcome, Outcome::Unchanged);
}

#[test]
fn a_conflict_or_an_inferred_currency_alone_is_no_change() {
    let mut doubted = shows("1", "A kettle");
    doubted.facts.conflict = Some(true);
    doubted.facts.currency_inferred = Some(true);
    let seen = after(shows("1", "A kettle"), doubted);
    assert_eq!(seen.outcome, Outcome::Unchanged);
    assert_eq!(seen.facts.conflict, Some(true), "shown all the same");
}
