//! Each service is killed with SIGKILL in mid-run, again and again, and started again: the tables
//! are those of a world without kills, and nothing is paid twice.

use std::time::Duration;

use readonce_model::Service;
use readonce_testkit::model::{ModelServer, paid_by_content};
use readonce_testkit::world::Spec;
use readonce_tests::boards::{ModelConfig, model_config, model_server};
use readonce_tests::tables::{Tables, assert_equal};
use readonce_tests::{Boards, Pipeline};

/// Moments after a start at which a service dies: early in its start, while it restores, while it
/// works. A kill has no right moment, so this is the one place where tests wait by the clock.
const MOMENTS_MS: [u64; 5] = [120, 350, 700, 1100, 1600];
const MODEL_LATENCY_MS: u64 = 40;
const CONCURRENCY: u32 = 4;

fn spec() -> Spec {
    Spec {
        postings: 120,
        days: 2,
        ..Spec::default()
    }
}

/// A world whose contents go to a model server.
fn pipeline(name: &str, config: &ModelConfig) -> Pipeline {
    Pipeline::new(
        name,
        &[
            ("extract.config", config.path.clone()),
            ("extract.concurrency", CONCURRENCY.to_string()),
            ("extract.lease-ms", "3000".to_owned()),
        ],
    )
}

struct Ended {
    tables: Tables,
    model: ModelServer,
    /// Calls that were announced and never ended in our own books: each was in flight, between
    /// the announcement and the spool, when extract was killed.
    cut_off: u32,
    distinct_contents: u32,
}

async fn two_days(name: &str, victim: Option<Service>) -> Ended {
    let model = model_server(MODEL_LATENCY_MS).await;
    let boards = Boards::serve(spec()).await;
    let config = model_config(&model, 2000);
    let mut pipeline = pipeline(name, &config);
    boards.apply(&pipeline);
    pipeline.start_all();
    for day in 1..=2 {
        boards.begin_day(&mut pipeline, day);
        if let Some(victim) = victim {
            kill_again_and_again(&mut pipeline, victim).await;
        }
        boards.end_day(&mut pipeline, day).await;
    }
    let started = "SELECT count() AS n FROM extract_attempts FINAL WHERE state = 'started'";
    let cut_off = pipeline.number(started).await.expect("a number") as u32;
    pipeline.stop_all();
    Ended {
        tables: pipeline.timeless().await,
        model,
        cut_off,
        distinct_contents: boards.world.ledger().distinct_contents,
    }
}

async fn kill_again_and_again(pipeline: &mut Pipeline, victim: Service) {
    for moment in MOMENTS_MS {
        tokio::time::sleep(Duration::from_millis(moment)).await;
        pipeline.kill(victim);
        pipeline.start(victim);
    }
}

fn check_paid(ended: &Ended) {
    let paid = paid_by_content(&ended.model.calls());
    let total: u32 = paid.values().sum();
    assert_eq!(
        paid.len() as u32,
        ended.distinct_contents,
        "contents that were ever paid"
    );
    let allowed = ended.distinct_contents + ended.cut_off;
    assert!(
        total <= allowed,
        "{total} paid calls, {allowed} can be explained"
    );
    let most = CONCURRENCY * MOMENTS_MS.len() as u32 * 2;
    assert!(
        ended.cut_off <= most,
        "{} calls cut off by fewer kills",
        ended.cut_off
    );
}

async fn survives(victim: Service) {
    let wanted = two_days("calm", None).await;
    check_paid(&wanted);
    assert_eq!(wanted.cut_off, 0);
    let found = two_days(victim.name(), Some(victim)).await;
    assert_equal(&found.tables, &wanted.tables);
    check_paid(&found);
    if victim != Service::Extract {
        let paid: u32 = paid_by_content(&found.model.calls()).values().sum();
        assert_eq!(
            paid, found.distinct_contents,
            "a kill of {victim} was paid for"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ingest_may_be_killed_at_any_time() {
    survives(Service::Ingest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn canonicalize_may_be_killed_at_any_time() {
    survives(Service::Canonicalize).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn extract_may_be_killed_at_any_time() {
    survives(Service::Extract).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sink_may_be_killed_at_any_time() {
    survives(Service::Sink).await;
}
