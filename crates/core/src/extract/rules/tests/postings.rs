//! Whole postings, English and Chinese, with the answer of a careful reader.

use serde::Deserialize;

use super::*;
use crate::extract::contract::Contract;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Posting {
    name: String,
    title: String,
    text: String,
    expect: Map<String, Value>,
}

#[test]
fn whole_postings_are_read_as_a_careful_reader_would() {
    let postings: Vec<Posting> = serde_yaml_ng::from_str(include_str!("postings.yaml")).unwrap();
    assert!(postings.len() >= 16);
    let wrong: Vec<String> = postings.iter().flat_map(differences).collect();
    assert!(
        wrong.is_empty(),
        "{} answers are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The code decides too, not only the data: a change of these answers is a change of `MODEL`.
#[test]
fn the_answers_of_this_version_are_frozen() {
    use sha2::{Digest, Sha256};
    let postings: Vec<Posting> = serde_yaml_ng::from_str(include_str!("postings.yaml")).unwrap();
    let contract = Contract::built_in(&"job@1".parse().unwrap()).unwrap();
    let mut digest = Sha256::new();
    for posting in &postings {
        let answer = read(&posting.title, &posting.text).answer;
        for field in &contract.fields {
            digest.update(format!("{}={}\n", field.name, answer[&field.name]));
        }
    }
    let seen = (MODEL, hex::encode(digest.finalize()));
    assert_eq!(
        seen,
        (
            "job-rules-1",
            "06c3a1c21120c47cff1fd612b4598500be0281bde8f40fb20e3f705a726d0690".to_owned()
        )
    );
}

/// What differs from the expected answer, in words.
fn differences(posting: &Posting) -> Vec<String> {
    let contract = Contract::built_in(&"job@1".parse().unwrap()).unwrap();
    for name in posting.expect.keys() {
        assert!(contract.field(name).is_some(), "{name} is no field");
    }
    let findings = read(&posting.title, &posting.text);
    let empty = contract.empty_answer();
    let differ = |(name, nothing): (&String, &Value)| {
        let want = posting.expect.get(name).unwrap_or(nothing);
        let got = &findings.answer[name];
        let proofs: Vec<&Proof> = findings
            .proofs
            .iter()
            .filter(|proof| proof.field == name)
            .collect();
        let words = format!("{}: {name} is {got}, not {want}; {proofs:?}", posting.name);
        (!is_same(name, got, want)).then_some(words)
    };
    empty.iter().filter_map(differ).collect()
}

fn is_same(name: &str, got: &Value, want: &Value) -> bool {
    match (name, got, want) {
        ("summary", Value::String(got), Value::String(want)) => got.starts_with(want.as_str()),
        _ => got == want,
    }
}
