//! A client of the model server.

#![allow(dead_code)] // Each test file is a crate of its own and uses a part.

use std::time::Duration;

use readonce_testkit::http::{Reply, post};
use readonce_testkit::model::{Fault, ModelServer, Options, Rule, When, serve};
use readonce_testkit::wait;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub const POSTING: &str =
    "Senior Data Engineer\nWe stream with Kafka and Flink.\n5+ years of experience\nFull-time";

pub async fn start(faults: Vec<Rule>) -> ModelServer {
    serve(Options {
        seed: 3,
        faults,
        ..Options::default()
    })
    .await
    .unwrap()
}

pub fn request(user: &str) -> Vec<u8> {
    let body = json!({
        "model": "small-1",
        "temperature": 0,
        "messages": [
            { "role": "system", "content": "Extract. Example: Rust, 7+ years." },
            { "role": "user", "content": user },
        ],
    });
    body.to_string().into_bytes()
}

pub async fn ask(server: &ModelServer, user: &str) -> anyhow::Result<Reply> {
    post(
        &chat_url(server),
        &[("content-type", "application/json")],
        &request(user),
    )
    .await
}

pub fn answer(reply: &Reply) -> Value {
    let body = reply.json().unwrap();
    serde_json::from_str(body["choices"][0]["message"]["content"].as_str().unwrap()).unwrap()
}

pub fn always(fault: Fault) -> Vec<Rule> {
    vec![Rule::new(When::Always, fault)]
}

pub fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

pub async fn settled(server: &ModelServer) {
    wait::until(Duration::from_secs(5), "calls to end", || async {
        server.in_flight() == 0
    })
    .await
    .unwrap();
}

pub async fn under_way(server: &ModelServer, calls: usize) {
    let so_many = || async { server.in_flight() == calls };
    wait::until(Duration::from_secs(5), "calls under way", so_many)
        .await
        .unwrap();
}

pub fn chat_url(server: &ModelServer) -> String {
    format!("{}/chat/completions", server.base_url())
}
