//! What becomes of a value that the text does not hold.

use super::*;
use crate::extract::answer;

const TEXT: &str = "Backend engineer\nYou write Rust and run Kafka.\n3-5 years of experience.";

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

fn answered(fields: Value) -> Map<String, Value> {
    let mut answer = job().empty_answer();
    answer.extend(object(fields));
    answer
}

/// A contract with one field that rejects, one list that rejects, and one field that says nothing.
fn strict() -> Contract {
    let avsc = json!({"type": "record", "name": "T", "fields": [
        {"name": "city", "type": ["null", "string"], "grounding": "reject"},
        {"name": "skills", "type": {"type": "array", "items": "string"}, "grounding": "reject"},
        {"name": "pay", "type": ["null", "long"]},
    ]});
    Contract::compile("test@1".parse().unwrap(), &avsc.to_string()).unwrap()
}

#[test]
fn what_the_text_holds_is_kept_with_its_lines_and_no_flag() {
    let answer =
        answered(json!({"tech_stack": ["rust", "Kafka"], "years_of_experience": "3-5 years"}));
    let found = ground(&answer, &job(), TEXT);
    assert_eq!(found.answer, answer);
    assert!(found.flags.is_empty() && found.unproven.is_empty() && found.rejected.is_empty());
    let lines = |field: &str| -> Vec<usize> {
        let proofs = found.spans[field].iter();
        proofs.map(|proof| proof.span.first_line).collect()
    };
    assert_eq!(lines("tech_stack"), [2, 2]);
    assert_eq!(lines("years_of_experience"), [3]);
}

#[test]
fn an_invented_value_is_rejected_or_flagged_as_the_contract_says() {
    let answer = answered(json!({
        "tech_stack": ["Rust", "Cobol"],
        "years_of_experience": "10 years",
        "summary": "Nothing of this stands in there.",
    }));
    let found = ground(&answer, &job(), TEXT);
    assert_eq!(found.answer["tech_stack"], json!(["Rust", "Cobol"]));
    assert_eq!(found.answer["years_of_experience"], Value::Null);
    assert_eq!(found.answer["summary"], answer["summary"]);
    let expected = ["ungrounded:tech_stack", "ungrounded:years_of_experience"];
    assert_eq!(found.flags, expected);
    assert_eq!(found.rejected.len(), 1);
    assert_eq!(found.rejected[0].field, "years_of_experience");
    assert!(found.rejected[0].reason.contains("10 years"));
}

#[test]
fn closed_words_and_truth_values_are_not_looked_for() {
    let answer = answered(json!({"minimum_degree": "master", "campus_hire": true}));
    let found = ground(&answer, &job(), TEXT);
    assert_eq!(found.answer, answer);
    assert!(found.unproven.is_empty());
}

#[test]
fn only_the_invented_items_of_a_list_go() {
    let answer = object(json!({"city": "Rome", "skills": ["Kafka", "Cobol", "Rust"], "pay": 9}));
    let found = ground(&answer, &strict(), TEXT);
    let kept = json!({"city": null, "skills": ["Kafka", "Rust"], "pay": 9});
    assert_eq!(Value::Object(found.answer), kept);
    let unproven = found
        .unproven
        .iter()
        .map(|one| (one.field.as_str(), &one.value));
    let expected = [
        ("city", json!("Rome")),
        ("pay", json!(9)),
        ("skills", json!("Cobol")),
    ];
    assert!(unproven.eq(expected.iter().map(|(field, value)| (*field, value))));
    assert_eq!(found.rejected.len(), 2, "pay is only flagged");
}

#[test]
fn chinese_values_are_proved_and_rejected_alike() {
    let text = "要求：精通Java开发，熟悉分布式系统。\n工作地点：上海";
    let answer =
        object(json!({"city": "上海", "skills": ["Java", "分布式系统", "机器学习"], "pay": null}));
    let found = ground(&answer, &strict(), text);
    assert_eq!(found.answer["city"], "上海");
    assert_eq!(found.answer["skills"], json!(["Java", "分布式系统"]));
    assert_eq!(found.flags, ["ungrounded:skills"]);
}

#[test]
fn an_answer_that_loses_all_it_said_is_invalid_and_not_empty() {
    let invented = answer::check(object(json!({"city": "Rome"})), Some(&strict()));
    let value = invented.value.clone().unwrap();
    let found = apply(invented, &ground(&value, &strict(), TEXT));
    assert_eq!((found.status, &found.value), (Status::Invalid, &None));
    assert_eq!(found.failure.unwrap().class, ErrorClass::Invalid);
    let empty = answer::check(Map::new(), Some(&strict()));
    let value = empty.value.clone().unwrap();
    let found = apply(empty, &ground(&value, &strict(), TEXT));
    assert_eq!(found.status, Status::Empty);
}

#[test]
fn without_a_contract_nothing_is_taken_away() {
    let answer = object(json!({"title": "Chef", "n": 3, "deep": {"a": "b"}, "yes": true}));
    let found = ground_any(&answer, TEXT);
    assert_eq!(found.answer, answer);
    assert_eq!(found.flags, ["ungrounded:title"]);
}
