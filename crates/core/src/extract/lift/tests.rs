//! Mappings against their contracts, and answers carried over one major and over two.

use serde_json::{Map, Value, json};

use super::*;

mod carrying;
mod documents;

fn contract(id: &str, fields: Value) -> Contract {
    let avsc = json!({"type": "record", "name": "Job", "fields": fields});
    Contract::compile(id.parse().unwrap(), &avsc.to_string()).unwrap()
}

fn first() -> Contract {
    contract(
        "job@1",
        json!([
            {"name": "town", "type": ["null", "string"]},
            {"name": "years", "type": ["null", "string"]},
            {"name": "degree", "type": ["null", "string"], "words": ["bachelor", "other"]},
        ]),
    )
}

fn second() -> Contract {
    contract(
        "job@2",
        json!([
            {"name": "city", "type": ["null", "string"]},
            {"name": "least", "type": ["null", "long"]},
            {"name": "degree", "type": ["null", "string"], "words": ["bachelor", "master", "other"]},
        ]),
    )
}

fn third() -> Contract {
    contract(
        "job@3",
        json!([
            {"name": "city", "type": ["null", "string"]},
            {"name": "least", "type": ["null", "long"]},
            {"name": "visa", "type": ["null", "boolean"]},
        ]),
    )
}

const TO_SECOND: &str = "contract: job@2\nfrom: job@1\nsame: [degree]\nrenamed: {city: town}\n\
    read: {least: {from: years, as: years-min}}\n";
const TO_THIRD: &str =
    "contract: job@3\nfrom: job@2\nsame: [city, least]\nask: [visa]\ndropped: [degree]\n";

fn compile(yaml: &str, from: &Contract, to: &Contract) -> Result<Mapping, Fault> {
    Mapping::compile(Document::read(yaml)?, from, to)
}

fn lifts() -> Lifts {
    let second_by = compile(TO_SECOND, &first(), &second()).unwrap();
    let third_by = compile(TO_THIRD, &second(), &third()).unwrap();
    Lifts::of([second_by, third_by])
}

fn answer(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// An answer of `job@1` lifted to another contract.
fn lift(to: &str, value: Value, flags: &[&str]) -> Lifted {
    let from = "job@1".parse().unwrap();
    let (value, flags) = (
        answer(value),
        flags.iter().map(ToString::to_string).collect::<Vec<_>>(),
    );
    let origin = Origin {
        contract: &from,
        answer: &value,
        flags: &flags,
    };
    lifts().lift(&to.parse().unwrap(), origin).unwrap()
}
