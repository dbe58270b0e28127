//! A new order is said to be one, beside real edits too, and an edit is never taken for it.

use readonce_model::record::ChangeKind;

use super::put_back;
use crate::diff::text_changes;

fn moves(before: &str, after: &str) -> Vec<(String, String)> {
    let found = put_back(before, after).moved;
    assert!(
        found
            .iter()
            .all(|change| change.kind == ChangeKind::Reordered)
    );
    let sides = found
        .into_iter()
        .map(|change| (change.before, change.after));
    sides
        .map(|(before, after)| (before.unwrap(), after.unwrap()))
        .collect()
}

fn one(before: &str, after: &str) -> Vec<(String, String)> {
    vec![(before.to_owned(), after.to_owned())]
}

#[test]
fn a_ranked_list_with_another_order_is_reordered() {
    let before = "Top\n1. a\n2. b\n  more\n3. c";
    let after = "Top\n1. c\n2. a\n3. b\n  more";
    assert_eq!(moves(before, after), one("a; b more; c", "c; a; b more"));
    assert_eq!(put_back(before, after).text, before);
}

#[test]
fn a_list_inside_a_list_is_found() {
    let before = "- x\n  1. a\n  2. b\n- y";
    let after = "- x\n  1. b\n  2. a\n- y";
    assert_eq!(moves(before, after), one("a; b", "b; a"));
    assert_eq!(put_back(before, after).text, before);
}

#[test]
fn paragraphs_that_moved_are_reordered() {
    assert_eq!(moves("a\nb\nc\nd", "a\nc\nb\nd"), one("b; c", "c; b"));
}

#[test]
fn an_edit_beside_a_moved_list_is_an_edit() {
    let before = "Old words here\n1. a\n2. b";
    let after = "New words here\n1. b\n2. a";
    let found = put_back(before, after);
    assert_eq!(found.moved.len(), 1);
    assert_eq!(found.text, "New words here\n1. a\n2. b");
    let edits = text_changes(before, &found.text).changes();
    assert_eq!(edits.len(), 1);
    assert_eq!(edits[0].after.as_deref(), Some("New"));
}

#[test]
fn other_items_are_no_new_order() {
    for (before, after) in [
        ("1. a\n2. b", "1. b\n2. c"),
        ("1. a\n2. b", "1. b\n2. a\n3. c"),
        ("a\nb", "b\na\na"),
        ("1. a\n2. b", "1. a\n2. b"),
        ("", "a"),
    ] {
        let found = put_back(before, after);
        assert_eq!((found.moved.len(), found.text.as_str()), (0, after));
    }
}

#[test]
fn a_list_that_stands_as_before_did_not_move() {
    let before = "A\n1. a\n2. b\nB\n1. b\n2. a";
    assert_eq!(moves(before, before), vec![]);
    let longer = format!("{before}\nC");
    assert_eq!(put_back(before, &longer).moved, vec![]);
}
