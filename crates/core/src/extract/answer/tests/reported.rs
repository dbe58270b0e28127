//! Replies and right answers from public bug reports.

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
