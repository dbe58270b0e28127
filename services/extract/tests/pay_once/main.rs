//! The service as a process on a real broker and registry, against a model server that knows what
//! was paid: killed at every named point, frozen, handed over, rewound, and fed with bad input.
//!
//! Needs a running stack: `make test` starts one, and `readonce stack up` does too; then
//! `READONCE_TEST_CONFIG=$PWD/.readonce/readonce.toml cargo test -p readonce-extract --test pay_once`

mod batch;
mod budget;
mod faults;
mod fencing;
#[allow(dead_code, reason = "the suite of answers uses the rest")]
mod world;

use std::time::Duration;

use readonce_model::reason::Code;
use readonce_model::record::CallState;
use readonce_testkit::RetryAfter;
use readonce_testkit::model::{Fault, Rule, When};

use world::{Settings, World};

const REQUESTS: u32 = 6;

/// Kills the service at a point, starts it again, and answers paid calls by content.
async fn crash_at(point: &str) -> Vec<u32> {
    let mut world = World::open(Settings::default()).await;
    world.request(REQUESTS).await;
    world.start("extract-1", Some(point));
    world.wait_for_death("extract-1").await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    world.check_books(REQUESTS).await;
    world.paid()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_pays_nothing_twice_where_the_answer_is_safe_or_was_never_asked_for() {
    for point in [
        "after_attempt:2",
        "after_spool:2",
        "after_profile:2",
        "after_tombstone:2",
        "before_offset:2",
    ] {
        assert_eq!(crash_at(point).await, [1; REQUESTS as usize], "{point}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_no_disk_had_is_paid_for_once_more() {
    let mut paid = crash_at("after_body:2").await;
    paid.sort_unstable();
    assert_eq!(paid, [1, 1, 1, 1, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_with_many_calls_in_flight_pay_no_more_than_those_again() {
    const MANY: u32 = 200;
    let settings = Settings {
        concurrency: 8,
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(MANY).await;
    for round in 1..=8 {
        let point = ["after_body", "after_spool", "after_profile"][round % 3];
        world.start("extract-1", Some(&format!("{point}:{}", 5 + round)));
        world.wait_for_death("extract-1").await;
    }
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    world.check_books(MANY).await;
    let paid = world.paid();
    assert_eq!(paid.len(), MANY as usize);
    let again: u32 = paid.iter().map(|count| count - 1).sum();
    println!("{again} calls were paid again after 8 kills with up to 8 in flight");
    assert!(again <= 8 * 8, "{again} calls were paid again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partition_that_is_handed_over_in_mid_call_pays_nothing_twice() {
    let settings = Settings {
        // The new owner has restored its memory long before the old one's calls end.
        latency: Duration::from_secs(16),
        timeout_ms: 20_000,
        lease_ms: 24_000,
        concurrency: 20,
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.wait_for_calls(REQUESTS as usize).await;
    world.start("extract-2", None);
    world.rest().await;
    world.stop_all();
    // The fault was really met.
    assert!(world.has_said("extract-1", "cut off while draining"));
    world.check_books(REQUESTS).await;
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_waits_for_paid_calls() {
    let settings = Settings {
        latency: Duration::from_secs(3),
        timeout_ms: 6000,
        lease_ms: 8000,
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.wait_for_calls(1).await;
    world.stop_all();
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    world.check_books(REQUESTS).await;
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rewind_to_the_beginning_pays_nothing() {
    let mut world = World::open(Settings::default()).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    let before = world.profiles().await;
    world.rewind().await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    assert_eq!(world.profiles().await, before);
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_turned_away_is_tried_again_and_paid_once() {
    let busy = Fault::Status {
        code: 429,
        retry_after: Some(RetryAfter::Seconds(1)),
    };
    let settings = Settings {
        faults: vec![Rule::new(When::Always, busy).times(2)],
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    world.check_books(REQUESTS).await;
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_content_is_given_up_and_its_request_becomes_a_letter() {
    let settings = Settings {
        faults: vec![Rule::new(
            When::Contains("Engineer 3".into()),
            Fault::Refusal,
        )],
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    assert_eq!(world.profiles().await.len(), REQUESTS as usize - 1);
    assert_eq!(world.outstanding(REQUESTS).await, 0);
    let letters = world.letters().await;
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].reason, Code::ExtractionFailed.as_str());
    assert_eq!(letters[0].bytes, world.bytes_of(3));
    let given_up = world.attempts().await;
    let given_up = given_up.iter().filter(|it| it.state == CallState::GivenUp);
    assert_eq!(given_up.count(), 1);
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
}

#[tokio::test(flavor = "multi_thread")]
async fn poison_is_set_aside_with_its_reason_and_the_rest_goes_on() {
    let mut world = World::open(Settings::default()).await;
    let wanted = world.poison().await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    let mut found: Vec<_> = world
        .letters()
        .await
        .into_iter()
        .map(|letter| letter.reason)
        .collect();
    found.sort_unstable();
    assert_eq!(found, wanted);
    world.check_books(REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_need_no_model() {
    let settings = Settings {
        rules: true,
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    world.check_books(REQUESTS).await;
    assert!(world.paid().is_empty());
}
