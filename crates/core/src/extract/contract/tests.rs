//! The contract from schema to checked answer, on `job@1` and on small schemas made for a fault.

use serde_json::{Value, json};

use super::*;

mod checking;
mod compatibility;
mod compiling;
mod old_bytes;
mod sending;

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

/// A contract with the given fields, each a name and an Avro type.
fn with_fields(fields: Value) -> Result<Contract, Error> {
    let avsc = json!({"type": "record", "name": "T", "doc": "A test.", "fields": fields});
    Contract::compile("test@1".parse().unwrap(), &avsc.to_string())
}

fn one_of_each() -> Contract {
    with_fields(json!([
        {"name": "flag", "type": ["null", "boolean"]},
        {"name": "count", "type": ["null", "long"]},
        {"name": "rate", "type": ["double", "null"]},
        {"name": "note", "type": ["null", "string"]},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "sizes", "type": {"type": "array", "items": "long"}},
    ]))
    .unwrap()
}

/// The value of one field after the check, with the flags; the other fields say something.
fn field(contract: &Contract, name: &str, value: Value) -> (Value, Vec<String>) {
    let mut answer = json!({"flag": true, "count": 1, "rate": 0.5, "note": "n", "tags": ["t"]});
    answer[name] = value;
    let read = contract.validate(&answer).unwrap();
    (read.answer[name].clone(), read.flags)
}
