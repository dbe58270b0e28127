//! Answers to the parts of one text.

use super::*;

fn merged(parts: &[Value]) -> Merged {
    merge(parts.iter().map(|part| part.as_object().unwrap().clone()))
}

#[test]
fn parts_that_disagree_are_named_once_and_the_first_is_kept() {
    let merged = merged(&[json!({"a": 1}), json!({"a": 2}), json!({"a": 3, "b": 1})]);
    assert_eq!(Value::Object(merged.value), json!({"a": 1, "b": 1}));
    assert_eq!(merged.conflicts, ["a"]);
}

#[test]
fn lists_are_joined_in_the_order_of_the_text() {
    let merged = merged(&[
        json!({"l": ["x", "y"]}),
        json!({"l": ["y", "z"]}),
        json!({"l": []}),
    ]);
    assert_eq!(merged.value["l"], json!(["x", "y", "z"]));
    assert!(merged.conflicts.is_empty());
}

#[test]
fn no_parts_make_no_fields() {
    assert_eq!(merged(&[]), Merged::default());
}
