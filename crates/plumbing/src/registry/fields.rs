//! What a new version of a profile's schema breaks, by the fields of its contract. The registry's
//! rule knows Avro; that a word was taken out of a list, or a field with a default, it lets pass.

use readonce_core::extract::contract::{answer_schema, compatible};
use readonce_model::ContractId;
use serde_json::Value;

/// Nothing for a subject that holds no profiles.
pub(super) fn breaks(version: u32, old: &str, new: &str) -> Vec<String> {
    let answer = |text: &str| {
        let schema: Value = serde_json::from_str(text).ok()?;
        answer_schema(&schema)
            .filter(|answer| answer.is_object())
            .map(Value::to_string)
    };
    let (Some(old), Some(new)) = (answer(old), answer(new)) else {
        return Vec::new();
    };
    // Any name would do: one and the same contract is held against itself.
    let Ok(id) = "contract@1".parse::<ContractId>() else {
        return Vec::new();
    };
    match compatible(&id, &old, &new) {
        Ok(found) => found
            .iter()
            .map(|one| format!("against version {version}: {one}"))
            .collect(),
        Err(error) => vec![error.to_string()],
    }
}
