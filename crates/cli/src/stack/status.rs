//! `stack status`: what runs, where, and whether it is healthy.

use std::process::ExitCode;

use serde_json::json;

use super::home::Record;
use super::part::Part;
use super::process;
use crate::context::Context;
use crate::output;
use crate::output::say;

pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let record = context.home.read()?;
    let is_good = show(context, &record).await?;
    Ok(ExitCode::from(if is_good { 0 } else { 3 }))
}

/// Prints one line a part. False when one is not healthy.
pub async fn show(context: &Context, record: &Record) -> anyhow::Result<bool> {
    let mut parts = Vec::new();
    for part in Part::ALL {
        let state = match record.parts.get(&part) {
            None => "not started",
            Some(running) if !process::is_running(running.pid, &context.home.data(part)) => "gone",
            Some(running) if part.is_healthy(running.port).await => "healthy",
            Some(_) => "not healthy",
        };
        parts.push((part, record.parts.get(&part), state));
    }
    let document: Vec<_> = parts
        .iter()
        .map(|(part, running, state)| {
            json!({
                "part": part, "state": state,
                "address": running.map(|running| part.url(running.port)),
                "pid": running.map(|running| running.pid),
                "log": context.home.log(*part),
            })
        })
        .collect();
    context.output.show(&document, || {
        let rows = parts.iter().map(|(part, running, state)| {
            let state = match *state {
                "healthy" => context.output.good(state),
                "not started" => context.output.dim(state),
                _ => context.output.bad(state),
            };
            let address = running
                .map(|running| part.url(running.port))
                .unwrap_or_default();
            let pid = running
                .map(|running| running.pid.to_string())
                .unwrap_or_default();
            vec![part.name().to_owned(), address, pid, state]
        });
        say!(
            "{}",
            output::table(&["part", "address", "pid", "state"], rows.collect(), 9)
        );
        say!("logs: {}", context.home.root().join("logs").display());
    })?;
    Ok(parts.iter().all(|(_, _, state)| *state == "healthy"))
}
