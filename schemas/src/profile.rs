//! The value schema of a profile topic: the common envelope with a contract's record in it.

use serde_json::Value;

use crate::{Error, contract_schema, parse};

const ENVELOPE: &str = include_str!("../profiles/v1.avsc");
/// Stands in the envelope where the contract's record belongs.
const PLACE: &str = "readonce.Contract";

/// Envelope and contract as one schema text.
pub fn profile_schema(name: &str, major: u32) -> Result<String, Error> {
    schema_in_envelope(name, contract_schema(name, major)?)
}

/// As `profile_schema`, for a contract whose schema is given as text.
pub fn schema_in_envelope(name: &str, schema: &str) -> Result<String, Error> {
    let contract = parse(name, schema)?;
    let mut envelope = parse("profiles", ENVELOPE)?;
    let place = envelope
        .get_mut("fields")
        .and_then(Value::as_array_mut)
        .and_then(|fields| fields.iter_mut().find_map(place_in))
        .ok_or_else(|| Error::NoPlace("profiles".to_owned()))?;
    *place = contract;
    Ok(envelope.to_string())
}

fn place_in(field: &mut Value) -> Option<&mut Value> {
    field
        .get_mut("type")
        .filter(|kind| kind.as_str() == Some(PLACE))
}
