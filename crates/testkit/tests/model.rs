//! The model server answers job@1 and counts what was paid.

mod support {
    pub mod chat;
}

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use readonce_testkit::http::{open, post};
use readonce_testkit::model::{Fault, Options, Rule, When, paid_by_content, read_log, serve};
use readonce_testkit::world::{Spec, World};
use readonce_testkit::{ports, wait};
use serde_json::{Value, json};
use support::chat::{POSTING, always, answer, ask, chat_url, request, settled, sha256, start};

#[tokio::test]
async fn answers_the_posting_in_the_chat_form() {
    let server = start(vec![]).await;
    let reply = ask(&server, POSTING).await.unwrap();
    let body = reply.json().unwrap();
    assert_eq!(
        (reply.status, &body["object"]),
        (200, &json!("chat.completion"))
    );
    assert_eq!(body["choices"][0]["finish_reason"], "stop");
    assert_eq!(body["model"], "small-1");
    let usage = &body["usage"];
    let sum =
        usage["prompt_tokens"].as_u64().unwrap() + usage["completion_tokens"].as_u64().unwrap();
    assert_eq!(usage["total_tokens"], sum);
    let answer = answer(&reply);
    assert_eq!(answer["tech_stack"], json!(["Kafka", "Flink"]));
    assert_eq!(answer["years_of_experience"], "5+ years");
}

#[tokio::test]
async fn answers_have_the_fields_and_words_of_the_contract() {
    let schema: Value =
        serde_json::from_str(readonce_schemas::contract_schema("job", 1).unwrap()).unwrap();
    let fields: HashSet<&str> = schema["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["name"].as_str().unwrap())
        .collect();
    let world = World::build(&Spec::default()).unwrap();
    let mut filled = HashSet::new();
    for state in world.items().iter().filter_map(|item| item.on(1)) {
        let text = format!(
            "{}\n{}",
            state.content.title,
            state.content.lines().join("\n")
        );
        let answer = readonce_testkit::model::job(&text);
        let answer = answer.as_object().unwrap();
        assert_eq!(
            answer.keys().map(String::as_str).collect::<HashSet<_>>(),
            fields
        );
        filled.extend(
            answer
                .iter()
                .filter(|(_, value)| !value.is_null() && **value != json!([]))
                .map(|(name, _)| name.clone()),
        );
        if let Some(years) = answer["years_of_experience"].as_str() {
            assert!(text.contains(years));
        }
    }
    assert_eq!(
        filled.len(),
        fields.len(),
        "some field is never filled: {filled:?}"
    );
}

#[tokio::test]
async fn equal_postings_get_equal_answers_whatever_the_prompt_says() {
    let server = start(vec![]).await;
    let (first, second) = (
        ask(&server, POSTING).await.unwrap(),
        ask(&server, POSTING).await.unwrap(),
    );
    assert_eq!(answer(&first), answer(&second));
    assert!(!answer(&first).to_string().contains("Rust"));
}

#[tokio::test]
async fn logs_every_call_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paid.jsonl");
    let options = Options {
        log_file: Some(file.clone()),
        ..Options::default()
    };
    let server = serve(options.clone()).await.unwrap();
    for text in [POSTING, "Receptionist\nSoon", POSTING] {
        ask(&server, text).await.unwrap();
    }
    settled(&server).await;
    let calls = server.calls();
    assert_eq!(
        calls.iter().map(|call| call.call).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert!(
        calls
            .iter()
            .all(|call| call.complete && call.ended_at_ms >= Some(call.received_at_ms))
    );
    let paid = paid_by_content(&calls);
    assert_eq!(
        (paid[&sha256(POSTING)], paid[&sha256("Receptionist\nSoon")]),
        (2, 1)
    );
    assert_eq!(read_log(&file).unwrap(), calls);
    server.stop().await.unwrap();
    let again = serve(options).await.unwrap();
    ask(&again, POSTING).await.unwrap();
    settled(&again).await;
    assert_eq!(again.calls().len(), 4);
    assert_eq!(
        paid_by_content(&read_log(&file).unwrap())[&sha256(POSTING)],
        3
    );
}

#[tokio::test]
async fn the_log_on_disk_knows_a_call_before_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paid.jsonl");
    let options = Options {
        log_file: Some(file.clone()),
        faults: always(Fault::Hang),
        ..Options::default()
    };
    let server = serve(options).await.unwrap();
    let url = chat_url(&server);
    let client = open(
        "POST",
        &url,
        &[("idempotency-key", "k1")],
        &request(POSTING),
    )
    .await
    .unwrap();
    let received = || async { read_log(&file).map(|calls| calls.len()).unwrap_or_default() == 1 };
    wait::until(Duration::from_secs(5), "the call in the log", received)
        .await
        .unwrap();
    let call = read_log(&file).unwrap().remove(0);
    assert_eq!(
        (call.ended_at_ms, call.complete, call.billed),
        (None, false, true)
    );
    assert_eq!(call.idempotency_key.as_deref(), Some("k1"));
    assert_eq!(server.in_flight(), 1);
    drop(client);
    settled(&server).await;
    let call = read_log(&file).unwrap().remove(0);
    assert!(call.ended_at_ms.is_some() && !call.complete);
}

