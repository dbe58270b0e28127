//! When a model is asked, for what, and who is said to have answered.

use serde_json::json;

use super::*;
use crate::extract::rules::{Proof, RuleBook};

const TITLE: &str = "Backend Engineer";
const TEXT: &str = "Requirements\nBachelor's degree in computer science\n\
                    3+ years of experience\nRust and Kafka\nFull-time";

fn contract() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

fn cascade(needs: Needs, when_empty: WhenEmpty) -> Cascade {
    Cascade {
        model_provider: ModelProvider::Openai,
        needs,
        when_empty,
        fields: BTreeMap::new(),
    }
}

/// What rules with these confidences found.
fn findings(found: &[(&'static str, Value, Option<Confidence>)]) -> Findings {
    let mut answer = contract().empty_answer();
    let mut proofs = Vec::new();
    for (field, value, confidence) in found {
        answer.insert((*field).to_owned(), value.clone());
        proofs.extend(confidence.map(|confidence| Proof {
            field,
            rule: "r".into(),
            confidence,
            quote: "q".into(),
        }));
    }
    Findings { answer, proofs }
}

fn asked(cascade: &Cascade, findings: &Findings) -> Vec<String> {
    cascade.unsure(&contract(), findings, &findings.answer)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn a_value_stands_with_the_confidence_that_is_set() {
    let found = findings(&[
        ("summary", json!("s"), Some(Confidence::Low)),
        (
            "minimum_degree",
            json!("bachelor"),
            Some(Confidence::Medium),
        ),
        (
            "employment_type",
            json!("full_time"),
            Some(Confidence::High),
        ),
        // Nobody says why.
        ("campus_hire", json!(true), None),
    ]);
    let asked = |needs| asked(&cascade(needs, WhenEmpty::Rules), &found);
    assert_eq!(asked(Needs::Low), ["campus_hire"]);
    assert_eq!(asked(Needs::Medium), ["campus_hire", "summary"]);
    let high = ["campus_hire", "minimum_degree", "summary"];
    assert_eq!(asked(Needs::High), high);
    assert_eq!(asked(Needs::Model).len(), 4);
}

#[test]
fn a_list_is_as_sure_as_its_least_sure_item() {
    let mut found = findings(&[("tech_stack", json!(["Go", "Rust"]), Some(Confidence::High))]);
    let only = cascade(Needs::High, WhenEmpty::Rules);
    assert!(asked(&only, &found).is_empty());
    found.proofs.push(Proof {
        confidence: Confidence::Low,
        ..found.proofs[0].clone()
    });
    assert_eq!(asked(&only, &found), ["tech_stack"]);
}

#[test]
fn where_nothing_was_found_the_config_says_whether_that_is_an_answer() {
    let nothing = findings(&[]);
    let model = cascade(Needs::Medium, WhenEmpty::Model);
    assert_eq!(asked(&model, &nothing).len(), contract().fields.len());
    let mut own = cascade(Needs::Medium, WhenEmpty::Rules);
    assert!(asked(&own, &nothing).is_empty());
    let ask = FieldPolicy {
        when_empty: Some(WhenEmpty::Model),
        ..FieldPolicy::default()
    };
    own.fields.insert("tech_stack".into(), ask);
    assert_eq!(asked(&own, &nothing), ["tech_stack"]);
}

#[test]
fn the_model_is_asked_for_those_fields_alone() {
    let part = part_of(&contract(), &["summary".into(), "languages".into()]);
    let required = part.json_schema()["required"].clone();
    assert_eq!(required, json!(["languages", "summary"]));
    assert_eq!(part.id, contract().id);
}

#[test]
fn what_the_model_says_stands_and_every_field_names_who_answered() {
    let rules = findings(&[
        ("summary", json!("found"), Some(Confidence::Low)),
        ("minimum_degree", json!("bachelor"), Some(Confidence::High)),
        (
            "years_of_experience",
            json!("3 years"),
            Some(Confidence::Low),
        ),
    ])
    .answer;
    let asked: Vec<String> = ["summary", "years_of_experience", "languages"]
        .map(str::to_owned)
        .to_vec();
    let model = object(json!({
        "summary": "told", "years_of_experience": null, "languages": ["German"],
        // Nobody asked.
        "minimum_degree": "doctorate",
    }));
    let merged = merge(
        &contract(),
        &rules,
        &asked,
        &model,
        &["repaired:languages".into()],
    );
    assert_eq!(merged.value["summary"], "told");
    assert_eq!(merged.value["years_of_experience"], Value::Null);
    assert_eq!(merged.value["minimum_degree"], "bachelor");
    assert!(!merged.empty);
    for flag in [
        "repaired:languages",
        "by_model:summary",
        "by_model:languages",
        "by_model:years_of_experience",
        "by_rules:minimum_degree",
        "by_rules:tech_stack",
    ] {
        assert!(merged.flags.iter().any(|it| it == flag), "{flag}");
    }
    let whos = merged.flags.iter().filter(|flag| flag.starts_with("by_"));
    assert_eq!(whos.count(), contract().fields.len());
}

#[test]
fn a_value_of_the_model_that_cannot_be_used_leaves_the_field_to_the_rules() {
    let rules = findings(&[("campus_hire", json!(true), Some(Confidence::Low))]).answer;
    let asked = ["campus_hire".to_owned(), "summary".to_owned()];
    let model = object(json!({ "campus_hire": null, "summary": null }));
    let flags = [flag::rejected("campus_hire"), flag::rejected("summary")];
    let merged = merge(&contract(), &rules, &asked, &model, &flags);
    assert_eq!(merged.value["campus_hire"], true);
    assert!(merged.flags.contains(&"by_rules:campus_hire".to_owned()));
    assert!(merged.flags.contains(&"by_model:summary".to_owned()));
}

#[test]
fn an_answer_in_which_nobody_said_anything_is_empty() {
    let contract = contract();
    let nothing = by_rules_alone(&contract, &contract.empty_answer());
    assert!(nothing.empty);
    assert_eq!(nothing.value, contract.empty_answer());
}

/// The real rules on a plain posting: sure of what it says, and the model is asked for the rest.
#[test]
fn a_plain_posting_needs_a_model_only_for_what_it_does_not_say_plainly() {
    let findings = RuleBook::load().unwrap().read(TITLE, TEXT);
    let sure = cascade(Needs::Medium, WhenEmpty::Rules);
    let asked = asked(&sure, &findings);
    assert!(!asked.contains(&"minimum_degree".to_owned()), "{asked:?}");
    assert!(
        !asked.contains(&"years_of_experience".to_owned()),
        "{asked:?}"
    );
    let strict = cascade(Needs::Model, WhenEmpty::Model);
    let all = strict.unsure(&contract(), &findings, &findings.answer);
    assert_eq!(all.len(), contract().fields.len());
}
