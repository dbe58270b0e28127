//! The contract from schema to checked answer, on `job@1` and on small schemas made for a fault.

use serde_json::{Value, json};

use super::*;

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

/// A contract with the given fields, each a name and an Avro type.
fn with_fields(fields: Value) -> Result<Contract, Error> {
    let avsc = json!({"type": "record", "name": "T", "doc": "A test.", "fields": fields});
    Contract::compile("test@1".parse().unwrap(), &avsc.to_string())
}

fn one_of_each() -> Contract {
    with_fields(json!([
        {"name": "flag", "type": ["null", "boolean"]},
        {"name": "count", "type": ["null", "long"]},
        {"name": "rate", "type": ["double", "null"]},
        {"name": "note", "type": ["null", "string"]},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "sizes", "type": {"type": "array", "items": "long"}},
    ]))
    .unwrap()
}

/// The value of one field after the check, with the flags; the other fields say something.
fn field(contract: &Contract, name: &str, value: Value) -> (Value, Vec<String>) {
    let mut answer = json!({"flag": true, "count": 1, "rate": 0.5, "note": "n", "tags": ["t"]});
    answer[name] = value;
    let read = contract.validate(&answer).unwrap();
    (read.answer[name].clone(), read.flags)
}

mod compiling {
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
}

mod sending {
    use super::*;

    #[test]
    fn the_json_schema_keeps_the_rules_of_strict_mode() {
        let schema = job().json_schema();
        let properties = schema["properties"].as_object().unwrap();
        let required = schema["required"].as_array().unwrap();
        assert_eq!(required.len(), properties.len());
        assert!(
            required
                .iter()
                .all(|name| properties.contains_key(name.as_str().unwrap()))
        );
        assert_eq!(schema["additionalProperties"], false);
        assert!(properties.values().all(|p| p["description"].is_string()));
    }

    #[test]
    fn optional_fields_may_be_null_and_word_lists_say_so_too() {
        let schema = job().json_schema();
        let degree = &schema["properties"]["minimum_degree"];
        assert_eq!(degree["type"], json!(["string", "null"]));
        assert_eq!(
            degree["enum"],
            json!([
                "none",
                "associate",
                "bachelor",
                "master",
                "doctorate",
                "other",
                null
            ])
        );
        let stack = &schema["properties"]["tech_stack"];
        assert_eq!(stack["type"], "array");
        assert_eq!(stack["items"], json!({"type": "string"}));
    }

    #[test]
    fn every_kind_has_its_json_type() {
        let schema = one_of_each().json_schema();
        let kind = |name: &str| schema["properties"][name]["type"].clone();
        assert_eq!(kind("flag"), json!(["boolean", "null"]));
        assert_eq!(kind("count"), json!(["integer", "null"]));
        assert_eq!(kind("rate"), json!(["number", "null"]));
        assert_eq!(
            schema["properties"]["sizes"]["items"],
            json!({"type": "integer"})
        );
        assert_eq!(job().schema_name(), "job_v1");
    }
}

mod checking {
    use super::*;

    #[test]
    fn the_examples_of_the_contract_pass_unchanged_and_without_a_flag() {
        for (text, empty) in [
            (
                include_str!("../../../../../schemas/contracts/job/examples/full.json"),
                false,
            ),
            (
                include_str!("../../../../../schemas/contracts/job/examples/empty.json"),
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
        assert_eq!(field(&one_of_each(), "rate", json!(2)), (json!(2), vec![]));
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
}
