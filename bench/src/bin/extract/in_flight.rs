//! A thousand calls in flight on one process: what they weigh, and what the service adds to the
//! time that the model takes.
//!
//! Requests come faster and faster, as slow start lets calls through, and then evenly, so that the
//! model holds a little more than a thousand of them. A burst would stay one: at a fixed latency
//! calls that begin together end together. The time of a call goes from the beginning of its announcement to the acknowledgement of
//! its profile, as the service's own histogram has it; the model's own latency is taken from the
//! log of the model server. The difference of the medians is the overhead. The ramp is part of the
//! figures: nothing is left out.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use readonce_testkit::model::{Call, paid_by_content};
use serde_json::{Value, json};

use crate::known::round;
use crate::service::Service;
use crate::world::{Setup, Stack, World};

/// A model that answers with some hundred tokens takes about that long.
const LATENCY: Duration = Duration::from_millis(4_000);
const TIMEOUT: Duration = Duration::from_secs(30);
/// Asked for every second: latency times rate are in flight.
const PER_S: u32 = 258;
const SECONDS: u32 = 40;
/// At the beginning.
const FIRST_PER_S: f64 = 2.0;
/// Twice the latency: half as fast as slow start would go.
const DOUBLES_IN_S: f64 = 8.0;
/// Above what is in flight at the model: a call has its place until all its records are written.
const CONCURRENCY: usize = 1_200;
const TICK: Duration = Duration::from_millis(10);
const WANTED_IN_FLIGHT: usize = 1_000;

pub async fn measure(stack: &Stack) -> Result<Value> {
    let settings = [
        format!("extract.concurrency={CONCURRENCY}"),
        format!("extract.held-requests={CONCURRENCY}"),
    ];
    let setup = Setup {
        name: "flight",
        latency: LATENCY,
        timeout: TIMEOUT,
        settings: &settings,
    };
    let world = World::open(stack, setup).await?;
    let mut service = world.start()?;
    service.ready().await?;
    let contents = asked_by(f64::INFINITY);
    eprintln!("{contents} requests, at last {PER_S} a second for {SECONDS} s");
    let held = ask_evenly(&world, &mut service).await?;
    service.settled(u64::from(contents)).await?;
    let figures = figures(&world, &service, held).await?;
    eprintln!("{figures}");
    service.stop().await?;
    Ok(figures)
}

/// Calls that the model holds, looked at again and again once they come evenly.
async fn ask_evenly(world: &World, service: &mut Service) -> Result<Vec<usize>> {
    let (began, mut sent, mut held) = (Instant::now(), 0, Vec::new());
    let mut ticks = tokio::time::interval(TICK);
    while sent < asked_by(f64::INFINITY) {
        ticks.tick().await;
        let due = asked_by(began.elapsed().as_secs_f64());
        world.request(sent + 1..=due).await?;
        sent = due;
        if began.elapsed() > LATENCY + Duration::from_secs_f64(rises_for_s()) {
            held.push(world.model.in_flight());
        }
        service.check_alive()?;
    }
    Ok(held)
}

fn rises_for_s() -> f64 {
    DOUBLES_IN_S * (f64::from(PER_S) / FIRST_PER_S).log2()
}

/// Requests that are due after so many seconds.
fn asked_by(seconds: f64) -> u32 {
    let last = f64::from(PER_S);
    let rises_for_s = rises_for_s();
    let risen_s = seconds.min(rises_for_s);
    let growth = (risen_s / DOUBLES_IN_S).exp2() - 1.0;
    let risen = FIRST_PER_S * DOUBLES_IN_S / std::f64::consts::LN_2 * growth;
    let even_s = (seconds - rises_for_s).clamp(0.0, f64::from(SECONDS));
    (risen + last * even_s) as u32
}

async fn figures(world: &World, service: &Service, mut held: Vec<usize>) -> Result<Value> {
    let calls = world.model.calls();
    let contents = asked_by(f64::INFINITY);
    let paid = paid_by_content(&calls);
    ensure!(
        paid.len() as u32 == contents,
        "{} of {contents} were paid",
        paid.len()
    );
    held.sort_unstable();
    let most = held.last().copied().unwrap_or(0);
    ensure!(
        most >= WANTED_IN_FLIGHT,
        "only {most} calls were ever in flight"
    );
    let metrics = service.metrics().await?;
    let part_ms = |part: &str, quantile: &str| {
        let label = format!("part=\"{part}\",quantile=\"{quantile}\"");
        metrics.most("readonce_call_seconds", &label) * 1000.0
    };
    let whole = |quantile: &str| part_ms("until_profile", quantile);
    let model = own_latencies_ms(&calls);
    let model_p50 = at(&model, 0.5);
    let memory = service.memory()?;
    Ok(json!({
        "calls": calls.len(),
        "paid_calls_per_content": calls.len() as f64 / f64::from(contents),
        "in_flight_most": most,
        "in_flight_p50": held.get(held.len() / 2),
        "rss_peak_mb": memory.peak_mb.round(),
        "model_latency_ms": LATENCY.as_millis() as u64,
        "model_p50_ms": model_p50,
        "call_p50_ms": round(whole("0.5"), 1),
        "call_p99_ms": round(whole("0.99"), 1),
        "announce_p50_ms": round(part_ms("announce", "0.5"), 1),
        "http_p50_ms": round(part_ms("model", "0.5") - model_p50, 1),
        "spool_p50_ms": round(part_ms("spool", "0.5"), 1),
        "overhead_p50_ms": round(whole("0.5") - model_p50, 1),
        "overhead_p99_ms": round(whole("0.99") - at(&model, 0.99), 1),
        "cpu_seconds": service.cpu_seconds()?,
    }))
}

/// From the last byte of a request to the last byte of its answer, by the server's own log, sorted.
fn own_latencies_ms(calls: &[Call]) -> Vec<f64> {
    let ended = calls.iter().filter_map(|call| {
        let ended_at_ms = call.ended_at_ms?;
        Some((ended_at_ms - call.received_at_ms) as f64)
    });
    let mut all: Vec<_> = ended.collect();
    all.sort_by(f64::total_cmp);
    all
}

fn at(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place).copied().unwrap_or(f64::NAN)
}
