//! One simulated day: the boards change, every source is asked to run, and the day is over when
//! every run has ended and nothing waits in any group.

use std::time::Duration;

use anyhow::bail;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::ends_when_idle;
use readonce_plumbing::registry;
use readonce_sink::query::LedgerRow;
use serde::Serialize;
use tokio::time::Instant;

use super::progress::Progress;
use super::scene::Scene;
use crate::context::Context;
use crate::request;

const PATIENCE: Duration = Duration::from_secs(300);
const PAUSE: Duration = Duration::from_millis(200);

/// What a day brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Day {
    pub day: u32,
    pub seen: i64,
    pub new: i64,
    pub changed: i64,
    pub unchanged: i64,
    pub reused: i64,
    pub paid: i64,
    pub failed: i64,
    /// What the day's calls cost, in millionths of the config's currency.
    #[serde(skip)]
    pub cost_micros: i64,
}

pub async fn play(context: &Context, scene: &mut Scene, day: u32) -> anyhow::Result<Day> {
    scene.site.set_day(day)?;
    let began_ms = now_ms();
    let sources: Vec<_> = scene
        .world
        .boards()
        .iter()
        .map(|board| board.source.clone())
        .collect();
    let expected = scene.world.shown_on(day).len() as u64;
    let progress = Progress::start(context, day, expected)?;
    // A source that was just applied runs by itself; from day 2 on somebody has to ask.
    if day > 1 {
        request::ask(&scene.layers, &sources, "demo").await?;
    }
    let deadline = Instant::now() + PATIENCE;
    let mut before = None;
    loop {
        scene.check_services().await?;
        progress.show()?;
        let ends = ends_when_idle(&scene.settings, &registry::contracts()?).await?;
        if ends.is_some() && ends == before {
            let runs = runs_since(scene, began_ms).await?;
            if is_over(&runs, sources.len()) {
                progress.end();
                return Ok(sum(day, &runs));
            }
        }
        if Instant::now() >= deadline {
            progress.end();
            bail!("day {day} is not over after {} s", PATIENCE.as_secs());
        }
        before = ends;
        tokio::time::sleep(PAUSE).await;
    }
}

async fn runs_since(scene: &Scene, began_ms: i64) -> anyhow::Result<Vec<LedgerRow>> {
    if !scene.query.has_views().await? {
        return Ok(Vec::new());
    }
    let all = scene.query.ledger().await?;
    Ok(all
        .into_iter()
        .filter(|run| run.started_at_ms >= began_ms)
        .collect())
}

/// Every source has a finished run, and every content of it was settled.
fn is_over(runs: &[LedgerRow], sources: usize) -> bool {
    let is_done = |run: &&LedgerRow| run.state == "finished" && run.pending == 0;
    runs.len() >= sources && runs.iter().filter(is_done).count() == runs.len()
}

fn sum(day: u32, runs: &[LedgerRow]) -> Day {
    let start = Day {
        day,
        ..Day::default()
    };
    runs.iter().fold(start, |sum, run| Day {
        seen: sum.seen + run.seen,
        new: sum.new + run.new,
        changed: sum.changed + run.changed,
        unchanged: sum.unchanged + run.unchanged,
        reused: sum.reused + run.reused as i64,
        paid: sum.paid + run.paid as i64,
        failed: sum.failed + run.set_aside + run.failed as i64,
        cost_micros: sum.cost_micros + run.cost_micros,
        ..sum
    })
}
