//! `stack down`: stop every part, newest dependants first.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use serde_json::json;

use super::home::Home;
use super::process;
use crate::context::Context;
use crate::output::say;

const PATIENCE: Duration = Duration::from_secs(15);

pub async fn run(context: &Context, wipe: bool) -> anyhow::Result<ExitCode> {
    let stopped = bring_down(&context.home, wipe)?;
    context.output.show(
        &json!({ "stopped": stopped, "wiped": wipe }),
        || match stopped.is_empty() {
            true => say!("nothing was running"),
            false => say!("stopped {}", stopped.join(", ")),
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Stops what runs and says what that was.
pub fn bring_down(home: &Home, wipe: bool) -> anyhow::Result<Vec<&'static str>> {
    let record = home.read()?;
    let mut stopped = Vec::new();
    for (part, running) in record.parts.iter().rev() {
        if process::is_running(running.pid, &home.data(*part)) {
            process::stop(running.pid, &home.data(*part), PATIENCE)?;
            stopped.push(part.name());
        }
    }
    home.forget()?;
    if wipe {
        let data = home.root().join("data");
        if data.exists() {
            std::fs::remove_dir_all(&data)
                .with_context(|| format!("cannot delete {}", data.display()))?;
        }
    }
    Ok(stopped)
}
