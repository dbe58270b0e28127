//! A ledger of a million keys: how long a start takes to remember it and what it weighs, and how
//! many requests for known contents are answered a second. No call may be made.
//!
//! Restoring is measured from the start of the process to its own "ready", broker, registry and
//! group included. Answering is measured from that moment to the last settled request of a backlog
//! that was written before, so that whoever asks does not share the machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::fill::fill;
use crate::service::Service;
use crate::world::{Setup, Stack, World};

/// Requests that are sent again, or as many as there are keys.
const RESENT: u32 = 150_000;
const CONCURRENCY: usize = 1_000;
/// No call is made, so any will do.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Figures of restoring and of answering.
pub async fn measure(stack: &Stack, keys: u32) -> Result<(Value, Value)> {
    let settings = [
        format!("extract.concurrency={CONCURRENCY}"),
        format!("extract.held-requests={CONCURRENCY}"),
        format!("extract.inbox-records={}", 2 * CONCURRENCY),
    ];
    let setup = Setup {
        name: "known",
        latency: TIMEOUT,
        timeout: TIMEOUT,
        settings: &settings,
    };
    let world = Arc::new(World::open(stack, setup).await?);
    let resent = RESENT.min(keys);
    eprintln!("writing {keys} profiles and their attempts");
    let began = Instant::now();
    fill(world.clone(), keys, resent).await?;
    eprintln!(
        "written in {:.1} s; restoring",
        began.elapsed().as_secs_f64()
    );
    let restore = restore(&world, keys).await?;
    eprintln!("{restore}; asking {resent} of them again");
    world.request(1..=resent).await?;
    let ledger = answer(&world, resent).await?;
    eprintln!("{ledger}");
    ensure!(
        world.model.calls().is_empty(),
        "a known content was paid for"
    );
    Ok((restore, ledger))
}

async fn restore(world: &World, keys: u32) -> Result<Value> {
    let mut service = world.start()?;
    let seconds = service.ready().await?;
    let memory = service.memory()?;
    let metrics = service.metrics().await?;
    let longest = metrics.most("readonce_restore_seconds", "quantile=\"1\"");
    let remembered: f64 = service.logged("memory restored", "profiles")?.iter().sum();
    ensure!(
        remembered as u32 == keys,
        "{remembered} profiles of {keys} are remembered"
    );
    let cpu_seconds = service.cpu_seconds()?;
    service.stop().await?;
    Ok(json!({
        "profile_keys": keys,
        "attempts": keys,
        "seconds_from_start_to_ready": round(seconds, 2),
        "seconds_of_slowest_partition": round(longest, 2),
        "cpu_seconds": cpu_seconds,
        "rss_mb": memory.now_mb.round(),
        "rss_peak_mb": memory.peak_mb.round(),
    }))
}

async fn answer(world: &World, resent: u32) -> Result<Value> {
    let mut service = world.start()?;
    service.ready().await?;
    let (from, before) = (Instant::now(), settled(&service).await?);
    let cpu_before = service.cpu_seconds()?;
    service.settled(u64::from(resent)).await?;
    let seconds = from.elapsed().as_secs_f64();
    let cpu_seconds = service.cpu_seconds()? - cpu_before;
    let metrics = service.metrics().await?;
    let reused = metrics.sum("readonce_extractions_total", "outcome=\"reused\"");
    ensure!(
        reused as u32 == resent,
        "{reused} of {resent} were answered from the ledger"
    );
    service.stop().await?;
    let answered = f64::from(resent) - before;
    Ok(json!({
        "requests": answered,
        "mean_bytes": world.contents.mean_bytes(),
        "seconds": round(seconds, 2),
        "per_s": (answered / seconds).round(),
        "cpu_seconds": round(cpu_seconds, 2),
        "calls": world.model.calls().len(),
    }))
}

async fn settled(service: &Service) -> Result<f64> {
    Ok(service
        .metrics()
        .await?
        .sum("readonce_extractions_total", ""))
}

pub fn round(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}
