//! Every example reads as its record, goes through Avro under its schema, and comes back equal.

use std::fs;
use std::path::{Path, PathBuf};

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use readonce_model::record::{
    CatalogEntry, ExtractAttempt, ExtractRequest, Observation, Presence, Profile, RawAnswer,
    RawRecord, Run, Snapshot, Task, TaskAttempt,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn every_example_survives_avro() {
    check::<CatalogEntry>("catalog", "catalog");
    check::<Task>("tasks", "tasks");
    check::<TaskAttempt>("task.attempts", "task.attempts");
    check::<RawRecord>("raw.pages", "raw.pages");
    check::<Observation>("observations", "observations");
    check::<Presence>("presence", "presence");
    check::<Snapshot>("snapshots", "snapshots");
    check::<ExtractRequest>("extract.requests", "extract.requests");
    check::<ExtractAttempt>("extract.attempts", "extract.attempts");
    check::<RawAnswer>("extract.answers", "extract.answers");
    check::<Run>("runs", "runs");
}

#[test]
fn every_profile_survives_avro_under_its_own_contract() {
    for file in examples("profiles") {
        let text = fs::read_to_string(&file).unwrap();
        let profile: Profile = serde_json::from_str(&text).unwrap();
        let (name, major) = (profile.contract.name(), profile.contract.major());
        check_file::<Profile>(&format!("profiles.{name}.v{major}"), &file);
    }
}

fn check<R: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(topic: &str, folder: &str) {
    let files = examples(folder);
    assert!(!files.is_empty(), "{folder} has no example");
    files.iter().for_each(|file| check_file::<R>(topic, file));
}

fn check_file<R: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    topic: &str,
    file: &Path,
) {
    let schema = Schema::parse_str(&readonce_schemas::topic_schema(topic).unwrap()).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let record: R = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{} is no record: {error}", file.display()));
    assert_eq!(through_avro(&schema, &record), record, "{}", file.display());
}

fn through_avro<R: Serialize + DeserializeOwned>(schema: &Schema, record: &R) -> R {
    let mut bytes = Vec::new();
    let writer = GenericDatumWriter::builder(schema).build().unwrap();
    writer.write_ser(&mut bytes, record).unwrap();
    let mut rest = bytes.as_slice();
    let reader = GenericDatumReader::builder(schema).build().unwrap();
    let back = reader.read_deser(&mut rest).unwrap();
    assert!(rest.is_empty(), "{} bytes left over", rest.len());
    back
}

fn examples(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let entries = fs::read_dir(root.join(folder).join("examples")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}
