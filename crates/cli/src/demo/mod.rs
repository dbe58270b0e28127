//! `readonce demo`: a small world of job boards over a few simulated days, through the real stack.
//!
//! | file | what |
//! |---|---|
//! | `scene` | world, site, namespace and the four services |
//! | `day` | one day: ask for a run of every board, wait until nothing waits |
//! | `progress` | live counters of each stage |
//! | `report` | what was found against what the world expects |
//!
//! The world knows what it changed and so what a correct pipeline must count. The demo fails when
//! the pipeline counts something else.

mod day;
mod progress;
mod report;
mod scene;

use std::process::ExitCode;

use clap::Args;
use readonce_testkit::world::Spec;

use crate::context::Context;
use crate::fault::usage;
use scene::Scene;

#[derive(Clone, Debug, Args)]
pub struct Demo {
    /// Postings over all days
    #[arg(long, default_value_t = 60)]
    pub postings: u32,
    /// Boards, in the shapes of Greenhouse, Lever and Ashby by turns
    #[arg(long, default_value_t = 5)]
    pub boards: u32,
    /// Simulated days
    #[arg(long, default_value_t = 3)]
    pub days: u32,
    /// Another seed makes another world
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// Keep the stack running and the topics and tables in place, to look around
    #[arg(long)]
    pub keep: bool,
    /// Say what each service logs
    #[arg(long, short)]
    pub verbose: bool,
}

pub async fn run(context: &Context, options: Demo) -> anyhow::Result<ExitCode> {
    let spec = Spec {
        seed: options.seed,
        boards: options.boards,
        postings: options.postings,
        days: options.days,
        ..Spec::default()
    };
    let mut scene = Scene::open(context, spec, &options)
        .await
        .map_err(as_usage)?;
    let played = play(context, &mut scene).await;
    // What was started is stopped, whatever came of it.
    let closed = scene.close(options.keep).await;
    let is_good = played?;
    closed?;
    Ok(ExitCode::from(u8::from(!is_good)))
}

async fn play(context: &Context, scene: &mut Scene) -> anyhow::Result<bool> {
    let mut days = Vec::new();
    for day in 1..=scene.world.spec().days {
        days.push(day::play(context, scene, day).await?);
    }
    let report = report::Report::read(scene, days).await?;
    report.show(context, scene).await?;
    Ok(report.is_good())
}

/// A world that cannot be built is a matter of the flags.
fn as_usage(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<readonce_testkit::world::BadSpec>() {
        Some(bad) => usage(bad.to_string()),
        None => error,
    }
}
