//! A run while it goes on and after it: the record that counted further is the later one.

use readonce_core::view::run_version;
use readonce_model::Reason;
use readonce_model::record::{Run, RunState};
use serde::Serialize;

use super::time::{time, time_if_known};
use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    run_id: &'a str,
    source: &'a str,
    state: RunState,
    started_at: String,
    finished_at: Option<String>,
    complete: bool,
    healthy: bool,
    reason: Option<&'a str>,
    pages: i32,
    seen: i64,
    new: i64,
    changed: i64,
    reverted: i64,
    unchanged: i64,
    duplicate: i64,
    failed: i64,
    missing: i64,
    delisted: i64,
    relisted: i64,
    raw_partition: i32,
    raw_offset: i64,
    due_at: Option<String>,
    revised: i64,
    withdrawn: i64,
    blocked: i64,
}

pub fn rows(record: &Run, place: &Place) -> Result<Vec<Row>, Reason> {
    let version = run_version(record);
    Ok(vec![row(Table::Runs, version, &columns(record)?, place)?])
}

fn columns(record: &Run) -> Result<Columns<'_>, Reason> {
    Ok(Columns {
        run_id: &record.run_id,
        source: &record.source,
        state: record.state,
        started_at: time("started_at_ms", record.started_at_ms)?,
        finished_at: time_if_known("finished_at_ms", record.finished_at_ms)?,
        complete: record.complete,
        healthy: record.healthy,
        reason: record.reason.as_deref(),
        pages: record.pages,
        seen: record.seen,
        new: record.new,
        changed: record.changed,
        reverted: record.reverted,
        unchanged: record.unchanged,
        duplicate: record.duplicate,
        failed: record.failed,
        missing: record.missing,
        delisted: record.delisted,
        relisted: record.relisted,
        raw_partition: record.raw_partition,
        raw_offset: record.raw_offset,
        due_at: time_if_known("due_at_ms", record.due_at_ms)?,
        revised: record.revised,
        withdrawn: record.withdrawn,
        blocked: record.blocked,
    })
}
