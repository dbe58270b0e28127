//! A call to a model: announced, and then ended in one way or another.

use readonce_core::view::attempt_version;
use readonce_model::record::{CallState, ExtractAttempt, Lane};
use readonce_model::{ContentHash, Reason};
use serde::Serialize;

use super::time::{time, time_if_known};
use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    content_hash: ContentHash,
    contract: String,
    attempt: i32,
    state: CallState,
    owner: &'a str,
    started_at: String,
    lease_until: String,
    finished_at: Option<String>,
    error_class: Option<&'a str>,
    error: Option<&'a str>,
    billed: Option<bool>,
    config_version: &'a str,
    provider: &'a str,
    model: &'a str,
    tokens_in: Option<i64>,
    tokens_out: Option<i64>,
    cost_micros: i64,
    estimated_tokens: Option<i64>,
    estimated_cost_micros: Option<i64>,
    caused_by_item: &'a str,
    caused_by_raw_partition: i32,
    caused_by_raw_offset: i64,
    earlier_attempts: i32,
    max_output_tokens: Option<i32>,
    part: Option<i32>,
    parts: Option<i32>,
    lane: Option<Lane>,
    submit_until: Option<String>,
}

pub fn rows(record: &ExtractAttempt, place: &Place) -> Result<Vec<Row>, Reason> {
    Ok(vec![row(
        Table::ExtractAttempts,
        attempt_version(record),
        &columns(record)?,
        place,
    )?])
}

fn columns(record: &ExtractAttempt) -> Result<Columns<'_>, Reason> {
    Ok(Columns {
        content_hash: record.content_hash,
        contract: record.contract.to_string(),
        attempt: record.attempt,
        state: record.state,
        owner: &record.owner,
        started_at: time("started_at_ms", record.started_at_ms)?,
        lease_until: time("lease_until_ms", record.lease_until_ms)?,
        finished_at: time_if_known("finished_at_ms", record.finished_at_ms)?,
        error_class: record.error_class.as_deref(),
        error: record.error.as_deref(),
        billed: record.billed,
        config_version: &record.config_version,
        provider: &record.provider,
        model: &record.model,
        tokens_in: record.tokens_in,
        tokens_out: record.tokens_out,
        cost_micros: record.cost_micros,
        estimated_tokens: record.estimated_tokens,
        estimated_cost_micros: record.estimated_cost_micros,
        caused_by_item: record.caused_by_item.as_str(),
        caused_by_raw_partition: record.caused_by_raw_partition,
        caused_by_raw_offset: record.caused_by_raw_offset,
        earlier_attempts: record.earlier_attempts,
        max_output_tokens: record.max_output_tokens,
        part: record.part,
        parts: record.parts,
        lane: record.lane,
        submit_until: time_if_known("submit_until_ms", record.submit_until_ms)?,
    })
}
