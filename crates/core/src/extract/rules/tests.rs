//! The rules on snippets, field by field, and on whole postings in both languages.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::*;

mod campus;
mod degree;
mod employment;
mod experience;
mod language;
mod postings;
mod properties;
mod study;
mod summary;
mod tech;
mod years;

static BOOK: LazyLock<RuleBook> = LazyLock::new(|| RuleBook::load().unwrap());

fn read(title: &str, text: &str) -> Findings {
    BOOK.read(title, text)
}

/// One field of a posting.
fn field(name: &str, title: &str, text: &str) -> Value {
    read(title, text).answer[name].clone()
}

/// Checks a field on snippets of text under a neutral title.
fn check(name: &str, cases: &[(&str, Value)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, want)| {
            let findings = read("Staff member", text);
            let got = &findings.answer[name];
            let proofs: Vec<&Proof> = findings
                .proofs
                .iter()
                .filter(|proof| proof.field == name)
                .collect();
            (got != want).then(|| format!("{text:?}\n  gives {got}, not {want}; {proofs:?}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} are wrong:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

/// Checks a field on titles with an empty text.
fn check_titles(name: &str, cases: &[(&str, Value)]) {
    for (title, want) in cases {
        assert_eq!(&field(name, title, ""), want, "{title:?}");
    }
}

#[test]
fn the_rules_know_one_contract() {
    assert!(RuleBook::answers(&"job@1".parse().unwrap()));
    assert!(!RuleBook::answers(&"job@2".parse().unwrap()));
    assert!(!RuleBook::answers(&"price@1".parse().unwrap()));
}

/// Who changes the rules raises `MODEL`, and with it the version of their config.
#[test]
fn the_data_of_this_version_is_frozen() {
    use sha2::{Digest, Sha256};
    let mut digest = Sha256::new();
    for text in [
        include_str!("patterns.yaml"),
        include_str!("tech.txt"),
        include_str!("languages.txt"),
    ] {
        digest.update(text);
    }
    assert_eq!(
        (MODEL, hex::encode(digest.finalize()).as_str()),
        (
            "job-rules-1",
            "53b0fc9f45a6549bea83149ff54c3802787ed0e7aff0d3cd87313d4659132630"
        )
    );
}

#[test]
fn every_value_has_a_proof_and_every_proof_quotes_the_posting() {
    let text = "Requirements\n- Bachelor's degree or higher, 3-5 years of Rust and Kafka experience\n- Fluent English";
    let findings = read("Engineer", text);
    for (name, value) in &findings.answer {
        let said = !(value.is_null() || value == &json!([]));
        let proofs = findings
            .proofs
            .iter()
            .filter(|proof| proof.field == name)
            .count();
        assert_eq!(said, proofs > 0, "{name}: {value}");
    }
    for proof in &findings.proofs {
        assert!(text.contains(&proof.quote), "{proof:?}");
    }
}

#[test]
fn the_fields_are_those_that_are_answered() {
    let answer = RuleBook::load().unwrap().read("", "").answer;
    let mut answered: Vec<_> = answer.keys().map(String::as_str).collect();
    let mut named = super::FIELDS.to_vec();
    answered.sort_unstable();
    named.sort_unstable();
    assert_eq!(answered, named);
}
