//! Edits of a contract under one major: which are let through, and what is said of the others.

use super::*;

fn avsc(fields: Value) -> String {
    json!({"type": "record", "name": "Job", "namespace": "readonce", "fields": fields}).to_string()
}

fn base() -> Value {
    json!([
        {"name": "degree", "type": ["null", "string"], "default": null, "doc": "d",
            "words": ["none", "bachelor", "other"]},
        {"name": "tags", "type": {"type": "array", "items": "string"}, "default": []},
        {"name": "note", "type": ["null", "string"], "default": null, "doc": "n"},
    ])
}

/// What an edit of the base breaks.
fn breaks(edit: impl Fn(&mut Value)) -> Vec<String> {
    let mut edited = base();
    edit(&mut edited);
    let id = "job@1".parse().unwrap();
    let found = compatible(&id, &avsc(base()), &avsc(edited)).unwrap();
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn what_only_adds_or_explains_is_let_through() {
    assert_eq!(breaks(|_| {}), [""; 0]);
    let added = |fields: &mut Value| {
        let fields = fields.as_array_mut().unwrap();
        fields.push(json!({"name": "visa", "type": ["null", "boolean"], "default": null}));
        fields.push(
            json!({"name": "perks", "type": {"type": "array", "items": "string"}, "default": []}),
        );
    };
    assert_eq!(breaks(added), [""; 0]);
    assert_eq!(
        breaks(|fields| fields[0]["words"] = json!(["none", "bachelor", "master", "other"])),
        [""; 0]
    );
    assert_eq!(
        breaks(|fields| fields[2]["doc"] = "told better".into()),
        [""; 0]
    );
    assert_eq!(
        breaks(|fields| fields[2]["grounding"] = "reject".into()),
        [""; 0]
    );
    assert_eq!(
        breaks(|fields| fields.as_array_mut().unwrap().reverse()),
        [""; 0]
    );
}

/// The one thing that an edit breaks.
fn check(edit: fn(&mut Value), field: &str, reason: &str) {
    let found = breaks(edit);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains(field) && found[0].contains(reason),
        "{found:?}"
    );
}

fn list(fields: &mut Value) -> &mut Vec<Value> {
    fields.as_array_mut().unwrap()
}

#[test]
fn a_field_that_is_not_there_any_more_is_named() {
    check(|fields| drop(list(fields).remove(2)), "'note'", "taken out");
    check(
        |fields| fields[2]["name"] = "remark".into(),
        "'note'",
        "called 'remark' now",
    );
}

#[test]
fn a_field_that_holds_something_else_is_named() {
    let number = |fields: &mut Value| fields[2]["type"] = json!(["null", "long"]);
    check(
        number,
        "'note'",
        "text or null and is a whole number or null",
    );
    let text = |fields: &mut Value| {
        fields[1] = json!({"name": "tags", "type": ["null", "string"], "default": null});
    };
    check(text, "'tags'", "a list of text");
}

#[test]
fn a_word_list_that_shrinks_comes_or_goes_is_named() {
    let shrinks = |fields: &mut Value| fields[0]["words"] = json!(["none", "other"]);
    check(shrinks, "'degree'", "'bachelor' was taken out");
    let goes = |fields: &mut Value| drop(fields[0].as_object_mut().unwrap().remove("words"));
    check(goes, "'degree'", "word list was taken out");
    let comes = |fields: &mut Value| fields[2]["words"] = json!(["a", "other"]);
    check(comes, "'note'", "only some words");
}

#[test]
fn a_new_field_without_a_default_is_named() {
    let added = |fields: &mut Value| {
        list(fields).push(json!({"name": "visa", "type": ["null", "boolean"]}));
    };
    check(added, "'visa'", "no default");
}

#[test]
fn a_default_that_invents_an_answer_is_refused() {
    let added = |fields: &mut Value| {
        let visa = json!({"name": "visa", "type": ["boolean", "null"], "default": false});
        fields.as_array_mut().unwrap().push(visa);
    };
    assert!(breaks(added)[0].contains("its default is false"));
}

#[test]
fn every_fault_is_said_at_once() {
    let found = breaks(|fields| {
        fields[0]["words"] = json!(["other"]);
        fields.as_array_mut().unwrap().remove(1);
    });
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn a_record_that_is_called_otherwise_is_another_record() {
    let id = "job@1".parse().unwrap();
    let renamed = avsc(base()).replace("\"Job\"", "\"Posting\"");
    let found = compatible(&id, &avsc(base()), &renamed).unwrap();
    assert!(found[0].reason.contains("readonce.Posting"), "{found:?}");
}

#[test]
fn the_majors_of_job_do_not_fit_each_other_and_so_are_majors() {
    let text = |major| readonce_schemas::contract_schema("job", major).unwrap();
    let id = "job@1".parse().unwrap();
    let found = compatible(&id, text(1), text(2)).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].field, "years_of_experience");
}
