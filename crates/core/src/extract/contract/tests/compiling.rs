//! From the schema to fields.

use super::*;

#[test]
fn the_schema_gives_names_kinds_docs_and_word_lists() {
    let job = job();
    let names: Vec<&str> = job.fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names[..3], ["campus_hire", "tech_stack", "minimum_degree"]);
    let degree = job.field("minimum_degree").unwrap();
    assert_eq!((&degree.kind, degree.optional), (&Kind::Text, true));
    assert!(
        degree
            .words
            .as_ref()
            .unwrap()
            .contains(&"bachelor".to_owned())
    );
    let stack = job.field("tech_stack").unwrap();
    assert_eq!(stack.kind, Kind::List(Box::new(Kind::Text)));
    assert!(!stack.optional && stack.words.is_none() && stack.doc.contains("frameworks"));
}

#[test]
fn every_built_in_contract_compiles_and_is_legal_avro() {
    for (name, major) in readonce_schemas::contracts() {
        let id = format!("{name}@{major}").parse().unwrap();
        Contract::built_in(&id).unwrap();
        let avsc = readonce_schemas::contract_schema(name, major).unwrap();
        apache_avro::Schema::parse_str(avsc).unwrap();
    }
}

#[test]
fn a_field_that_an_answer_could_not_hold_is_refused_by_name() {
    let strings = json!({"type": "array", "items": "string"});
    for (avro, problem) in [
        (json!("string"), "cannot be empty"),
        (json!(["null", "string", "long"]), "null and one type"),
        (json!(["null", "int"]), "use long"),
        (json!(["null", "float"]), "use double"),
        (json!(["null", strings]), "leave null out"),
        (json!({"type": "array", "items": strings}), "list of lists"),
        (json!({"type": "map", "values": "long"}), "plain types"),
        (json!(["null", "bytes"]), "'bytes' has no place"),
        (json!(7), "no type"),
    ] {
        let error = with_fields(json!([{"name": "pay", "type": avro}])).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("'pay'") && text.contains(problem), "{text}");
    }
}

#[test]
fn a_word_list_must_be_text_folded_and_open_to_other() {
    let degree = |words: Value| {
        with_fields(json!([{"name": "d", "type": ["null", "string"], "words": words}]))
    };
    assert!(degree(json!(["high", "other"])).is_ok());
    for (words, problem) in [
        (json!(["high"]), "no 'other'"),
        (json!(["Full time", "other"]), "not lower case"),
        (json!("high"), "not a list of text"),
    ] {
        let text = degree(words).unwrap_err().to_string();
        assert!(text.contains(problem), "{text}");
    }
    let number = json!([{"name": "n", "type": ["null", "long"], "words": ["other"]}]);
    assert!(with_fields(number).is_err());
}

#[test]
fn what_is_no_record_is_refused() {
    let id: ContractId = "test@1".parse().unwrap();
    for text in ["", "[]", "{}", r#"{"type":"record","fields":[]}"#] {
        assert!(Contract::compile(id.clone(), text).is_err(), "{text}");
    }
    assert!(Contract::built_in(&"nothing@1".parse().unwrap()).is_err());
}

#[test]
fn a_contract_says_what_happens_to_values_that_the_text_does_not_hold() {
    let job = job();
    let of = |name: &str| job.field(name).unwrap().grounding;
    assert_eq!(of("tech_stack"), Grounding::Flag);
    assert_eq!(of("years_of_experience"), Grounding::Reject);
    assert_eq!(of("summary"), Grounding::None);
    assert_eq!(of("minimum_degree"), Grounding::None);
    assert_eq!(of("campus_hire"), Grounding::None);
    let plain = one_of_each();
    assert_eq!(plain.field("note").unwrap().grounding, Grounding::Flag);
    assert_eq!(plain.field("flag").unwrap().grounding, Grounding::None);
}

#[test]
fn a_grounding_that_cannot_be_kept_is_refused() {
    for (avro, word) in [("string", "maybe"), ("boolean", "reject"), ("string", "")] {
        let field = json!([{"name": "f", "type": ["null", avro], "grounding": word}]);
        let text = with_fields(field).unwrap_err().to_string();
        assert!(text.contains("'f'") && text.contains("grounding"), "{text}");
    }
}
