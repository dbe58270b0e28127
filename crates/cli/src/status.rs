//! `readonce status`: how far every stage is, and what the tables hold.

use std::process::ExitCode;

use readonce_ingest::control;
use readonce_model::Service;
use readonce_model::record::Task;
use readonce_plumbing::health::now_ms;
use readonce_plumbing::kafka::{Admin, Lag, lag_of_all};
use readonce_plumbing::registry::{self, Decoder};
use readonce_sink::config::ClickHouse;
use readonce_sink::query::{Query, Totals};
use serde::Serialize;

use crate::context::Context;
use crate::output;
use crate::output::say;

#[derive(Debug, Serialize)]
struct Status {
    namespace: String,
    stages: Vec<Stage>,
    sources: Vec<Source>,
    totals: Option<Totals>,
}

#[derive(Debug, Serialize)]
struct Stage {
    service: &'static str,
    /// Records that wait in the service's inputs.
    waiting: i64,
    partitions: usize,
}

#[derive(Debug, Serialize)]
struct Source {
    source: String,
    state: &'static str,
    due_at_ms: i64,
    last_success_at_ms: Option<i64>,
    last_error: Option<String>,
}

pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let status = read(context).await?;
    context.output.show(&status, || show(context, &status))?;
    Ok(ExitCode::SUCCESS)
}

async fn read(context: &Context) -> anyhow::Result<Status> {
    let settings = context.kafka()?;
    let namespace = settings.kafka().namespace.as_str().to_owned();
    if Admin::new(&settings)?.partitions().await?.is_empty() {
        let (stages, sources) = (Vec::new(), Vec::new());
        return Ok(Status {
            namespace,
            stages,
            sources,
            totals: None,
        });
    }
    let contracts = registry::contracts()?;
    let lags = lag_of_all(&settings, &contracts).await?;
    let decoder = Decoder::new(context.registry()?);
    let tasks = control::read_tasks(&settings, &decoder).await?.tasks;
    let query = Query::new(&ClickHouse::read(&context.layers()?)?);
    let totals = match query.has_views().await? {
        true => Some(query.totals().await?),
        false => None,
    };
    Ok(Status {
        namespace,
        stages: Service::ALL
            .iter()
            .map(|service| stage(*service, &lags))
            .collect(),
        sources: tasks.into_iter().map(source).collect(),
        totals,
    })
}

fn stage(service: Service, lags: &[(Service, Lag)]) -> Stage {
    let own = lags.iter().filter(|(of, _)| *of == service);
    Stage {
        service: service.name(),
        waiting: own.clone().map(|(_, lag)| lag.records()).sum(),
        partitions: own.count(),
    }
}

fn source(task: Task) -> Source {
    Source {
        source: task.source,
        state: task.state.as_str(),
        due_at_ms: task.due_at_ms,
        last_success_at_ms: task.last_success_at_ms,
        last_error: task.last_error,
    }
}

fn show(context: &Context, status: &Status) {
    say!("namespace {}", context.output.bold(&status.namespace));
    if status.stages.is_empty() {
        say!("no topics yet: 'readonce up' makes them");
        return;
    }
    let rows = status.stages.iter().map(|stage| {
        vec![
            stage.service.to_owned(),
            stage.waiting.to_string(),
            stage.partitions.to_string(),
        ]
    });
    say!(
        "{}",
        output::table(&["stage", "waiting", "partitions"], rows.collect(), 1)
    );
    let rows = status.sources.iter().map(|source| {
        vec![
            source.source.clone(),
            source.state.to_owned(),
            from_now(source.due_at_ms),
            source
                .last_success_at_ms
                .map_or_else(|| "never".to_owned(), from_now),
            source.last_error.clone().unwrap_or_default(),
        ]
    });
    let head = ["source", "state", "due", "last success", "last error"];
    say!("{}", output::table(&head, rows.collect(), 9));
    match &status.totals {
        Some(totals) => say!(
            "{} rows in jobs_latest · {} contents · {} paid calls",
            totals.jobs_latest_rows,
            totals.distinct_contents,
            totals.paid_calls
        ),
        None => say!("no tables yet: the sink makes them"),
    }
}

fn from_now(at_ms: i64) -> String {
    let seconds = (at_ms - now_ms()) / 1000;
    let (size, unit) = match seconds.abs() {
        size @ 0..=119 => (size, "s"),
        size @ 120..=7199 => (size / 60, "min"),
        size => (size / 3600, "h"),
    };
    if seconds >= 0 {
        format!("in {size} {unit}")
    } else {
        format!("{size} {unit} ago")
    }
}
