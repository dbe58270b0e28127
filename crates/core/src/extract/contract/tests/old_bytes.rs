//! The kept bytes: read today as they were written, and a reader that would not is found out.

use apache_avro::Schema;
use apache_avro::writer::datum::GenericDatumWriter;
use readonce_model::record::Profile;

use super::*;

fn today(contract: &readonce_model::ContractId) -> String {
    readonce_schemas::profile_schema(contract.name(), contract.major()).unwrap()
}

fn all() -> Vec<(&'static str, Corpus)> {
    readonce_schemas::corpus()
        .map(|(_, file, text)| (file, Corpus::read(text).unwrap()))
        .collect()
}

#[test]
fn every_old_profile_is_read_as_it_was_written() {
    assert!(!all().is_empty());
    for (file, corpus) in all() {
        assert_eq!(corpus.faults(&today(&corpus.contract)), [], "{file}");
    }
}

/// A schema that was written with once is read for ever: its bytes are kept from the day it is new.
#[test]
fn every_schema_of_today_has_its_bytes_kept() {
    for (name, major) in readonce_schemas::contracts() {
        let id: readonce_model::ContractId = format!("{name}@{major}").parse().unwrap();
        let schema: Value = serde_json::from_str(&today(&id)).unwrap();
        let form = |profile: &Value| {
            Schema::parse(answer_schema(profile).unwrap())
                .unwrap()
                .canonical_form()
        };
        let own = all()
            .into_iter()
            .filter(|(_, corpus)| corpus.contract == id);
        let is_kept = own
            .into_iter()
            .any(|(_, corpus)| form(&corpus.schema) == form(&schema));
        assert!(
            is_kept,
            "keep this as schemas/contracts/{name}/corpus/<date>-v{major}.json:\n{}",
            entry(&id, schema)
        );
    }
}

const EXAMPLES: [&str; 4] = [
    include_str!("../../../../../../schemas/profiles/examples/job_full.json"),
    include_str!("../../../../../../schemas/profiles/examples/job_empty.json"),
    include_str!("../../../../../../schemas/profiles/examples/job_v2_lifted.json"),
    include_str!("../../../../../../schemas/profiles/examples/job_v2_asked.json"),
];

/// A file of the corpus: the examples of the contract, and an answer in which nothing is said.
fn entry(id: &readonce_model::ContractId, schema: Value) -> Value {
    let examples = EXAMPLES.map(|text| serde_json::from_str::<Profile>(text).unwrap());
    let silent = Profile {
        contract: id.clone(),
        answer: Contract::built_in(id).unwrap().empty_answer(),
        ..examples[0].clone()
    };
    let own = examples.into_iter().filter(|one| one.contract == *id);
    let avro = Schema::parse(&schema).unwrap();
    let records: Vec<Value> = own
        .chain([silent])
        .map(|profile| {
            let writer = GenericDatumWriter::builder(&avro).build().unwrap();
            let bytes = writer.write_ser_to_vec(&profile).unwrap();
            json!({"hex": hex::encode(bytes), "value": profile})
        })
        .collect();
    json!({"contract": id, "schema": schema, "records": records})
}

#[test]
fn a_reader_that_loses_or_changes_a_value_is_named_by_its_field() {
    let (_, corpus) = all()
        .into_iter()
        .find(|(_, corpus)| corpus.contract.major() == 1)
        .unwrap();
    let mut without: Value = serde_json::from_str(&today(&corpus.contract)).unwrap();
    let fields = without["fields"].as_array_mut().unwrap();
    let answer = fields
        .iter_mut()
        .find(|field| field["name"] == "answer")
        .unwrap();
    answer["type"]["fields"]
        .as_array_mut()
        .unwrap()
        .retain(|field| field["name"] != "summary");
    let found = corpus.faults(&without.to_string());
    assert!(
        found
            .iter()
            .any(|one| one.field == "summary" && one.reason.contains("read as null")),
        "{found:?}"
    );

    let mut other = corpus.clone();
    other.records[0].value["answer"]["minimum_degree"] = "master".into();
    let found = other.faults(&today(&corpus.contract));
    assert!(
        found.iter().any(|one| one.field == "minimum_degree"),
        "{found:?}"
    );
}

#[test]
fn bytes_that_are_cut_or_longer_are_no_profile() {
    let (_, corpus) = all().swap_remove(0);
    for hex in [
        &corpus.records[0].hex[..20],
        &format!("{}00", corpus.records[0].hex),
        "zz",
    ] {
        let mut broken = corpus.clone();
        broken.records[0].hex = hex.to_owned();
        broken.records.truncate(1);
        assert!(!broken.faults(&today(&corpus.contract)).is_empty(), "{hex}");
    }
}
