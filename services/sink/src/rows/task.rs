//! An attempt to run a task; never rewritten.

use readonce_core::view::task_attempt_version;
use readonce_model::Reason;
use readonce_model::record::{AttemptOutcome, TaskAttempt};
use serde::Serialize;

use super::time::time;
use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    task_id: &'a str,
    source: &'a str,
    run_id: &'a str,
    attempt: i32,
    started_at: String,
    finished_at: String,
    outcome: AttemptOutcome,
    error_class: Option<&'a str>,
    error: Option<&'a str>,
    http_status: Option<i32>,
    pages: i32,
    format: Option<&'a str>,
}

pub fn rows(record: &TaskAttempt, place: &Place) -> Result<Vec<Row>, Reason> {
    let version = task_attempt_version(record);
    let columns = Columns {
        task_id: &record.task_id,
        source: &record.source,
        run_id: &record.run_id,
        attempt: record.attempt,
        started_at: time("started_at_ms", record.started_at_ms)?,
        finished_at: time("finished_at_ms", record.finished_at_ms)?,
        outcome: record.outcome,
        error_class: record.error_class.as_deref(),
        error: record.error.as_deref(),
        http_status: record.http_status,
        pages: record.pages,
        format: record.format.as_deref(),
    };
    Ok(vec![row(Table::TaskAttempts, version, &columns, place)?])
}
