//! Every example of every schema becomes rows, and the rows are kept as snapshots.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use readonce_model::record::{Observation, Outcome, Profile};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::*;
use crate::schema;

fn place() -> Place {
    Place {
        topic: "readonce.topic".into(),
        partition: 3,
        offset: 7,
    }
}

fn examples(topic: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../schemas")
        .join(topic)
        .join("examples");
    let mut found: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{topic} has no example");
    found
}

fn read<T: DeserializeOwned>(topic: &str) -> Vec<(String, T)> {
    examples(topic)
        .into_iter()
        .map(|(name, text)| {
            let record = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{topic}/{name} is no record: {error}"));
            (format!("{topic}-{name}"), record)
        })
        .collect()
}

fn wrapped<T: DeserializeOwned>(
    topic: &str,
    wrap: impl Fn(T) -> TopicRecord,
) -> Vec<(String, TopicRecord)> {
    let records = read::<T>(topic).into_iter();
    records.map(|(name, record)| (name, wrap(record))).collect()
}

fn every_example() -> Vec<(String, TopicRecord)> {
    let contracts = schema::contracts().unwrap();
    let of = |record: &Profile| {
        let own = contracts.iter().find(|one| *one.id() == record.contract);
        Arc::new(own.unwrap().clone())
    };
    let mut all = wrapped("observations", TopicRecord::Observation);
    all.extend(wrapped("presence", TopicRecord::Presence));
    all.extend(wrapped("snapshots", TopicRecord::Snapshot));
    all.extend(wrapped("extract.attempts", TopicRecord::ExtractAttempt));
    all.extend(wrapped("runs", TopicRecord::Run));
    all.extend(wrapped("task.attempts", TopicRecord::TaskAttempt));
    all.extend(wrapped("profiles", |record: Box<Profile>| {
        let contract = of(&record);
        TopicRecord::Profile(record, contract)
    }));
    all
}

fn object(row: &Row) -> Value {
    serde_json::from_slice(&row.json).unwrap()
}

#[test]
fn every_example_becomes_the_rows_it_always_became() {
    for (name, record) in every_example() {
        let rows: Vec<_> = record
            .rows(&place())
            .unwrap()
            .iter()
            .map(|row| serde_json::json!({ "table": row.table.name(), "row": object(row) }))
            .collect();
        insta::assert_json_snapshot!(name, rows);
    }
}

#[test]
fn a_row_has_the_columns_of_its_table_and_no_others() {
    let specs = schema::tables(&schema::contracts().unwrap());
    let mut seen = std::collections::BTreeSet::new();
    for (name, record) in every_example() {
        for row in record.rows(&place()).unwrap() {
            let spec = specs.iter().find(|spec| spec.table == row.table).unwrap();
            let mut wanted: Vec<_> = spec.columns.iter().map(|c| c.name.clone()).collect();
            let mut found: Vec<_> = object(&row).as_object().unwrap().keys().cloned().collect();
            wanted.sort();
            found.sort();
            assert_eq!(found, wanted, "{name} in {}", row.table.name());
            seen.insert(row.table.name());
        }
    }
    assert_eq!(seen.len(), specs.len(), "a table has no example: {seen:?}");
}

#[test]
fn a_row_is_one_line() {
    for (_, mut record) in every_example() {
        if let TopicRecord::Snapshot(snapshot) = &mut record {
            snapshot.text = "first\nsecond\r\nthird\u{2028}".into();
        }
        for row in record.rows(&place()).unwrap() {
            assert!(!row.json.contains(&b'\n'));
        }
    }
}

fn observation() -> Observation {
    read("observations").remove(0).1
}

fn tables(record: &TopicRecord) -> Vec<String> {
    let rows = record.rows(&place()).unwrap();
    rows.iter().map(|row| row.table.name()).collect()
}

#[test]
fn an_unchanged_observation_is_no_event() {
    let mut record = observation();
    assert_eq!(
        tables(&TopicRecord::Observation(Box::new(record.clone()))),
        ["items", "item_events"]
    );
    record.outcome = Outcome::Unchanged;
    assert_eq!(
        tables(&TopicRecord::Observation(Box::new(record))),
        ["items"]
    );
}

#[test]
fn where_a_record_was_read_does_not_change_its_version() {
    let record = TopicRecord::Observation(Box::new(observation()));
    let elsewhere = Place {
        topic: "other".into(),
        partition: 0,
        offset: 9_999,
    };
    for (here, there) in record
        .rows(&place())
        .unwrap()
        .iter()
        .zip(record.rows(&elsewhere).unwrap())
    {
        assert_eq!(object(here)["version"], object(&there)["version"]);
        assert_ne!(here.json, there.json);
    }
}

#[test]
fn a_time_that_is_none_is_refused_with_its_field() {
    let record = Observation {
        first_seen_at_ms: i64::MAX,
        ..observation()
    };
    let reason = TopicRecord::Observation(Box::new(record))
        .rows(&place())
        .unwrap_err();
    assert_eq!(reason.code, Code::Inconsistent);
    assert!(reason.detail.contains("first_seen_at_ms"), "{reason}");
}

#[test]
fn a_record_belongs_under_its_own_key() {
    for (name, record) in every_example() {
        record.check_key(record.key().as_bytes()).unwrap();
        let reason = record.check_key(b"another").unwrap_err();
        assert_eq!(reason.code, Code::Inconsistent, "{name}");
    }
}

#[test]
fn a_profile_of_another_contract_is_refused() {
    let contract = schema::contracts().unwrap().remove(0);
    let mut profile: Box<readonce_model::record::Profile> = read("profiles").remove(0).1;
    profile.contract = "job@2".parse().unwrap();
    let record = TopicRecord::Profile(profile, Arc::new(contract));
    assert_eq!(record.rows(&place()).unwrap_err().code, Code::Inconsistent);
}
