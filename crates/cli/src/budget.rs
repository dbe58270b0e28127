//! `readonce budget`: each limit of the day with what was spent of it, what waits, and when it goes
//! on. Reads topics and nothing else.

use std::process::ExitCode;

use readonce_core::extract::budget::Line;
use readonce_extract::Standing;
use readonce_plumbing::health::now_ms;

use crate::context::Context;
use crate::output;
use crate::output::say;

pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let standing = readonce_extract::standing(&context.layers()?).await?;
    context.output.show(&standing, || match &standing {
        Some(standing) => show(standing),
        None => say!("no budget is set: [extract] budgets names no document"),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn show(standing: &Standing) {
    let rows = standing.limits.iter().map(|line| {
        vec![
            line.name.as_ref().map_or_else(
                || line.scope.to_owned(),
                |name| format!("{} {name}", line.scope),
            ),
            line.unit.to_string(),
            line.used.to_string(),
            line.limit.to_string(),
            line.debt.to_string(),
            goes_on(line),
        ]
    });
    let head = ["limit", "unit", "used", "of", "debt", "goes on"];
    say!("{}", output::table(&head, rows.collect(), 2));
    let waiting = standing.waiting.iter();
    let words: Vec<_> = waiting
        .map(|waiting| format!("{} {}", waiting.requests, waiting.worth))
        .collect();
    say!(
        "day {} · the next one begins in {} · waiting: {}",
        standing.day,
        span(standing.next_day_at_ms),
        words.join(", ")
    );
}

fn goes_on(line: &Line) -> String {
    match line.goes_on_at_ms {
        Some(at_ms) => format!("in {}", span(at_ms)),
        None => "now".to_owned(),
    }
}

fn span(at_ms: i64) -> String {
    let minutes = at_ms.saturating_sub(now_ms()).max(0) / 60_000;
    match minutes {
        0..=119 => format!("{minutes} min"),
        minutes => format!("{} h", minutes / 60),
    }
}
