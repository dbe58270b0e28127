//! The Avro schemas of every topic and every output contract, compiled in.
//!
//! One folder a subject: `<topic>/v1.avsc` with `examples/*.json`. A change goes here first, then
//! into the record in `model`. Nothing else is here: no registry, no codec.

use serde_json::Value;

mod profile;

pub use profile::{profile_schema, schema_in_envelope};

/// Schemas of topics, by topic name without namespace.
const TOPICS: &[(&str, &str)] = &[
    ("catalog", include_str!("../catalog/v1.avsc")),
    ("tasks", include_str!("../tasks/v1.avsc")),
    ("task.attempts", include_str!("../task.attempts/v1.avsc")),
    ("raw.pages", include_str!("../raw.pages/v1.avsc")),
    ("observations", include_str!("../observations/v1.avsc")),
    ("presence", include_str!("../presence/v1.avsc")),
    ("snapshots", include_str!("../snapshots/v1.avsc")),
    (
        "extract.requests",
        include_str!("../extract.requests/v1.avsc"),
    ),
    (
        "extract.attempts",
        include_str!("../extract.attempts/v1.avsc"),
    ),
    (
        "extract.answers",
        include_str!("../extract.answers/v1.avsc"),
    ),
    ("runs", include_str!("../runs/v1.avsc")),
];

// Found by the build script: contract, major, file name, text. `CONTRACTS` are the schemas of
// answers, `LIFTS` the mappings into a major from the one before it, `CORPUS` old bytes.
include!(concat!(env!("OUT_DIR"), "/contracts.rs"));

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no topic is called '{0}'")]
    NoTopic(String),
    #[error("no contract is called '{0}@{1}'; known: {known}", known = known_contracts())]
    NoContract(String, u32),
    #[error("schema of {0} is not JSON")]
    NotJson(String, #[source] serde_json::Error),
    #[error("schema of {0} lacks the place for the contract's record")]
    NoPlace(String),
}

/// Schema text of a topic's values. Profile topics are made from their contract.
pub fn topic_schema(topic: &str) -> Result<String, Error> {
    if let Some((name, major)) = profile_topic(topic) {
        return profile_schema(name, major);
    }
    TOPICS
        .iter()
        .find(|(name, _)| *name == topic)
        .map(|(_, text)| (*text).to_owned())
        .ok_or_else(|| Error::NoTopic(topic.to_owned()))
}

/// Schema text of a contract's answer.
pub fn contract_schema(name: &str, major: u32) -> Result<&'static str, Error> {
    CONTRACTS
        .iter()
        .find(|(known, at, _, _)| *known == name && *at == major)
        .map(|(_, _, _, text)| *text)
        .ok_or_else(|| Error::NoContract(name.to_owned(), major))
}

/// All contracts that are compiled in, as name and major.
pub fn contracts() -> impl Iterator<Item = (&'static str, u32)> {
    CONTRACTS.iter().map(|(name, major, _, _)| (*name, *major))
}

/// The mapping into a major from the one before it, as YAML text.
pub fn lift_document(name: &str, major: u32) -> Option<&'static str> {
    let mut all = LIFTS.iter();
    all.find(|(known, at, _, _)| *known == name && *at == major)
        .map(|(_, _, _, text)| *text)
}

/// Bytes that were written under earlier schemas: contract, file name, JSON text.
pub fn corpus() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    CORPUS
        .iter()
        .map(|(name, _, file, text)| (*name, *file, *text))
}

/// `profiles.<name>.v<major>` taken apart.
fn profile_topic(topic: &str) -> Option<(&str, u32)> {
    let (name, major) = topic.strip_prefix("profiles.")?.rsplit_once(".v")?;
    Some((name, major.parse().ok()?))
}

fn known_contracts() -> String {
    contracts()
        .map(|(name, major)| format!("{name}@{major}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn parse(name: &str, text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| Error::NotJson(name.to_owned(), error))
}
