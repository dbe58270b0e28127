//! What is marked, by source, parser, contract and reason. Only reads.

use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::output::{self, say};
use crate::store::Store;

const SQL: &str = "SELECT source, parser, contract, state, reason, profiles,
    formatDateTime(first_at, '%FT%TZ') AS first_at, formatDateTime(last_at, '%FT%TZ') AS last_at
FROM quarantine ORDER BY last_at DESC, source, parser, contract, state, reason";

#[derive(Debug, Serialize, Deserialize)]
struct Row {
    source: String,
    parser: Option<String>,
    contract: String,
    state: String,
    reason: String,
    profiles: u64,
    first_at: String,
    last_at: String,
}

pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let store = Store::open(context).await?;
    let rows: Vec<Row> = store.typed(SQL).await?;
    context.output.show(&rows, || show(&rows))?;
    Ok(ExitCode::SUCCESS)
}

fn show(rows: &[Row]) {
    if rows.is_empty() {
        say!("no profile is marked");
        return;
    }
    let cells = rows.iter().map(|row| {
        vec![
            row.source.clone(),
            row.parser.clone().unwrap_or_default(),
            row.contract.clone(),
            row.state.clone(),
            row.reason.clone(),
            row.first_at.clone(),
            row.last_at.clone(),
            row.profiles.to_string(),
        ]
    });
    let head = [
        "source", "parser", "contract", "state", "reason", "first", "last", "profiles",
    ];
    say!("{}", output::table(&head, cells.collect(), 7));
}
