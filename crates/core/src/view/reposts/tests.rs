//! Copies under other ids, at other sources, and of earlier contents.

use proptest::prelude::*;
use readonce_model::record::Outcome;

use super::*;

/// Item `source/id` has a content from that time on.
fn shown(item: &str, content: u8, at_ms: i64) -> Observation {
    let text = include_str!("../../../../../schemas/observations/examples/pay_change.json");
    let (source, id) = item.split_once('/').unwrap();
    Observation {
        item_id: ItemId::new(source, id).unwrap(),
        source: source.into(),
        outcome: Outcome::Changed,
        content_hash: hash(content),
        observed_at_ms: at_ms,
        changed_at_ms: at_ms,
        raw_offset: at_ms,
        ..serde_json::from_str(text).unwrap()
    }
}

/// The same item confirmed later.
fn confirmed(item: &str, content: u8, since_ms: i64, at_ms: i64) -> Observation {
    Observation {
        outcome: Outcome::Unchanged,
        changed_at_ms: since_ms,
        ..shown(item, content, at_ms)
    }
}

fn hash(content: u8) -> ContentHash {
    ContentHash::from_bytes([content; 32])
}

fn snapshot(content: u8, text_bytes: i64) -> Snapshot {
    let text = include_str!("../../../../../schemas/snapshots/examples/typical.json");
    Snapshot {
        content_hash: hash(content),
        text_bytes,
        ..serde_json::from_str(text).unwrap()
    }
}

/// `item <- reposted_of [also_seen_at]` for every row.
fn told(observations: &[Observation], snapshots: &[Snapshot]) -> Vec<String> {
    let rows = reposts(observations, snapshots).into_iter();
    rows.map(|(item, row)| {
        let of = row.reposted_of.map_or("-".to_owned(), |of| of.to_string());
        let also: Vec<String> = row.also_seen_at.iter().map(ToString::to_string).collect();
        format!("{item} <- {of} [{}]", also.join(" "))
    })
    .collect()
}

#[test]
fn a_copy_at_another_source_is_linked_to_the_one_that_was_first() {
    let all = [
        shown("b/9", 1, 20),
        shown("a/1", 1, 10),
        shown("c/5", 1, 30),
        shown("c/6", 2, 30),
    ];
    let expected = [
        "a/1 <- - [b/9 c/5]",
        "b/9 <- a/1 [a/1 c/5]",
        "c/5 <- a/1 [a/1 b/9]",
    ];
    assert_eq!(told(&all, &[snapshot(1, 400)]), expected);
}

#[test]
fn a_content_that_another_item_had_before_is_a_repost_of_it() {
    let all = [
        shown("a/1", 1, 10),
        shown("a/1", 2, 20),
        shown("a/2", 1, 30),
    ];
    assert_eq!(told(&all, &[]), ["a/2 <- a/1 [a/1]"]);
}

#[test]
fn the_time_of_a_content_counts_and_not_the_age_of_its_item() {
    let all = [
        shown("a/old", 2, 1),
        shown("a/new", 1, 10),
        shown("a/old", 1, 20),
        confirmed("a/new", 1, 10, 500),
    ];
    let expected = ["a/new <- - [a/old]", "a/old <- a/new [a/new]"];
    assert_eq!(told(&all, &[]), expected);
}

#[test]
fn an_item_of_which_only_a_confirmation_is_left_counts_from_its_last_event() {
    let all = [confirmed("a/1", 1, 10, 500), shown("a/2", 1, 20)];
    assert_eq!(told(&all, &[])[1], "a/2 <- a/1 [a/1]");
}

#[test]
fn of_two_that_came_together_one_is_first_and_always_the_same() {
    let all = [shown("b/1", 1, 10), shown("a/1", 1, 10)];
    let expected = ["a/1 <- - [b/1]", "b/1 <- a/1 [a/1]"];
    assert_eq!(told(&all, &[]), expected);
}

#[test]
fn a_content_without_text_links_nothing() {
    let all = [shown("a/1", 1, 10), shown("a/2", 1, 20)];
    assert_eq!(told(&all, &[snapshot(1, 0)]), Vec::<String>::new());
}

proptest! {
    #[test]
    fn order_and_repetition_change_no_link(
        rows in proptest::collection::vec((0..5u8, 0..3u8, 1..40i64), 1..20).prop_shuffle(),
        again in 0..20usize,
    ) {
        let all: Vec<_> = rows
            .iter()
            .map(|(id, content, at)| shown(&format!("s{}/{id}", id % 2), *content, *at))
            .collect();
        let mut other: Vec<_> = all.iter().rev().cloned().collect();
        other.push(all[again % all.len()].clone());
        prop_assert_eq!(reposts(&all, &[]), reposts(&other, &[]));
    }

    #[test]
    fn links_go_both_ways_and_nothing_is_merged(
        rows in proptest::collection::vec((0..5u8, 0..3u8, 1..40i64), 1..20),
    ) {
        let all: Vec<_> = rows
            .iter()
            .map(|(id, content, at)| shown(&format!("s/{id}"), *content, *at))
            .collect();
        let found = reposts(&all, &[]);
        for (item, row) in &found {
            prop_assert!(!row.also_seen_at.is_empty() && !row.also_seen_at.contains(item));
            let first = row.reposted_of.as_ref().unwrap_or(item);
            for other in &row.also_seen_at {
                if let Some(theirs) = found.get(other).filter(|theirs| theirs.content_hash == row.content_hash) {
                    prop_assert!(theirs.also_seen_at.contains(item));
                    prop_assert_eq!(theirs.reposted_of.as_ref().unwrap_or(other), first);
                }
            }
        }
    }
}
