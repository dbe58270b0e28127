//! Two responses side by side.

use serde_json::json;

use super::*;
use crate::inspect::{Differences, differences};

fn between(before: &str, after: &str) -> Differences {
    let read = |body: &str| parse(&response(body)).unwrap();
    differences(&read(before), &read(after), before == after)
}

fn outcomes(found: &Differences) -> Vec<(&str, &str)> {
    let items = found.items.iter();
    items.map(|item| (item.id.as_str(), item.outcome)).collect()
}

#[test]
fn items_are_new_changed_unchanged_or_gone() {
    let before = board(&[
        job(1, "<p>same text</p>"),
        job(2, "<p>old words</p>"),
        job(3, "x"),
    ]);
    let after = board(&[
        job(4, "y"),
        job(2, "<p>new words</p>"),
        job(1, "<p>same text</p>"),
    ]);
    let found = between(&before, &after);
    let expected = [
        ("4", "new"),
        ("2", "changed"),
        ("1", "unchanged"),
        ("3", "gone"),
    ];
    assert_eq!(outcomes(&found), expected);
    assert_eq!(
        (found.new, found.changed, found.unchanged, found.gone),
        (1, 1, 1, 1)
    );
    assert_eq!(
        found.order.map(|order| order.before),
        Some("1; 2".to_owned())
    );
    assert!(!found.outside_only);
}

#[test]
fn what_makes_no_version_is_said_with_its_rule() {
    let mut now = job(1, "<p>“We” build — tools</p><ul><li>b</li><li>a</li></ul>");
    now["updated_at"] = json!("2026-07-17T12:48:22Z");
    let mut earlier = job(
        1,
        "<p>\"We\" build - tools</p><ul><li>a</li><li>b</li></ul>",
    );
    earlier["updated_at"] = json!("2026-07-16T12:48:22Z");
    let found = between(&board(&[earlier]), &board(&[now]));
    assert_eq!(outcomes(&found), [("1", "unchanged")]);
    let item = &found.items[0];
    assert_eq!(item.previous_hash, item.content_hash);
    let rules: Vec<_> = item.absorbed.iter().map(|found| found.rule).collect();
    assert_eq!(rules, ["dashes", "quotes", "order", "moves"]);
    assert!(!found.outside_only);
}

#[test]
fn a_ranking_with_another_order_is_changed_and_said_to_be_reordered() {
    let before = board(&[job(1, "<ol><li>first</li><li>second</li></ol>")]);
    let after = board(&[job(1, "<ol><li>second</li><li>first</li></ol>")]);
    let item = between(&before, &after).items.remove(0);
    assert_eq!(item.outcome, "changed");
    assert_eq!(
        serde_json::to_value(&item.changes).unwrap(),
        json!([
            {"field": "text", "kind": "reordered", "before": "first; second", "after": "second; first"}
        ])
    );
}

#[test]
fn one_item_on_each_side_is_a_pair_and_a_copy_under_another_id_too() {
    let found = between(
        &board(&[job(1, "<p>text</p>")]),
        &board(&[job(9, "<p>text</p>")]),
    );
    assert_eq!(found.items[0].previous_id.as_deref(), Some("1"));
    assert_eq!(outcomes(&found), [("9", "unchanged")]);
    let before = board(&[job(1, "<p>one</p>"), job(2, "<p>two</p>")]);
    let after = board(&[job(1, "<p>one</p>"), job(7, "<p>two</p>")]);
    let found = between(&before, &after);
    assert_eq!(found.items[1].previous_id.as_deref(), Some("2"));
    assert_eq!(found.gone, 0);
}

#[test]
fn bytes_that_differ_outside_of_all_items_are_said_to_lie_there() {
    let body = board(&[job(1, "<p>text</p>")]);
    let other = body.replace("{\"jobs\"", "{ \"took_ms\": 12, \"jobs\"");
    assert!(between(&body, &other).outside_only);
    assert!(!between(&body, &body).outside_only);
}
