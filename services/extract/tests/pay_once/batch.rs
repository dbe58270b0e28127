//! Back-fills by batch, through kills, hand-overs and everything that a provider's counter may do
//! wrong. The model server runs each batch it made, whoever asks for it, and its log is the truth: a
//! line that is in two batches is paid twice there.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use readonce_model::Topic;
use readonce_model::record::{
    CallState, ExtractAttempt, ExtractRequest, Lane, RawAnswer, RequestReason, Worth,
};
use readonce_testkit::model::{BatchFault, Batches, Fault, Rule, When};

use super::world::{Settings, World, request};

const LINES: u32 = 12;
const TERMS: &str = "batch: {fill-seconds: 1, poll-seconds: 1}\n\
                     price-in-micros-per-1k: 400\nprice-out-micros-per-1k: 1600\n";
/// Longer than a batch needs to be filled, made and looked at.
const TAKES_A_WHILE: Duration = Duration::from_secs(6);

fn settings() -> Settings {
    Settings {
        // An announced line may be sent for 3 s: nobody waits longer for a term to end.
        timeout_ms: 500,
        lease_ms: 1500,
        concurrency: 8,
        config: TERMS,
        ..Settings::default()
    }
}

fn back_fill(number: u32) -> ExtractRequest {
    ExtractRequest {
        reason: RequestReason::Backfill,
        worth: Some(Worth::Backfill),
        ..request(number)
    }
}

async fn ask_for(world: &World, count: u32) {
    for number in 1..=count {
        world.ask(&back_fill(number)).await;
    }
}

async fn world_with(settings: Settings, batches: Batches, lines: u32) -> World {
    let world = World::open(settings).await;
    world.set_batches(batches);
    ask_for(&world, lines).await;
    world
}

async fn finish(world: &mut World, lines: u32) {
    world.rest().await;
    world.stop_all();
    world.check_books(lines).await;
}

fn all_once() -> Vec<u32> {
    vec![1; LINES as usize]
}

