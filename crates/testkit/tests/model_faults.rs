//! The model server fails as told, and knows what a provider would have charged.

mod support {
    pub mod chat;
}

use std::time::{Duration, Instant};

use readonce_testkit::RetryAfter;
use readonce_testkit::http::open;
use readonce_testkit::model::{Fault, Latency, Options, Rule, When, serve};
use serde_json::{Value, json};
use support::chat::{POSTING, always, answer, ask, chat_url, request, settled, start, under_way};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

#[tokio::test]
async fn error_statuses_are_not_billed() {
    let status = |code, retry_after| Fault::Status { code, retry_after };
    let rules = [
        status(429, Some(RetryAfter::Seconds(2))),
        status(429, Some(RetryAfter::Date(30))),
        status(500, None),
    ];
    let server = start(
        rules
            .map(|fault| Rule::new(When::Always, fault).times(1))
            .to_vec(),
    )
    .await;
    let seconds = ask(&server, POSTING).await.unwrap();
    assert_eq!(
        (seconds.status, seconds.header("retry-after")),
        (429, Some("2"))
    );
    let date = ask(&server, POSTING).await.unwrap();
    assert!(date.header("retry-after").unwrap().ends_with(" GMT"));
    assert_eq!(ask(&server, POSTING).await.unwrap().status, 500);
    assert_eq!(ask(&server, POSTING).await.unwrap().status, 200);
    assert_eq!(
        server
            .calls()
            .iter()
            .map(|call| call.billed)
            .collect::<Vec<_>>(),
        [false, false, false, true]
    );
}

#[tokio::test]
async fn wrong_answers_are_wrong_as_told_and_billed() {
    let faults = [
        Fault::Truncated,
        Fault::Refusal,
        Fault::BrokenJson,
        Fault::WrongSchema,
        Fault::Empty,
        Fault::Unrelated,
        Fault::OtherLanguage,
    ];
    let server = start(
        faults
            .map(|fault| Rule::new(When::Always, fault).times(1))
            .to_vec(),
    )
    .await;
    let mut choices = Vec::new();
    for _ in faults {
        let body = ask(&server, POSTING).await.unwrap().json().unwrap();
        choices.push(body["choices"][0].clone());
    }
    let parsed = |choice: &Value| {
        serde_json::from_str::<Value>(choice["message"]["content"].as_str().unwrap())
    };
    assert_eq!(choices[0]["finish_reason"], "length");
    assert!(parsed(&choices[0]).is_err());
    assert!(
        choices[1]["message"]["content"].is_null() && choices[1]["message"]["refusal"].is_string()
    );
    assert_eq!(choices[2]["finish_reason"], "stop");
    assert!(parsed(&choices[2]).is_err());
    assert!(parsed(&choices[3]).unwrap()["tech_stack"].is_string());
    assert!(parsed(&choices[5]).unwrap().get("tech_stack").is_none());
    assert_eq!(parsed(&choices[6]).unwrap()["minimum_degree"], "licence");
    let empty = parsed(&choices[4]).unwrap();
    assert!(
        empty
            .as_object()
            .unwrap()
            .values()
            .all(|value| value.is_null() || *value == json!([]))
    );
    assert!(server.calls().iter().all(|call| call.billed));
}

#[tokio::test]
async fn envelopes_pages_and_giants() {
    let faults = [Fault::BrokenEnvelope, Fault::Html, Fault::Huge];
    let server = start(
        faults
            .map(|fault| Rule::new(When::Always, fault).times(1))
            .to_vec(),
    )
    .await;
    let broken = ask(&server, POSTING).await.unwrap();
    assert!(broken.status == 200 && broken.json().is_err());
    let page = ask(&server, POSTING).await.unwrap();
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let huge = ask(&server, POSTING).await.unwrap();
    assert!(huge.body.len() > 10_000_000);
    assert!(answer(&huge)["summary"].as_str().unwrap().len() > 9_000_000);
    settled(&server).await;
    let calls = server.calls();
    assert_eq!(
        calls.iter().map(|call| call.billed).collect::<Vec<_>>(),
        [true, false, true]
    );
    assert!(calls.iter().all(|call| call.complete));
}

#[tokio::test]
async fn headers_arrive_before_the_reset() {
    let server = start(always(Fault::ResetAfterHeaders)).await;
    let url = chat_url(&server);
    let mut client = open("POST", &url, &[], &request(POSTING)).await.unwrap();
    let mut received = Vec::new();
    let error = client.read_to_end(&mut received).await.unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    let received = String::from_utf8(received).unwrap();
    assert!(
        received.starts_with("HTTP/1.1 200") && received.ends_with("\r\n\r\n"),
        "{received}"
    );
    settled(&server).await;
    assert!(!server.calls()[0].complete && server.calls()[0].billed);
}

