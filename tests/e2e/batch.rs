//! A back-fill by batch: asked for by the command, killed in mid-batch again and again, and paid once a
//! content. The model server runs every batch that was made, so its log tells of each that was one
//! too many.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use readonce_model::Service;
use readonce_testkit::model::{Batches, paid_by_content};
use serde_json::Value;

use crate::priced::World;

const CONTENTS: usize = 50;
const PATIENCE: Duration = Duration::from_secs(120);
const TERMS: &str =
    "timeout-ms: 2000\nbatch: {fill-seconds: 1, poll-seconds: 1, max-requests: 20}\n";

fn texts() -> Vec<String> {
    let years = 1..=CONTENTS;
    years
        .map(|years| format!("{years} years of experience with Rust and Kafka."))
        .collect()
}

async fn open() -> World {
    let world = World::open("batch").await;
    world.model.set_batches(Batches {
        takes: Duration::from_secs(4),
        ..Batches::default()
    });
    let file = world.pipeline.folder().join("priced.yaml");
    let direct = std::fs::read_to_string(&file).expect("a config");
    std::fs::write(direct_config(&world), &direct).expect("a config");
    std::fs::write(&file, direct + TERMS).expect("a config");
    world
}

/// The same model without the lane.
fn direct_config(world: &World) -> PathBuf {
    world.pipeline.folder().join("direct.yaml")
}

/// A plan names half of what the same calls cost by themselves.
fn check_plan(world: &World) {
    let plan = world.pipeline.cli(&["plan", "--contract", "job@1"]);
    assert_eq!(plan["new"], CONTENTS);
    let file = direct_config(world).display().to_string();
    let direct = world
        .pipeline
        .cli(&["plan", "--contract", "job@1", "--extraction-config", &file]);
    let cost = |plan: &Value| plan["cost_micros"].as_i64().expect("a number");
    let spare = 2 * cost(&plan) - cost(&direct);
    assert!((0..=CONTENTS as i64).contains(&spare), "{plan} {direct}");
}

/// Waits until there are that many batches.
async fn batches(world: &mut World, count: usize) {
    let deadline = Instant::now() + PATIENCE;
    while world.model.batches().len() < count {
        world.pipeline.check_alive();
        let made = world.model.batches();
        assert!(Instant::now() < deadline, "not {count} batches: {made:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_back_fill_that_is_killed_in_mid_batch_pays_each_content_once() {
    let mut world = open().await;
    let texts = texts();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    world.board("board", &texts, "contracts: []\n");
    world.pipeline.start_all();
    world.runs(1).await;
    assert_eq!(world.calls(), 0, "no contract is asked of the source");

    check_plan(&world);
    let asked = world.pipeline.cli(&["backfill", "--contract", "job@1"]);
    assert_eq!(asked["requested"], CONTENTS);
    for made in [1, 2] {
        batches(&mut world, made).await;
        world.pipeline.kill(Service::Extract);
        world.pipeline.start(Service::Extract);
    }
    world.pipeline.rest().await;

    let paid = paid_by_content(&world.model.calls());
    assert_eq!(paid.len(), CONTENTS, "contents paid");
    assert!(paid.values().all(|times| *times == 1), "{paid:?}");
    let lines: usize = world.model.batches().iter().map(|it| it.lines).sum();
    assert_eq!(lines, CONTENTS, "{:?}", world.model.batches());
    check_tables(&world).await;
    assert_eq!(world.pipeline.letters(Service::Extract).await, 0);
    world.pipeline.stop_all();
}

/// Every call is told as a line, at its price.
async fn check_tables(world: &World) {
    let by_batch = "SELECT count() AS n FROM extract_attempts FINAL WHERE lane = 'batch' \
                    AND state = 'succeeded' AND attempt = 1 AND submit_until IS NOT NULL";
    assert_eq!(world.number(by_batch).await, CONTENTS as i64);
    let whole = "SELECT toInt64(sum(tokens_in * 400 + tokens_out * 1600) / 1000) AS n \
                 FROM extract_attempts FINAL";
    let whole = world.number(whole).await as f64;
    let paid = world
        .number("SELECT sum(cost_micros) AS n FROM extract_attempts FINAL")
        .await as f64;
    let part = paid / whole;
    assert!((0.5..0.51).contains(&part), "{paid} of {whole}");
    let duplicates = "SELECT count() AS n FROM duplicate_paid";
    assert_eq!(world.number(duplicates).await, 0);
}

/// What an earlier contract's profile gives is not asked by batch either.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_asks_only_for_what_an_earlier_profile_does_not_give() {
    let mut world = open().await;
    let texts = [
        "5-8 years of experience. We use Rust.",
        "10-5 years of experience in sales",
        "100 years of tradition and 2 of Kafka",
    ];
    world.board("board", &texts, "");
    world.pipeline.start_all();
    world.runs(1).await;
    assert_eq!(world.calls(), texts.len(), "job@1, by direct calls");
    assert!(world.model.batches().is_empty());

    world.pipeline.cli(&["backfill", "--contract", "job@2"]);
    batches(&mut world, 1).await;
    world.pipeline.kill(Service::Extract);
    world.pipeline.start(Service::Extract);
    world.pipeline.rest().await;
    assert_eq!(
        world.calls(),
        texts.len() + 2,
        "one is lifted, two are asked"
    );
    let in_part = "SELECT count() AS n FROM profiles_job_v2 FINAL WHERE lifted_from = 'job@1' \
                   AND asked_fields = ['experience_years_min', 'experience_years_max'] \
                   AND cost_micros > 0 AND summary IS NOT NULL";
    assert_eq!(world.number(in_part).await, 2);
    let by_batch = "SELECT count() AS n FROM extract_attempts FINAL \
                    WHERE contract = 'job@2' AND lane = 'batch' AND state = 'succeeded'";
    assert_eq!(world.number(by_batch).await, 2);
    let calls = world.model.calls();
    let names = calls
        .iter()
        .filter_map(|call| call.idempotency_key.as_deref());
    let in_part = names.filter(|name| name.split(':').count() == 4);
    assert_eq!(in_part.count(), 2, "names that tell of a part");
    world.pipeline.stop_all();
}
