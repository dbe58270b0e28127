//! A profile: the envelope that all contracts share, and the columns that its contract gives.

use readonce_core::view::profile_version;
use readonce_model::reason::Code;
use readonce_model::record::{
    PartCall, Profile, ProfileStatus, RejectedValue, Suspicion, ValueProof,
};
use readonce_model::{ContentHash, Reason};
use serde::Serialize;
use serde_json::{Map, Value};

use super::time::time;
use super::{Place, Row, row};
use crate::schema::ContractColumns;
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    content_hash: ContentHash,
    status: ProfileStatus,
    extracted_at: String,
    attempt: i32,
    config_version: &'a str,
    provider: &'a str,
    model: &'a str,
    tokens_in: Option<i64>,
    tokens_out: Option<i64>,
    cost_micros: i64,
    flags: &'a [String],
    caused_by_item: &'a str,
    caused_by_raw_partition: i32,
    caused_by_raw_offset: i64,
    caused_by_parser: Option<&'a str>,
    lifted_from: Option<String>,
    lift_version: Option<&'a str>,
    asked_fields: &'a [String],
    #[serde(flatten)]
    answer: Map<String, Value>,
    proofs: &'a [ValueProof],
    rejected: &'a [RejectedValue],
    injection_suspected: &'a [Suspicion],
    parts: &'a [PartCall],
    quarantined: Option<&'a str>,
    judged_at: Option<String>,
}

pub fn rows(
    record: &Profile,
    contract: &ContractColumns,
    place: &Place,
) -> Result<Vec<Row>, Reason> {
    if record.contract != *contract.id() {
        let detail = format!(
            "a profile of {} lies on the topic of {}",
            record.contract,
            contract.id()
        );
        return Err(Reason::new(Code::Inconsistent, detail));
    }
    let table = Table::Profiles(contract.id().clone());
    Ok(vec![row(
        table,
        profile_version(record),
        &columns(record, contract)?,
        place,
    )?])
}

fn columns<'a>(record: &'a Profile, contract: &ContractColumns) -> Result<Columns<'a>, Reason> {
    let evidence = record.evidence.as_ref();
    let judged_at_ms = evidence.and_then(|it| it.judged_at_ms);
    Ok(Columns {
        content_hash: record.content_hash,
        status: record.status,
        extracted_at: time("extracted_at_ms", record.extracted_at_ms)?,
        attempt: record.attempt,
        config_version: &record.config_version,
        provider: &record.provider,
        model: &record.model,
        tokens_in: record.tokens_in,
        tokens_out: record.tokens_out,
        cost_micros: record.cost_micros,
        flags: &record.flags,
        caused_by_item: record.caused_by_item.as_str(),
        caused_by_raw_partition: record.caused_by_raw_partition,
        caused_by_raw_offset: record.caused_by_raw_offset,
        caused_by_parser: record.caused_by_parser.as_deref(),
        lifted_from: record.lifted_from.as_ref().map(ToString::to_string),
        lift_version: record.lift_version.as_deref(),
        asked_fields: &record.asked_fields,
        answer: contract.read(&record.answer)?,
        proofs: evidence.map_or(&[], |it| &it.proofs),
        rejected: evidence.map_or(&[], |it| &it.rejected),
        injection_suspected: evidence.map_or(&[], |it| &it.injection_suspected),
        parts: evidence.map_or(&[], |it| &it.parts),
        quarantined: record.mark(),
        judged_at: judged_at_ms
            .map(|at_ms| time("judged_at_ms", at_ms))
            .transpose()?,
    })
}
