//! A presence record is where its item stands now, and an event of its history.

use readonce_core::view::presence_version;
use readonce_model::Reason;
use readonce_model::record::{Presence, PresenceState};
use serde::Serialize;

use super::time::time;
use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    item_id: &'a str,
    source: &'a str,
    state: PresenceState,
    since: String,
    missed_runs: i32,
    run_id: &'a str,
    at: String,
    raw_partition: i32,
    raw_offset: i64,
}

pub fn rows(record: &Presence, place: &Place) -> Result<Vec<Row>, Reason> {
    let version = presence_version(record);
    let columns = Columns {
        item_id: record.item_id.as_str(),
        source: &record.source,
        state: record.state,
        since: time("since_ms", record.since_ms)?,
        missed_runs: record.missed_runs,
        run_id: &record.run_id,
        at: time("at_ms", record.at_ms)?,
        raw_partition: record.raw_partition,
        raw_offset: record.raw_offset,
    };
    Ok(vec![
        row(Table::Presence, version, &columns, place)?,
        row(Table::PresenceEvents, version, &columns, place)?,
    ])
}