#[tokio::test]
async fn a_drip_is_slow_and_right() {
    let server = start(always(Fault::SlowDrip {
        pieces: 5,
        pause_ms: 20,
    }))
    .await;
    let begun = Instant::now();
    let reply = ask(&server, POSTING).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(100));
    assert_eq!(answer(&reply)["years_of_experience"], "5+ years");
    settled(&server).await;
    assert!(server.calls()[0].complete);
}

#[tokio::test]
async fn a_drip_that_nobody_waits_for_is_not_complete() {
    let server = start(always(Fault::SlowDrip {
        pieces: 50,
        pause_ms: 50,
    }))
    .await;
    let client = open("POST", &chat_url(&server), &[], &request(POSTING))
        .await
        .unwrap();
    under_way(&server, 1).await;
    drop(client);
    settled(&server).await;
    assert!(!server.calls()[0].complete);
}

#[tokio::test]
async fn rules_choose_by_number_content_and_chance() {
    let server = start(vec![
        Rule::new(When::Call(2), Fault::Html),
        Rule::new(When::Contains("Receptionist".to_owned()), Fault::Empty).times(1),
    ])
    .await;
    for text in [POSTING, POSTING, "Receptionist\nSoon", "Receptionist\nSoon"] {
        ask(&server, text).await.unwrap();
    }
    let faults: Vec<_> = server.calls().iter().map(|call| call.fault).collect();
    assert_eq!(faults, [None, Some(Fault::Html), Some(Fault::Empty), None]);
    server.set_faults(always(Fault::Refusal));
    ask(&server, POSTING).await.unwrap();
    assert_eq!(server.calls()[4].fault, Some(Fault::Refusal));
}

#[tokio::test]
async fn chance_is_the_same_in_any_order() {
    let run = |backwards: bool| async move {
        let rule = Rule::new(
            When::Chance(400),
            Fault::Status {
                code: 500,
                retry_after: None,
            },
        );
        let server = start(vec![rule]).await;
        let mut texts: Vec<String> = (0..40).map(|n| format!("posting {n}")).collect();
        if backwards {
            texts.reverse();
        }
        for text in &texts {
            ask(&server, text).await.unwrap();
        }
        let calls = server.calls().into_iter();
        let mut struck: Vec<String> = calls
            .filter(|call| call.fault.is_some())
            .map(|call| call.head)
            .collect();
        struck.sort();
        struck
    };
    let (forwards, backwards) = (run(false).await, run(true).await);
    assert_eq!(forwards, backwards);
    assert!((8..25).contains(&forwards.len()), "{forwards:?}");
}

#[tokio::test]
async fn latency_is_kept_and_calls_run_side_by_side() {
    let between = Latency::Between(Duration::from_millis(200), Duration::from_millis(250));
    let server = serve(Options {
        latency: between,
        ..Options::default()
    })
    .await
    .unwrap();
    let begun = Instant::now();
    let texts: Vec<String> = (0..40).map(|n| format!("posting {n}")).collect();
    let replies = texts.iter().map(|text| ask(&server, text));
    futures_util::future::join_all(replies)
        .await
        .into_iter()
        .for_each(|reply| assert_eq!(reply.unwrap().status, 200));
    let took = begun.elapsed();
    // One after the other they would take 8 seconds.
    assert!(
        took >= Duration::from_millis(200) && took < Duration::from_secs(5),
        "{took:?}"
    );
}

#[tokio::test]
async fn ends_at_once_with_calls_under_way() {
    let server = start(vec![
        Rule::new(When::Call(1), Fault::Hang),
        Rule::new(
            When::Always,
            Fault::SlowDrip {
                pieces: 10,
                pause_ms: 10_000,
            },
        ),
    ])
    .await;
    let url = chat_url(&server);
    let hanging = open("POST", &url, &[], &request(POSTING)).await.unwrap();
    under_way(&server, 1).await;
    let dripping = open("POST", &url, &[], &request(POSTING)).await.unwrap();
    under_way(&server, 2).await;
    let mut half = TcpStream::connect(server.addr()).await.unwrap();
    let head = b"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{";
    half.write_all(head).await.unwrap();
    timeout(Duration::from_secs(8), server.stop())
        .await
        .expect("stop must not wait for clients")
        .unwrap();
    for mut client in [hanging, dripping, half] {
        let mut rest = Vec::new();
        let _reset_or_end = timeout(Duration::from_secs(5), client.read_to_end(&mut rest))
            .await
            .unwrap();
    }
}
