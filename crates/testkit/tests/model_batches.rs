//! Files and batches of the model server: run once each, counted line by line, and never joined.

mod support {
    pub mod chat;
}

use std::time::Duration;

use readonce_testkit::http::{Reply, get, post};
use readonce_testkit::model::{
    BatchFault, Batches, Fault, ModelServer, Rule, When, paid_by_content,
};
use readonce_testkit::wait;
use serde_json::{Value, json};
use support::chat::{POSTING, request, start};

fn line(name: &str, user: &str) -> String {
    let body: Value = serde_json::from_slice(&request(user)).unwrap();
    json!({ "custom_id": name, "method": "POST", "url": "/v1/chat/completions", "body": body })
        .to_string()
}

async fn upload(server: &ModelServer, lines: &[String]) -> anyhow::Result<Reply> {
    let file = lines.join("\n");
    let form = format!(
        "--x\r\ncontent-disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--x\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n{file}\r\n--x--\r\n"
    );
    let kind = [("content-type", "multipart/form-data; boundary=x")];
    post(
        &format!("{}/files", server.base_url()),
        &kind,
        form.as_bytes(),
    )
    .await
}

async fn create(server: &ModelServer, file: &str) -> anyhow::Result<Reply> {
    let body = json!({
        "input_file_id": file, "endpoint": "/v1/chat/completions", "completion_window": "24h",
        "metadata": { "mine": "yes" },
    });
    let kind = [("content-type", "application/json")];
    let url = format!("{}/batches", server.base_url());
    post(&url, &kind, body.to_string().as_bytes()).await
}

fn id_of(reply: &Reply) -> String {
    assert_eq!(reply.status, 200);
    reply.json().unwrap()["id"].as_str().unwrap().to_owned()
}

async fn made(server: &ModelServer, lines: &[String]) -> String {
    let file = id_of(&upload(server, lines).await.unwrap());
    id_of(&create(server, &file).await.unwrap())
}

async fn ended(server: &ModelServer, batch: &str) -> Value {
    let url = format!("{}/batches/{batch}", server.base_url());
    let show = || async {
        let shown = get(&url, &[]).await.unwrap().json().unwrap();
        !["validating", "in_progress"].contains(&shown["status"].as_str().unwrap())
    };
    wait::until(Duration::from_secs(5), "the end", show)
        .await
        .unwrap();
    get(&url, &[]).await.unwrap().json().unwrap()
}

async fn lines_of(server: &ModelServer, file: &Value) -> Vec<Value> {
    let Some(file) = file.as_str() else {
        return Vec::new();
    };
    let url = format!("{}/files/{file}/content", server.base_url());
    let text = String::from_utf8(get(&url, &[]).await.unwrap().body.to_vec()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn names(lines: &[Value]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line["custom_id"].as_str().unwrap())
        .collect()
}

async fn server(faults: Vec<BatchFault>) -> ModelServer {
    let server = start(vec![]).await;
    server.set_batches(Batches {
        takes: Duration::from_millis(50),
        is_shuffled: true,
        faults,
    });
    server
}

fn three() -> Vec<String> {
    let user = |number: i32| format!("{POSTING} {number}");
    let lines = ["a", "b", "c"].into_iter().zip(1..);
    lines
        .map(|(name, number)| line(name, &user(number)))
        .collect()
}

#[tokio::test]
async fn a_batch_is_run_once_whoever_asks_and_its_output_has_another_order() {
    let server = server(vec![]).await;
    let batch = made(&server, &three()).await;
    let shown = ended(&server, &batch).await;
    assert_eq!(
        (&shown["status"], &shown["metadata"]["mine"]),
        (&json!("completed"), &json!("yes"))
    );
    let output = lines_of(&server, &shown["output_file_id"]).await;
    assert_eq!(names(&output), ["c", "b", "a"]);
    for line in &output {
        assert_eq!(line["response"]["status_code"], 200);
        let body = &line["response"]["body"];
        assert_eq!(body["choices"][0]["finish_reason"], "stop");
    }
    assert!(lines_of(&server, &shown["error_file_id"]).await.is_empty());
    ended(&server, &batch).await;
    let calls = server.calls();
    let asked: Vec<_> = calls
        .iter()
        .map(|call| call.idempotency_key.as_deref())
        .collect();
    assert_eq!(asked, [Some("a"), Some("b"), Some("c")]);
}

#[tokio::test]
async fn two_batches_of_equal_lines_are_paid_twice() {
    let server = server(vec![]).await;
    for _ in 0..2 {
        let batch = made(&server, &three()).await;
        ended(&server, &batch).await;
    }
    let paid = paid_by_content(&server.calls());
    assert_eq!(paid.into_values().collect::<Vec<_>>(), [2, 2, 2]);
}

#[tokio::test]
async fn a_list_is_told_page_by_page_the_newest_first() {
    let server = server(vec![]).await;
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(made(&server, &three()).await);
    }
    let mut url = format!("{}/batches?limit=2", server.base_url());
    let first = get(&url, &[]).await.unwrap().json().unwrap();
    assert_eq!(
        (&first["has_more"], &first["data"][0]["id"]),
        (&json!(true), &json!(all[2]))
    );
    url.push_str(&format!("&after={}", all[1]));
    let last = get(&url, &[]).await.unwrap().json().unwrap();
    assert_eq!(
        (&last["has_more"], &last["data"][0]["id"]),
        (&json!(false), &json!(all[0]))
    );
}