/// Names of the lines that were asked, of whatever batch.
fn names(world: &World) -> BTreeSet<String> {
    let calls = world.calls().into_iter();
    calls.filter_map(|call| call.idempotency_key).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_back_fill_is_paid_once_by_batch_and_at_half_price() {
    let mut world = world_with(settings(), Batches::default(), LINES).await;
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
    let batches = world.batches();
    assert_eq!(batches.iter().map(|it| it.lines).sum::<usize>(), 12);
    assert!(batches.len() <= 4, "{batches:?}");
    let attempts = world.attempts().await;
    for attempt in &attempts {
        check_books_of(attempt);
        let name = format!("{}:{}:1", attempt.content_hash, attempt.contract);
        assert!(names(&world).contains(&name), "{name}");
    }
    let answers: Vec<RawAnswer> = world.records(Topic::ExtractAnswers).await;
    assert_eq!(answers.len(), LINES as usize);
    let profiles = world.answers().await;
    assert!(profiles.values().all(|profile| profile.cost_micros > 0));
}

fn check_books_of(attempt: &ExtractAttempt) {
    assert_eq!((attempt.lane, attempt.attempt), (Some(Lane::Batch), 1));
    assert_eq!(attempt.billed, Some(true));
    let (tokens_in, tokens_out) = (attempt.tokens_in.unwrap(), attempt.tokens_out.unwrap());
    let whole = (tokens_in * 400 + tokens_out * 1600 + 999) / 1000;
    assert_eq!(attempt.cost_micros, (whole + 1) / 2);
    assert!(attempt.estimated_cost_micros.unwrap() >= attempt.cost_micros);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_any_two_steps_of_a_batch_pays_no_line_twice() {
    for point in [
        "after_attempt:3",
        "batch_uploaded",
        "batch_created",
        "batch_downloaded",
        "after_body:2",
        "after_spool:2",
        "after_profile:2",
        "after_tombstone:2",
        "before_offset:2",
    ] {
        let mut world = world_with(settings(), Batches::default(), LINES).await;
        world.start("extract-1", Some(point));
        world.wait_for_death("extract-1").await;
        world.start("extract-1", None);
        finish(&mut world, LINES).await;
        assert_eq!(world.paid(), all_once(), "{point}: {:?}", world.batches());
        let announced = world.attempts().await;
        let is_first = |attempt: &ExtractAttempt| attempt.attempt == 1;
        assert!(announced.iter().all(is_first), "{point}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_found_again_after_a_kill_and_by_the_next_owner() {
    let batches = Batches {
        takes: TAKES_A_WHILE,
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    let made = async || {
        let lines: usize = world.batches().iter().map(|it| it.lines).sum();
        lines == LINES as usize
    };
    world.until("batches", made).await;
    world.kill("extract-1");
    world.start("extract-2", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
    assert!(world.has_said("extract-2", "a batch is followed again"));
    let attempts = world.attempts().await;
    assert!(attempts.iter().all(|attempt| attempt.owner == "extract-1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partition_with_an_open_batch_is_let_go_of_at_once() {
    let batches = Batches {
        takes: Duration::from_secs(40),
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    world
        .until("batches", async || world.batches().len() >= 2)
        .await;
    let began = Instant::now();
    world.stop_all();
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "the stop took {took:?}");
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_gets_lost_on_the_way_makes_no_second_batch() {
    let faults = vec![
        BatchFault::UploadRefused(429),
        BatchFault::UploadLost,
        BatchFault::CreationRefused(503),
        BatchFault::CreationLost,
        BatchFault::CreationRefused(500),
        BatchFault::OutputCut,
    ];
    let batches = Batches {
        faults,
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once(), "{:?}", world.batches());
    let lines: usize = world.batches().iter().map(|it| it.lines).sum();
    assert_eq!(lines, LINES as usize, "{:?}", world.batches());
    assert!(world.has_said("extract-1", "making a batch"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_slept_through_its_term_makes_no_batch_when_it_wakes_up() {
    let settings = Settings {
        // Long enough to be frozen between announcement and shipment.
        config: "batch: {fill-seconds: 4, poll-seconds: 1}\n",
        ..settings()
    };
    let mut world = world_with(settings, Batches::default(), LINES).await;
    world.start("extract-1", None);
    let announced = async || world.attempts().await.len() == LINES as usize;
    world.until("announcements", announced).await;
    world.freeze("extract-1");
    assert!(world.batches().is_empty());
    world.start("extract-2", None);
    world.wait_for_profiles(LINES as usize).await;
    world.thaw("extract-1");
    tokio::time::sleep(Duration::from_secs(8)).await;
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once(), "{:?}", world.batches());
    assert!(names(&world).iter().all(|name| name.ends_with(":1")));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_expire_are_asked_again_and_nothing_else_is() {
    let batches = Batches {
        faults: vec![
            BatchFault::Expires { after: 2 },
            BatchFault::Cancelled { after: 1 },
        ],
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
    let history = world.attempt_history().await;
    let expired: Vec<_> = history
        .iter()
        .filter(|attempt| attempt.state == CallState::Failed)
        .collect();
    assert!(!expired.is_empty());
    for attempt in expired {
        assert_eq!(
            (attempt.attempt, attempt.billed),
            (1, Some(false)),
            "{attempt:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_is_turned_away_costs_no_content_and_no_attempt() {
    let batches = Batches {
        faults: vec![
            BatchFault::Invalid("token_limit_exceeded"),
            BatchFault::Invalid("odd"),
        ],
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
    assert!(world.letters().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_provider_forgets_is_in_doubt_and_asked_once_more() {
    let batches = Batches {
        faults: vec![BatchFault::Forgotten { lines: 2 }],
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    finish(&mut world, LINES).await;
    assert_eq!(world.paid().iter().sum::<u32>(), LINES + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_fails_in_the_classes_of_a_call() {
    let rules = [
        (
            1,
            Fault::Status {
                code: 429,
                retry_after: None,
            },
        ),
        (
            2,
            Fault::Status {
                code: 500,
                retry_after: None,
            },
        ),
        (3, Fault::Truncated),
        (4, Fault::BrokenJson),
        (5, Fault::Refusal),
        (6, Fault::Empty),
    ];
    let rules = rules.map(|(number, fault)| {
        Rule::new(When::Contains(format!("Engineer {number}.")), fault).times(1)
    });
    let settings = Settings {
        faults: rules.into(),
        ..settings()
    };
    let mut world = world_with(settings, Batches::default(), 6).await;
    world.start("extract-1", None);
    world.rest().await;
    world.stop_all();
    let history = world.attempt_history().await;
    let class = |number: u32| {
        let hash = request(number).content_hash;
        let mut failed = history
            .iter()
            .filter(|attempt| attempt.content_hash == hash && attempt.state == CallState::Failed);
        failed
            .next()
            .and_then(|attempt| attempt.error_class.clone())
    };
    let wanted = [
        "rate_limited",
        "http_5xx",
        "truncated",
        "unreadable",
        "refused",
    ];
    for (number, wanted) in (1..).zip(wanted) {
        assert_eq!(class(number).as_deref(), Some(wanted), "{number}");
    }
    assert_eq!(class(6), None);
    assert_eq!(world.letters().await.len(), 1, "a refusal is final");
    assert_eq!(world.profiles().await.len(), 5);
    assert!(history.iter().all(ExtractAttempt::is_by_batch));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_direct_lane_goes_on_beside_open_batches() {
    let batches = Batches {
        takes: Duration::from_secs(25),
        ..Batches::default()
    };
    let settings = Settings {
        concurrency: 1,
        overrides: vec!["extract.held-requests=3".into()],
        ..settings()
    };
    let mut world = world_with(settings, batches, LINES).await;
    world.start("extract-1", None);
    world
        .until("batches", async || !world.batches().is_empty())
        .await;
    let began = Instant::now();
    for number in LINES + 1..=LINES + 6 {
        world.ask(&request(number)).await;
    }
    world.wait_for_profiles(6).await;
    let took = began.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
    finish(&mut world, LINES + 6).await;
    assert_eq!(world.paid(), [1; 18]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_lines_are_open_than_there_is_room_for() {
    let settings = Settings {
        overrides: vec![
            "extract.batch-lines=4".into(),
            "extract.held-requests=5".into(),
        ],
        ..settings()
    };
    let mut world = world_with(settings, Batches::default(), 30).await;
    world.start("extract-1", None);
    finish(&mut world, 30).await;
    assert_eq!(world.paid(), [1; 30]);
    let batches = world.batches();
    assert!(batches.iter().all(|it| it.lines <= 4), "{batches:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_stops_the_lane_too() {
    let settings = Settings {
        budget: Some("overall: {calls: 5}\n"),
        ..settings()
    };
    let mut world = world_with(settings, Batches::default(), LINES).await;
    world.start("extract-1", None);
    world.wait_for_profiles(5).await;
    // That nothing happens can only be waited for.
    tokio::time::sleep(Duration::from_secs(4)).await;
    world.stop_all();
    assert_eq!(world.calls().len(), 5);
    assert_eq!(world.outstanding(LINES).await, 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_whose_content_is_asked_for_again_at_once_waits_for_its_batch() {
    let batches = Batches {
        takes: TAKES_A_WHILE,
        ..Batches::default()
    };
    let mut world = world_with(settings(), batches, LINES).await;
    world.start("extract-1", None);
    world
        .until("batches", async || !world.batches().is_empty())
        .await;
    for number in 1..=LINES {
        let later = ExtractRequest {
            requested_at_ms: request(number).requested_at_ms + 1000,
            ..request(number)
        };
        world.ask(&later).await;
    }
    finish(&mut world, LINES).await;
    assert_eq!(world.paid(), all_once());
}
