//! Cases that are replies of a model.

use anyhow::{Context, Result};
use readonce_core::extract::answer::{merge, read_any};
use serde_json::{Map, Value, json};

use super::Checks;
use super::given::Case;

pub(super) fn reply(case: &Case, checks: &mut Checks) -> Result<()> {
    let answer = read_any(&case.bytes()?);
    checks.same("status", answer.status.as_str(), &case.expect["status"]);
    if let Some(wanted) = case.expect.get("value") {
        let found = answer.value.clone().map_or(Value::Null, Value::Object);
        checks.same("value", found, wanted);
        // An answer that is used is not asked for again.
        checks.same("retries", i32::from(answer.failure.is_some()), &json!(0));
    }
    if let Some(wanted) = case.expect.get("stored") {
        checks.same("stored", answer.value.is_some(), wanted);
    }
    if case.expect.get("next").is_some() {
        checks.proved_by(
            "one retry with a larger limit, then a dead letter",
            "crates/core/src/extract/ledger/tests/deciding.rs",
        );
    }
    if case.expect.get("blind_retries").is_some() {
        checks.proved_by(
            "no blind retry",
            "services/extract/tests/pay_once: a_refused_content_is_given_up_and_its_request_becomes_a_letter",
        );
    }
    Ok(())
}

pub(super) fn parts(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let parts = input.as_array().context("no list of parts")?;
    let objects: Vec<Map<String, Value>> = parts
        .iter()
        .filter_map(|part| part["value"].as_object().cloned())
        .collect();
    let merged = merge(objects);
    checks.same("value", Value::Object(merged.value), &case.expect["value"]);
    checks.same(
        "conflicts",
        json!(merged.conflicts),
        &case.expect["conflicts"],
    );
    Ok(())
}
