//! Answers held against the contract.

use super::*;

#[test]
fn the_examples_of_the_contract_pass_unchanged_and_without_a_flag() {
    for (text, empty) in [
        (
            include_str!("../../../../../../schemas/contracts/job/examples/full.json"),
            false,
        ),
        (
            include_str!("../../../../../../schemas/contracts/job/examples/empty.json"),
            true,
        ),
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        let read = job().validate(&value).unwrap();
        assert_eq!(Value::Object(read.answer), value);
        assert_eq!((read.flags.len(), read.empty), (0, empty));
    }
}

#[test]
fn what_is_missing_becomes_empty_without_a_flag() {
    let read = job().validate(&json!({"campus_hire": true})).unwrap();
    assert_eq!(read.answer.len(), job().fields.len());
    assert_eq!(read.answer["tech_stack"], json!([]));
    assert_eq!(read.answer["summary"], Value::Null);
    assert!(read.flags.is_empty() && !read.empty);
}

#[test]
fn an_empty_object_is_a_legal_empty_answer() {
    let read = job().validate(&json!({})).unwrap();
    assert!(read.empty && read.flags.is_empty());
    assert_eq!(read.answer, job().empty_answer());
}

#[test]
fn unknown_fields_are_dropped_and_named() {
    let given = json!({"summary": "Cooks.", "salary\n": "9", "nested": {"a": 1}});
    let read = job().validate(&given).unwrap();
    assert_eq!(read.answer.len(), job().fields.len());
    assert_eq!(read.flags, ["unknown_field:nested", "unknown_field:salary"]);
}

#[test]
fn many_unknown_fields_are_counted_after_the_first_sixteen() {
    let mut given = json!({"summary": "Cooks."});
    for n in 0..1000 {
        given[format!("x{n}")] = json!(n);
    }
    let flags = job().validate(&given).unwrap().flags;
    assert_eq!(flags.len(), 17);
    assert_eq!(flags[16], "unknown_field:+984");
}

#[test]
fn a_value_with_one_reading_is_repaired_with_a_flag() {
    let contract = one_of_each();
    for (name, value, want) in [
        ("count", json!("3"), json!(3)),
        ("count", json!(3.0), json!(3)),
        ("rate", json!("0.25"), json!(0.25)),
        ("flag", json!("True"), json!(true)),
        ("note", json!(5), json!("5")),
        ("note", json!(["one"]), json!("one")),
        ("note", json!("N/A"), Value::Null),
        ("note", json!("not specified"), Value::Null),
        ("tags", json!("Rust, Kafka"), json!(["Rust, Kafka"])),
        ("tags", json!(["Rust", null, " "]), json!(["Rust"])),
        ("sizes", json!(7), json!([7])),
        ("sizes", json!(["7", 8]), json!([7, 8])),
    ] {
        let (read, flags) = field(&contract, name, value.clone());
        assert_eq!(read, want, "{name}: {value}");
        assert_eq!(flags, [format!("repaired:{name}")], "{name}: {value}");
    }
}

#[test]
fn a_value_that_needs_a_guess_is_rejected_and_the_field_is_empty() {
    let contract = one_of_each();
    for (name, value) in [
        ("count", json!("3 years")),
        ("count", json!(3.5)),
        ("count", json!(1e300)),
        ("count", json!(u64::MAX)),
        ("rate", json!("NaN")),
        ("rate", json!(true)),
        ("flag", json!("yes")),
        ("flag", json!(1)),
        ("note", json!({"text": "x"})),
        ("note", json!(["a", "b"])),
        ("tags", json!(["Rust", {"name": "Kafka"}])),
        ("sizes", json!({"0": 1})),
    ] {
        let (read, flags) = field(&contract, name, value.clone());
        assert!(says_nothing(&read), "{name}: {value} became {read}");
        assert_eq!(flags, [format!("rejected:{name}")], "{name}: {value}");
    }
}

#[test]
fn a_whole_number_is_a_number_without_a_flag() {
    assert_eq!(
        field(&one_of_each(), "rate", json!(2)),
        (json!(2.0), vec![])
    );
}

#[test]
fn words_fold_case_blanks_and_hyphens() {
    for (given, want) in [
        ("Full-time", "full_time"),
        ("FULL TIME", "full_time"),
        (" part–time ", "part_time"),
    ] {
        let read = job().validate(&json!({"employment_type": given})).unwrap();
        assert_eq!(read.answer["employment_type"], want);
        assert_eq!(read.flags, ["repaired:employment_type"]);
    }
    let read = job()
        .validate(&json!({"minimum_degree": "Bachelor’s"}))
        .unwrap();
    assert_eq!(read.answer["minimum_degree"], "bachelor");
}

#[test]
fn an_unknown_word_is_other_and_a_blank_one_says_nothing() {
    let given = json!({"minimum_degree": "Diplom-Ingenieur", "employment_type": "  "});
    let read = job().validate(&given).unwrap();
    assert_eq!(read.answer["minimum_degree"], "other");
    assert_eq!(read.answer["employment_type"], Value::Null);
    assert_eq!(read.flags, ["unknown_word:minimum_degree"]);
}

#[test]
fn a_word_for_nothing_is_null_unless_the_list_has_it() {
    let given = json!({"minimum_degree": "none", "employment_type": "unknown"});
    let read = job().validate(&given).unwrap();
    assert_eq!(read.answer["minimum_degree"], "none");
    assert_eq!(read.answer["employment_type"], Value::Null);
}

#[test]
fn a_list_of_words_folds_each() {
    let contract = with_fields(json!([{
        "name": "kinds", "type": {"type": "array", "items": "string"},
        "words": ["full_time", "other"],
    }]))
    .unwrap();
    let read = contract
        .validate(&json!({"kinds": ["Full-time", "gig"]}))
        .unwrap();
    assert_eq!(read.answer["kinds"], json!(["full_time", "other"]));
    assert_eq!(read.flags, ["unknown_word:kinds"]);
}

#[test]
fn the_answer_is_refused_when_most_of_it_is_unusable() {
    let half = json!({"campus_hire": [1, 2], "tech_stack": [true], "summary": {},
        "full_time_degree_required": "maybe", "languages": ["English"]});
    assert_eq!(job().validate(&half).unwrap().rejected.len(), 4);
    let mut more = half;
    more["years_of_experience"] = json!({});
    let error = job().validate(&more).unwrap_err();
    assert_eq!(error.rejected.len(), 5);
    assert!(
        error
            .to_string()
            .contains("campus_hire: true or false was expected"),
        "{error}"
    );
}

#[test]
fn an_answer_of_which_nothing_survives_is_not_an_empty_one() {
    let error = job()
        .validate(&json!({"summary": {"text": "x"}}))
        .unwrap_err();
    assert_eq!(error.problem, "nothing that the answer says is usable");
    let error = job()
        .validate(&json!({"error": "no text given"}))
        .unwrap_err();
    assert_eq!(error.problem, "the answer has no field of the contract");
}

#[test]
fn what_is_no_object_is_refused() {
    for value in [json!([]), json!("text"), json!(1), Value::Null] {
        assert!(job().validate(&value).is_err());
    }
}

#[test]
fn a_long_value_is_not_repeated_in_full_in_the_reason() {
    let given = json!({"summary": "s", "campus_hire": "x".repeat(10_000)});
    let read = job().validate(&given).unwrap();
    assert!(read.rejected[0].reason.len() < 100);
}
