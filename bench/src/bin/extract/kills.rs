//! SIGKILL to extract, again and again, in the middle of its calls: how many calls were paid for
//! how many contents, and whether one is left unpaid. The model server's log is the truth.
//!
//! What a kill may cost is bounded by the calls that are in flight at that moment. The share says
//! little by itself, since it is kills times flight over contents; the bound is told beside it.

use std::time::Duration;

use anyhow::{Result, ensure};
use readonce_bench::Choices;
use readonce_testkit::model::paid_by_content;
use serde_json::{Value, json};

use crate::known::round;
use crate::service::PATIENCE;
use crate::world::{Setup, Stack, World};

const SEED: u64 = 31;
const CONTENTS: u32 = 4_000;
const LATENCY: Duration = Duration::from_millis(50);
const TIMEOUT: Duration = Duration::from_millis(1_500);
const CONCURRENCY: usize = 4;
const KILLS: u32 = 8;
/// Between two kills, at least and at most.
const APART_MS: (u64, u64) = (4_000, 8_000);
/// The shortest that brokers grant by default.
const SESSION: &str = "kafka.extra={\"session.timeout.ms\" = \"6000\"}";

pub async fn measure(stack: &Stack) -> Result<Value> {
    let settings = [
        format!("extract.concurrency={CONCURRENCY}"),
        // A key in doubt waits for its lease: short, or the run would wait more than it works.
        format!("extract.lease-ms={}", 2 * TIMEOUT.as_millis()),
        SESSION.to_owned(),
    ];
    let setup = Setup {
        name: "kills",
        latency: LATENCY,
        timeout: TIMEOUT,
        settings: &settings,
    };
    let world = World::open(stack, setup).await?;
    world.request(1..=CONTENTS).await?;
    let mut choices = Choices::from_seed(SEED);
    let mut service = world.start()?;
    let mut in_flight = 0;
    eprintln!("{CONTENTS} contents, {KILLS} kills");
    for _ in 0..KILLS {
        let spread = (APART_MS.1 - APART_MS.0) as usize;
        let pause_ms = APART_MS.0 + choices.below(spread) as u64;
        tokio::time::sleep(Duration::from_millis(pause_ms)).await;
        service.check_alive()?;
        in_flight += world.model.in_flight();
        service.kill()?;
        service = world.start()?;
    }
    let all_paid = || async { paid_by_content(&world.model.calls()).len() as u32 >= CONTENTS };
    readonce_testkit::wait::until(PATIENCE, "all contents", all_paid).await?;
    wait_until_settled(&world).await?;
    let figures = figures(&world, in_flight)?;
    eprintln!("{figures}");
    service.stop().await?;
    Ok(figures)
}

async fn wait_until_settled(world: &World) -> Result<()> {
    let group = world
        .settings
        .kafka()
        .namespace
        .group(readonce_model::Service::Extract);
    let offsets = readonce_plumbing::kafka::GroupOffsets::new(&world.settings, group);
    let topics = [readonce_model::Topic::ExtractRequests];
    let settled = || async {
        let lags = offsets.lag(&topics).await.unwrap_or_default();
        !lags.is_empty() && lags.iter().all(|lag| lag.exists && lag.records() == 0)
    };
    Ok(readonce_testkit::wait::until(PATIENCE, "the end of all work", settled).await?)
}

fn figures(world: &World, in_flight: usize) -> Result<Value> {
    let calls = world.model.calls();
    let by_content = paid_by_content(&calls);
    let paid: u32 = by_content.values().sum();
    ensure!(
        by_content.len() as u32 == CONTENTS,
        "{} contents",
        by_content.len()
    );
    let bound = CONTENTS + KILLS * CONCURRENCY as u32;
    ensure!(paid <= bound, "{paid} paid calls, {bound} can be explained");
    Ok(json!({
        "contents": CONTENTS,
        "kills": KILLS,
        "in_flight_at_kills": in_flight,
        "paid_calls": paid,
        "paid_calls_by_bound": bound,
        "paid_per_content": round(f64::from(paid) / f64::from(CONTENTS), 4),
        "contents_unpaid": 0,
    }))
}
