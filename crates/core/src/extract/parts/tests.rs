//! Where texts are cut, and what becomes of the answers to their parts.

use proptest::prelude::*;
use readonce_model::record::Evidence;
use serde_json::{Value, json};

use super::*;
use crate::extract::config::Provider;
use crate::extract::contract::Contract;
use crate::extract::ledger::Outcome;

fn config(max_input_chars: u32, max_parts: u32) -> ExtractionConfig {
    ExtractionConfig {
        provider: Provider::Openai,
        model: Some("m".into()),
        max_input_chars,
        max_parts,
        ..ExtractionConfig::rules()
    }
}

fn request(title: &str, text: &str) -> ExtractRequest {
    let example = include_str!("../../../../../schemas/extract.requests/examples/typical.json");
    ExtractRequest {
        title: title.to_owned(),
        text: text.to_owned(),
        ..serde_json::from_str(example).unwrap()
    }
}

fn texts(text: &str, room: u32) -> Vec<String> {
    let parts = plan(&config(room, 20), &request("", text));
    parts.into_iter().map(|part| part.text).collect()
}

#[test]
fn what_fits_is_asked_whole() {
    assert_eq!(plan(&config(10, 4), &request("1234", "567890")), []);
    assert_eq!(plan(&config(10, 4), &request("1234", "5678901")).len(), 2);
    let rules = ExtractionConfig {
        max_input_chars: 1,
        ..ExtractionConfig::rules()
    };
    assert_eq!(plan(&rules, &request("a", "bcd")), []);
    assert_eq!(plan(&config(10, 1), &request("1234", "5678901")), []);
}

#[test]
fn a_cut_lies_in_front_of_a_heading_then_between_lines() {
    let text = "We plan berths for ports.\nWe ship in three lands.\nWhat you do:\nYou write Rust every day.\nYou run Kafka.";
    let found = texts(text, 75);
    assert_eq!(
        found[0],
        "We plan berths for ports.\nWe ship in three lands."
    );
    assert!(found[1].starts_with("What you do:"));
    assert_eq!(texts("aaaa\nbbbb\ncccc.", 10), ["aaaa\nbbbb", "cccc."]);
}

#[test]
fn a_long_line_is_cut_behind_a_sentence_then_between_words_then_anywhere() {
    assert_eq!(
        texts("We are here. You are there, so come.", 18),
        ["We are here.", "You are there, so", "come."]
    );
    assert_eq!(
        texts("我们在这里。你们在那里吗", 8),
        ["我们在这里。", "你们在那里吗"]
    );
    assert_eq!(texts("abcdefgh", 3), ["abc", "def", "gh"]);
}

#[test]
fn parts_are_bounded_and_what_is_beyond_is_said() {
    let request = request("Title", &"A line of text.\n".repeat(100));
    let parts = plan(&config(100, 3), &request);
    assert_eq!(parts.len(), 3);
    assert!(parts.iter().all(|part| part.cut && part.of == 3));
    let whole = plan(&config(1000, 3), &request);
    assert_eq!((whole.len(), whole[0].cut), (2, false));
    assert_ne!(whole[0].digest(), whole[1].digest());
}

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

fn piece(part: i32, fields: Value, flags: &[&str]) -> Piece {
    let mut value = job().empty_answer();
    value.extend(fields.as_object().unwrap().clone());
    Piece {
        call: PartCall {
            part,
            attempt: 1,
            config_version: "c".into(),
            tokens_in: Some(10),
            tokens_out: None,
            cost_micros: 3,
        },
        value,
        flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
        rejected: Vec::new(),
    }
}

fn merged(pieces: Vec<Piece>) -> (Value, bool, Vec<String>, Evidence) {
    match merge(pieces, &job()) {
        Outcome::Answered {
            value,
            empty,
            flags,
            evidence,
        } => (Value::Object(value), empty, flags, evidence),
        failed => panic!("{failed:?}"),
    }
}

#[test]
fn parts_fill_each_other_and_disputes_are_flagged() {
    let (value, empty, flags, evidence) = merged(vec![
        piece(
            1,
            json!({"tech_stack": ["Rust"], "minimum_degree": "bachelor", "summary": "A"}),
            &["repaired:languages"],
        ),
        piece(
            2,
            json!({"tech_stack": ["Kafka", "Rust"], "minimum_degree": "master", "summary": "B", "campus_hire": true}),
            &["repaired:languages"],
        ),
    ]);
    assert_eq!(value["tech_stack"], json!(["Rust", "Kafka"]));
    assert_eq!(
        (&value["minimum_degree"], &value["summary"]),
        (&json!("bachelor"), &json!("A"))
    );
    assert_eq!((&value["campus_hire"], empty), (&json!(true), false));
    assert_eq!(
        flags,
        [
            "asked_in_parts",
            "repaired:languages",
            "conflict:minimum_degree"
        ]
    );
    assert_eq!(evidence.parts.len(), 2);
}

#[test]
fn parts_that_all_say_nothing_are_an_empty_record() {
    let (_, empty, _, _) = merged(vec![piece(1, json!({}), &[]), piece(2, json!({}), &[])]);
    assert!(empty);
}

proptest! {
    /// Nothing is lost but blanks, nothing is longer than it may be, and there is an end.
    #[test]
    fn parts_hold_the_whole_text(
        text in "([a-z]{0,9}[ .:。\n]){0,80}|\\PC{0,120}|([一-三]{1,5}[。\n]?){0,40}",
        room in 1_u32..60,
    ) {
        let parts = texts(&text, room);
        let solid = |text: &str| text.split_whitespace().collect::<String>();
        if text.chars().count() > room as usize && parts.len() < 20 {
            prop_assert_eq!(solid(&parts.concat()), solid(&text));
        }
        for part in &parts {
            prop_assert!(part.chars().count() <= room as usize);
        }
    }
}
