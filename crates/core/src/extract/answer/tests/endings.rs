//! Why a reply ended, and what else it lacks.

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
    let parts =
        json!([{"type": "text", "text": "{\"summary\":"}, {"type": "text", "text": "\"Cooks.\"}"}]);
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
    let body = json!({"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": -1}});
    assert_eq!(
        read(body.to_string().as_bytes(), &job()).usage,
        Usage::default()
    );
}

#[test]
fn messages_end_as_completions_do() {
    let read = |stop: &str, block: &str| {
        let body = format!(
            r#"{{"type":"message","role":"assistant","content":[{block}],"stop_reason":"{stop}",
                "usage":{{"input_tokens":5,"cache_read_input_tokens":90,
                          "cache_creation_input_tokens":5,"output_tokens":7}}}}"#
        );
        read_any(body.as_bytes())
    };
    let called = r#"{"type":"tool_use","id":"t","name":"record","input":{"title":"Cook"}}"#;
    let answer = read("tool_use", called);
    assert_eq!(answer.value.unwrap()["title"], "Cook");
    let usage = (
        answer.usage.tokens_in,
        answer.usage.cached_in,
        answer.usage.tokens_out,
    );
    assert_eq!(usage, (Some(100), Some(90), Some(7)));
    let fenced = r#"{"type":"text","text":"Here it is: {\"title\":\"Cook\"} Bye"}"#;
    assert_eq!(read("end_turn", fenced).status, Status::Ok);
    assert_eq!(read("max_tokens", called).status, Status::Truncated);
    let sorry = r#"{"type":"text","text":"I cannot help."}"#;
    let refused = read("refusal", sorry);
    assert_eq!(refused.status, Status::Refused);
    assert_eq!(
        refused.failure.unwrap().words,
        "the model declined: I cannot help."
    );
    assert_eq!(read("end_turn", "").status, Status::Invalid);
}