#[tokio::test]
async fn what_expires_is_not_asked_and_what_is_invalid_is_not_run() {
    let faults = vec![BatchFault::Expires { after: 1 }, BatchFault::Invalid("odd")];
    let server = server(faults).await;
    let batch = made(&server, &three()).await;
    let expired = ended(&server, &batch).await;
    assert_eq!(expired["status"], "expired");
    assert_eq!(
        names(&lines_of(&server, &expired["output_file_id"]).await),
        ["a"]
    );
    let errors = lines_of(&server, &expired["error_file_id"]).await;
    assert_eq!(names(&errors), ["b", "c"]);
    assert_eq!(errors[0]["error"]["code"], "batch_expired");
    let batch = made(&server, &three()).await;
    let failed = ended(&server, &batch).await;
    assert_eq!(failed["status"], "failed");
    assert_eq!(failed["errors"]["data"][0]["code"], "odd");
    assert_eq!(server.calls().len(), 1);
}

#[tokio::test]
async fn lost_answers_leave_what_they_were_about_and_refusals_do_not() {
    let faults = vec![
        BatchFault::UploadRefused(429),
        BatchFault::CreationRefused(503),
        BatchFault::CreationLost,
    ];
    let server = server(faults).await;
    assert_eq!(upload(&server, &three()).await.unwrap().status, 429);
    let file = id_of(&upload(&server, &three()).await.unwrap());
    assert_eq!(create(&server, &file).await.unwrap().status, 503);
    assert!(server.batches().is_empty());
    assert!(create(&server, &file).await.is_err());
    assert_eq!(server.batches().len(), 1);
}

#[tokio::test]
async fn names_that_are_there_twice_and_lines_that_cannot_be_read_fail_the_batch() {
    let server = server(vec![]).await;
    let double = [line("a", POSTING), line("a", POSTING)];
    let broken = ["{".to_owned()];
    for lines in [&double[..], &broken[..]] {
        let batch = made(&server, lines).await;
        assert_eq!(ended(&server, &batch).await["status"], "failed");
    }
    assert!(server.calls().is_empty());
}

#[tokio::test]
async fn a_fault_of_the_script_strikes_a_line() {
    let server = server(vec![]).await;
    let code = 429;
    let fault = Fault::Status {
        code,
        retry_after: None,
    };
    server.set_faults(vec![Rule::new(When::Call(2), fault)]);
    let batch = made(&server, &three()).await;
    let shown = ended(&server, &batch).await;
    let errors = lines_of(&server, &shown["error_file_id"]).await;
    assert_eq!(names(&errors), ["b"]);
    assert_eq!(errors[0]["response"]["status_code"], code);
    assert_eq!(paid_by_content(&server.calls()).len(), 2);
}
