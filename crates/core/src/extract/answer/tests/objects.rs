//! Objects in a text, whole and broken.

use super::*;

fn status(text: &str) -> Status {
    read_any(&reply(text)).status
}

fn found(text: &str) -> Value {
    value_of(&read_any(&reply(text)))
}

#[test]
fn an_empty_legal_answer_is_a_success() {
    let answer = read(
        &reply(include_str!(
            "../../../../../../schemas/contracts/job/examples/empty.json"
        )),
        &job(),
    );
    assert_eq!((answer.status, answer.flags.len()), (Status::Empty, 0));
    assert_eq!(read(&reply("{}"), &job()).status, Status::Empty);
}

#[test]
fn the_first_whole_object_is_taken_and_a_second_is_flagged() {
    let answer = read_any(&reply(r#"{"a":1} or rather {"a":2}"#));
    assert_eq!(
        (value_of(&answer), answer.flags),
        (json!({"a": 1}), vec!["several_objects".to_owned()])
    );
}

#[test]
fn an_empty_object_in_the_chatter_gives_way_to_one_that_says_something() {
    assert_eq!(found(r#"Not {} but {"a":1}"#), json!({"a": 1}));
    assert_eq!(status(r#"Not {} but {"a":"#), Status::Invalid);
}

#[test]
fn thoughts_before_the_answer_are_not_the_answer() {
    let text = r#"<think>maybe {"a":1}? no</think>{"a":2}"#;
    assert_eq!(found(text), json!({"a": 2}));
}

#[test]
fn a_piece_of_a_cut_or_broken_object_is_not_an_answer() {
    for text in [
        r#"{"a":{"b":1},"c":"#,
        r#"{"a":{"b":1},}"#,
        r#"{'a':{"b":1}}"#,
        r#"{a: {"b":1}}"#,
        r#"[{"a":1},]"#,
        r#"{"a":{"b":1} "c":2}"#,
    ] {
        assert_eq!(status(text), Status::Invalid, "{text}");
    }
    let deep = format!(
        "{}{}",
        r#"{"a":"#.repeat(200),
        "1".to_owned() + &"}".repeat(200)
    );
    assert_eq!(status(&deep), Status::Invalid);
}

#[test]
fn a_list_of_one_object_is_that_object_and_of_two_is_none() {
    let answer = read_any(&reply(r#"[{"a":1}]"#));
    assert_eq!(
        (value_of(&answer), answer.flags.len()),
        (json!({"a": 1}), 0)
    );
    assert_eq!(status("[{}]"), Status::Empty);
    assert_eq!(status(r#"[{"a":1},{"a":2}]"#), Status::Invalid);
    assert_eq!(found(r#"As in [1]: {"a":1}"#), json!({"a": 1}));
}

#[test]
fn rejected_fields_are_named_with_their_reason() {
    let answer = read(
        &reply(r#"{"campus_hire":"perhaps","summary":"Cooks."}"#),
        &job(),
    );
    assert_eq!(answer.status, Status::Ok);
    assert_eq!(answer.rejected[0].field, "campus_hire");
    assert_eq!(answer.flags, ["rejected:campus_hire"]);
}

#[test]
fn an_answer_to_another_question_is_invalid_not_empty() {
    let answer = read(&reply(r#"{"error":"I was given no posting"}"#), &job());
    assert_eq!(
        (answer.status, class_of(&answer)),
        (Status::Invalid, ErrorClass::Invalid)
    );
}

#[test]
fn a_megabyte_of_stray_brackets_is_read_in_linear_time() {
    for piece in [
        "{", "[", "{\"a\":", "[1,", "{x}", "{}", "[[],", "[{}", "{x :", "{ ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        assert_ne!(status(&text), Status::Ok, "{piece}");
    }
}