#[tokio::test]
async fn a_torn_last_line_is_left_out_and_other_damage_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paid.jsonl");
    let options = Options {
        log_file: Some(file.clone()),
        ..Options::default()
    };
    let server = serve(options.clone()).await.unwrap();
    ask(&server, POSTING).await.unwrap();
    settled(&server).await;
    server.stop().await.unwrap();
    append(&file, "{\"event\":\"received\",\"ca");
    assert_eq!(read_log(&file).unwrap().len(), 1);
    let server = serve(options.clone()).await.unwrap();
    ask(&server, POSTING).await.unwrap();
    settled(&server).await;
    assert_eq!(read_log(&file).unwrap().len(), 2);
    server.stop().await.unwrap();
    append(&file, "not a line\n");
    assert!(format!("{:#}", read_log(&file).unwrap_err()).contains("line 5 is damaged"));
    assert!(serve(options).await.is_err());
}

fn append(file: &Path, text: &str) {
    let before = std::fs::read(file).unwrap();
    std::fs::write(file, [&before, text.as_bytes()].concat()).unwrap();
}

#[tokio::test]
async fn demands_its_key_and_pays_nothing_without() {
    let options = Options {
        api_key: Some("s3cret".to_owned()),
        ..Options::default()
    };
    let server = serve(options).await.unwrap();
    let url = chat_url(&server);
    for headers in [
        &[][..],
        &[("authorization", "Bearer wrong")],
        &[("authorization", "s3cret")],
    ] {
        assert_eq!(
            post(&url, headers, &request(POSTING)).await.unwrap().status,
            401
        );
    }
    let right = post(
        &url,
        &[("authorization", "Bearer s3cret")],
        &request(POSTING),
    )
    .await
    .unwrap();
    assert_eq!(right.status, 200);
    assert_eq!(server.calls().len(), 1);
}

#[tokio::test]
async fn refuses_what_is_no_chat_request() {
    let server = start(vec![]).await;
    let url = chat_url(&server);
    let streamed =
        json!({ "model": "m", "stream": true, "messages": [{ "role": "user", "content": "x" }] });
    let silent = json!({ "model": "m", "messages": [{ "role": "system", "content": "x" }] });
    for body in [
        "{".to_owned(),
        "{}".to_owned(),
        streamed.to_string(),
        silent.to_string(),
    ] {
        let reply = post(&url, &[], body.as_bytes()).await.unwrap();
        assert_eq!(reply.status, 400, "{body}");
        assert_eq!(
            reply.json().unwrap()["error"]["type"],
            "invalid_request_error"
        );
    }
    assert!(server.calls().is_empty());
}

const KILLED_LOG: &str = "READONCE_TESTKIT_KILLED_LOG";
const KILLED_PORT: &str = "READONCE_TESTKIT_KILLED_PORT";

#[tokio::test]
async fn the_log_outlives_a_kill_of_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("paid.jsonl");
    let held = ports::hold().unwrap();
    let addr = held.addr();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_that_is_killed", "--ignored"])
        .env(KILLED_LOG, &file)
        .env(KILLED_PORT, held.release().to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait::until_open(Duration::from_secs(20), "the child", addr)
        .await
        .unwrap();
    let url = format!("http://{addr}/v1/chat/completions");
    assert_eq!(
        post(&url, &[], &request("answered")).await.unwrap().status,
        200
    );
    let _client = open("POST", &url, &[], &request("hang here"))
        .await
        .unwrap();
    let both = || async { read_log(&file).is_ok_and(|calls| calls.len() == 2) };
    wait::until(Duration::from_secs(5), "both calls in the log", both)
        .await
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let ends: Vec<_> = read_log(&file)
        .unwrap()
        .iter()
        .map(|call| call.ended_at_ms.is_some())
        .collect();
    assert_eq!(ends, [true, false]);
    let options = Options {
        listen: Some(addr),
        log_file: Some(file),
        ..Options::default()
    };
    let again = serve(options).await.unwrap();
    ask(&again, "hang here").await.unwrap();
    assert_eq!(paid_by_content(&again.calls())[&sha256("hang here")], 2);
}

/// Not a test of its own: the process that the test above starts and kills.
#[tokio::test]
#[ignore = "started by the_log_outlives_a_kill_of_its_server"]
async fn child_that_is_killed() {
    let (Ok(file), Ok(port)) = (std::env::var(KILLED_LOG), std::env::var(KILLED_PORT)) else {
        return;
    };
    let hang = Rule::new(When::Contains("hang".to_owned()), Fault::Hang);
    let options = Options {
        listen: Some(([127, 0, 0, 1], port.parse().unwrap()).into()),
        log_file: Some(file.into()),
        faults: vec![hang],
        ..Options::default()
    };
    let _server = serve(options).await.unwrap();
    // Ends by the kill; by itself only when the parent died first.
    tokio::time::sleep(Duration::from_secs(60)).await;
}
