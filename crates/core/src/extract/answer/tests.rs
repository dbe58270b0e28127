//! Replies of every kind that model servers were seen to send, with the right class for each.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

/// A reply that ended by itself with this text.
fn reply(text: &str) -> Vec<u8> {
    reply_with(json!({"content": text, "refusal": null}), json!("stop"))
}

fn reply_with(message: Value, finish: Value) -> Vec<u8> {
    let choice = json!({"index": 0, "message": message, "finish_reason": finish});
    let usage = json!({"prompt_tokens": 900, "completion_tokens": 120});
    json!({"id": "r-1", "model": "m", "choices": [choice], "usage": usage})
        .to_string()
        .into_bytes()
}

fn value_of(answer: &Answer) -> Value {
    Value::Object(answer.value.clone().expect("an answer"))
}

fn class_of(answer: &Answer) -> ErrorClass {
    answer.failure.as_ref().expect("a failure").class
}

/// Replies and right answers from public bug reports.
mod reported {
    use super::*;

    const USAGE: &str = r#""usage":{"prompt_tokens":900,"completion_tokens":120}"#;

    fn read_case(choice: &str) -> Answer {
        read_any(format!(r#"{{"id":"r-1","choices":[{choice}],{USAGE}}}"#).as_bytes())
    }

    #[test]
    fn b47_a_markdown_fence_around_the_object_is_tolerated() {
        let answer = read_case(
            r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"```json\n{\"title\":\"Data Engineer\",\"skills\":[\"Rust\",\"Kafka\"]}\n```","refusal":null}}"#,
        );
        assert_eq!(answer.status, Status::Ok);
        let want = json!({"title": "Data Engineer", "skills": ["Rust", "Kafka"]});
        assert_eq!(value_of(&answer), want);
        assert_eq!(answer.usage.tokens_in, Some(900));
        assert_eq!(answer.usage.tokens_out, Some(120));
    }

    #[test]
    fn b49_chatter_and_braces_in_strings_are_tolerated() {
        let answer = read_case(
            r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Here is the record:\n{\"title\":\"Chef\",\"note\":\"braces } in text\"}\nLet me know if {more} is needed.","refusal":null}}"#,
        );
        assert_eq!(answer.status, Status::Ok);
        assert_eq!(
            value_of(&answer),
            json!({"title": "Chef", "note": "braces } in text"})
        );
        assert!(answer.flags.is_empty());
    }

    #[test]
    fn b50_an_answer_cut_by_the_limit_is_truncated_and_never_repaired() {
        let answer = read_case(
            r#"{"index":0,"finish_reason":"length","message":{"role":"assistant","content":"{\"title\":\"Analyst\",\"skills\":[\"SQL\",\"Excel\"","refusal":null}}"#,
        );
        assert_eq!(
            (answer.status, answer.value.is_none()),
            (Status::Truncated, true)
        );
    }

    #[test]
    fn b51_a_refusal_is_not_parsed() {
        let answer = read_case(
            r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I cannot help with that."}}"#,
        );
        assert_eq!(
            (answer.status, class_of(&answer)),
            (Status::Refused, ErrorClass::Refused)
        );
        assert!(
            answer
                .failure
                .unwrap()
                .words
                .contains("I cannot help with that.")
        );
    }

    #[test]
    fn b54_answers_to_chunks_make_one_record() {
        let chunks = [
            json!({"title": "Welder", "pay": null, "city": "Leeds"}),
            json!({"title": null, "pay": "£18 per hour", "city": "Leeds"}),
        ];
        let merged = merge(chunks.map(|chunk| chunk.as_object().unwrap().clone()));
        let want = json!({"title": "Welder", "pay": "£18 per hour", "city": "Leeds"});
        assert_eq!(
            (Value::Object(merged.value), merged.conflicts),
            (want, vec![])
        );
    }

    #[test]
    fn every_case_file_reads_as_expected() {
        let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
        #[expect(clippy::disallowed_methods, reason = "a test may read its files")]
        let read_file = |name: &str| std::fs::read_to_string(cases.join(name));
        let Ok(expected) = read_file("expected.jsonl") else {
            eprintln!("skipped: {} does not exist", cases.display());
            return;
        };
        let lines = expected
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let answers = lines.filter(|case: &Value| {
            case["file"]
                .as_str()
                .is_some_and(|file| file.ends_with("_answer.json"))
        });
        let mut seen = 0;
        for case in answers {
            let file = case["file"].as_str().unwrap();
            let answer = read_any(read_file(file).unwrap().as_bytes());
            assert_eq!(answer.status.as_str(), case["expect"]["status"], "{file}");
            let value = answer.value.map_or(Value::Null, Value::Object);
            assert_eq!(value, case["expect"]["value"], "{file}");
            seen += 1;
        }
        assert!(seen >= 4, "only {seen} cases were found");
    }
}

mod endings {
    use super::*;

