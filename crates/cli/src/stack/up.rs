//! `stack up`: set up, start, wait for health, register the schemas.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;

use super::home::{Home, Record, Running};
use super::part::Part;
use super::{ports, process};
use crate::context::Context;
use crate::fault::usage;

const START_PATIENCE: Duration = Duration::from_secs(90);
const HEALTH_PAUSE: Duration = Duration::from_millis(200);
/// Lines of a log that are shown when a part does not start.
const LOG_TAIL_LINES: usize = 15;

#[derive(Clone, Debug, Default, Args)]
pub struct Up {
    /// Port of Kafka; 0 takes a free one (default: 9092, or a free one when that is taken)
    #[arg(long)]
    pub kafka_port: Option<u16>,
    /// Port of the schema registry; 0 takes a free one (default: 8081, or a free one)
    #[arg(long)]
    pub registry_port: Option<u16>,
    /// Port of the ClickHouse engine; 0 takes a free one (default: 8123, or a free one)
    #[arg(long)]
    pub clickhouse_port: Option<u16>,
    /// Start only these parts
    #[arg(long, value_enum)]
    pub only: Vec<Part>,
}

pub async fn run(context: &Context, options: &Up) -> anyhow::Result<ExitCode> {
    let record = bring_up(&context.home, options).await?;
    if record.parts.len() == Part::ALL.len() {
        let file = context.home.config_file();
        let args = crate::context::with_config(&context.sources, &file);
        crate::contracts::register_quietly(&args).await?;
    }
    super::status::show(context, &record).await?;
    Ok(ExitCode::SUCCESS)
}

/// Sets up what is missing and starts what does not run. Safe to repeat.
pub async fn bring_up(home: &Home, options: &Up) -> anyhow::Result<Record> {
    set_up(home)?;
    let mut record = home.read()?;
    record
        .parts
        .retain(|part, running| process::is_running(running.pid, &home.data(*part)));
    let wanted = if options.only.is_empty() {
        &Part::ALL[..]
    } else {
        &options.only
    };
    for part in wanted {
        if !record.parts.contains_key(part) {
            let port = choose_port(*part, options)?;
            let pid = process::start(part.command(home, port)?, &home.log(*part))?;
            record.parts.insert(*part, Running { pid, port });
            home.write(&record)?;
        }
    }
    for (part, running) in &record.parts {
        wait_healthy(home, *part, running).await?;
    }
    Ok(record)
}

fn set_up(home: &Home) -> anyhow::Result<()> {
    let script = home.dev()?.join("setup.sh");
    let status = Command::new("bash")
        .arg(&script)
        .arg(home.dist()?)
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {}", script.display()))?;
    match status.code() {
        Some(0) => Ok(()),
        // The script has said in one line what is missing and what brings it.
        Some(3) => Err(usage("the set-up needs what is named above")),
        _ => bail!("the set-up failed; its reason is above"),
    }
}

fn choose_port(part: Part, options: &Up) -> anyhow::Result<u16> {
    let given = match part {
        Part::Kafka => options.kafka_port,
        Part::Registry => options.registry_port,
        Part::Clickhouse => options.clickhouse_port,
    };
    match given {
        Some(0) => Ok(ports::free()?),
        Some(port) if ports::is_free(port) => Ok(port),
        Some(port) => Err(usage(format!(
            "port {port} for {} is taken; choose another with --{}-port, or 0 for a free one",
            part.name(),
            part.name()
        ))),
        None if ports::is_free(part.usual_port()) => Ok(part.usual_port()),
        None => Ok(ports::free()?),
    }
}

async fn wait_healthy(home: &Home, part: Part, running: &Running) -> anyhow::Result<()> {
    let deadline = Instant::now() + START_PATIENCE;
    loop {
        if part.is_healthy(running.port).await {
            return Ok(());
        }
        let log = home.log(part);
        if !process::is_running(running.pid, &home.data(part)) {
            bail!("{} ended while starting\n{}", part.name(), tail(&log));
        }
        if Instant::now() >= deadline {
            let patience = START_PATIENCE.as_secs();
            bail!(
                "{} is not healthy after {patience} s\n{}",
                part.name(),
                tail(&log)
            );
        }
        tokio::time::sleep(HEALTH_PAUSE).await;
    }
}

fn tail(log: &Path) -> String {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let text = read(log) + &read(&log.with_extension("out"));
    let lines: Vec<_> = text.lines().collect();
    let from = lines.len().saturating_sub(LOG_TAIL_LINES);
    format!("{} ends with:\n{}", log.display(), lines[from..].join("\n"))
}