    #[test]
    fn the_limit_wins_over_a_text_that_looks_whole() {
        for finish in ["length", "max_tokens", "LENGTH"] {
            let message = json!({"content": r#"{"summary": "Cooks."}"#});
            let answer = read(&reply_with(message, json!(finish)), &job());
            assert_eq!(answer.status, Status::Truncated, "{finish}");
            assert_eq!(answer.usage.tokens_out, Some(120));
        }
    }

    #[test]
    fn a_content_filter_is_a_refusal_whatever_the_text_holds() {
        let message = json!({"content": r#"{"summary": "Cooks."}"#});
        let answer = read(&reply_with(message, json!("content_filter")), &job());
        assert_eq!(answer.status, Status::Refused);
    }

    #[test]
    fn a_refusal_among_the_parts_is_a_refusal() {
        let parts = json!({"content": [{"type": "refusal", "refusal": "No."}]});
        assert_eq!(
            read(&reply_with(parts, json!("stop")), &job()).status,
            Status::Refused
        );
    }

    #[test]
    fn a_server_that_gives_no_reason_is_believed_when_the_object_is_whole() {
        let message = json!({"content": r#"{"summary": "Cooks."}"#});
        assert_eq!(
            read(&reply_with(message, Value::Null), &job()).status,
            Status::Ok
        );
        let cut = json!({"content": r#"{"summary": "Coo"#});
        assert_eq!(
            read(&reply_with(cut, Value::Null), &job()).status,
            Status::Invalid
        );
    }

    #[test]
    fn a_reply_without_text_is_invalid() {
        for message in [
            json!({"content": null}),
            json!({"content": "  "}),
            json!({"content": 5}),
            json!({"content": null, "tool_calls": [{"id": "1"}]}),
            json!({}),
        ] {
            let answer = read(&reply_with(message.clone(), json!("stop")), &job());
            assert_eq!(answer.status, Status::Invalid, "{message}");
        }
    }

    #[test]
    fn what_is_no_chat_completion_is_invalid() {
        for body in [
            "",
            "<html>502</html>",
            "null",
            "[]",
            "{}",
            r#"{"choices":[]}"#,
            "{\"a\":",
        ] {
            let answer = read(body.as_bytes(), &job());
            assert_eq!(answer.status, Status::Invalid, "{body}");
            assert_eq!(class_of(&answer), ErrorClass::Unreadable, "{body}");
        }
        assert_eq!(read(b"\xff\xfe{}", &job()).status, Status::Invalid);
    }

    #[test]
    fn an_error_in_a_reply_of_200_has_the_class_of_its_code() {
        for (error, class) in [
            (
                json!({"code": 429, "message": "slow down"}),
                ErrorClass::RateLimited,
            ),
            (
                json!({"code": "502", "message": "bad gateway"}),
                ErrorClass::Http5xx,
            ),
            (
                json!({"code": 404, "message": "no such model"}),
                ErrorClass::Http4xx,
            ),
            (json!("overloaded"), ErrorClass::Unreadable),
        ] {
            let answer = read(json!({"error": error}).to_string().as_bytes(), &job());
            assert_eq!(
                (answer.status, class_of(&answer)),
                (Status::Invalid, class),
                "{error}"
            );
        }
    }

    #[test]
    fn a_mark_in_front_and_unknown_fields_do_no_harm() {
        let mut body = b"\xEF\xBB\xBF".to_vec();
        body.extend(reply(r#"{"summary": "Cooks."}"#));
        assert_eq!(read(&body, &job()).status, Status::Ok);
    }

    #[test]
    fn text_in_parts_is_joined() {
        let parts = json!([{"type": "text", "text": "{\"summary\":"}, {"type": "text", "text": "\"Cooks.\"}"}]);
        let answer = read(
            &reply_with(json!({"content": parts}), json!("stop")),
            &job(),
        );
        assert_eq!(value_of(&answer)["summary"], "Cooks.");
    }

    #[test]
    fn usage_is_kept_for_failures_and_absent_when_not_reported() {
        let answer = read(&reply("no JSON here"), &job());
        assert_eq!(
            (answer.status, answer.usage.tokens_in),
            (Status::Invalid, Some(900))
        );
        let body =
            json!({"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": -1}});
        assert_eq!(
            read(body.to_string().as_bytes(), &job()).usage,
            Usage::default()
        );
    }
}

mod objects {
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
                "../../../../../schemas/contracts/job/examples/empty.json"
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
}

mod merging {
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
}

proptest! {
    #[test]
    fn no_body_makes_it_panic(body in proptest::collection::vec(any::<u8>(), 0..600)) {
        read(&body, &job());
        read_any(&body);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\]{}\",:a0\\\\ \n`]{0,200}") {
        let answer = read_any(&reply(&text));
        prop_assert_eq!(answer.value.is_some(), matches!(answer.status, Status::Ok | Status::Empty));
    }

    #[test]
    fn an_object_is_found_whatever_prose_is_around_it(
        before in "[a-zA-Z ,.!?\n`]{0,80}", after in "[^<]{0,80}", word in ".{0,40}"
    ) {
        let object = json!({"word": word, "inner": {"n": [1, 2]}});
        let answer = read_any(&reply(&format!("{before}{object}{after}")));
        prop_assert_eq!(answer.value.map(Value::Object), Some(object));
    }

    #[test]
    fn a_cut_object_is_never_an_answer(word in "[a-z{}\\[\\]\"]{1,40}", keep in 1usize..60) {
        let object = json!({"inner": {"n": [1]}, "word": word}).to_string();
        let cut: String = object.chars().take(keep.min(object.chars().count() - 1)).collect();
        prop_assert_eq!(read_any(&reply(&cut)).status, Status::Invalid);
    }

    #[test]
    fn what_the_contract_accepts_it_accepts_again_unchanged(
        campus in proptest::option::of(any::<bool>()), text in proptest::option::of(".{0,30}"),
        list in proptest::collection::vec(".{0,12}", 0..5), degree in "[a-zA-Z' -]{0,12}"
    ) {
        let given = json!({"campus_hire": campus, "summary": text, "tech_stack": list, "minimum_degree": degree});
        if let Ok(first) = job().validate(&given) {
            let again = job().validate(&Value::Object(first.answer.clone())).unwrap();
            prop_assert_eq!(again.answer, first.answer);
            prop_assert!(again.flags.is_empty(), "{:?}", again.flags);
        }
    }
}
