//! Scores of good and poor items.

use readonce_model::record::Facts;

use super::assess;
use crate::canonical::canonicalize;
use crate::item::{Block, Canonical, Content, Kind, Quality};

fn posting(title: &str, body: &str) -> Canonical {
    canonicalize(&Content {
        kind: Kind::Posting,
        title: title.to_owned(),
        blocks: vec![Block::Text(body.to_owned())],
    })
}

fn published() -> Facts {
    Facts {
        published_at: Some("2026-04-17T09:58:03Z".into()),
        ..Facts::default()
    }
}

fn judged(canonical: &Canonical) -> Quality {
    assess(canonical, Some("https://example.com/1"), &published())
}

#[test]
fn a_whole_posting_scores_full() {
    let body = "We build developer tools. ".repeat(20);
    let quality = judged(&posting("Engineer", &body));
    assert_eq!((quality.score, quality.reasons.len()), (100, 0));
}

#[test]
fn an_almost_empty_posting_is_kept_with_a_low_score() {
    let quality = judged(&posting("Engineer", " \u{200B} "));
    assert_eq!(quality.reasons, ["body_missing"]);
    assert_eq!(quality.score, 40);
    assert_eq!(judged(&posting("Engineer", "TBD")).reasons, ["body_short"]);
}

#[test]
fn a_body_of_dashes_is_no_body() {
    let quality = judged(&posting("Engineer", "- -- ---"));
    assert_eq!(quality.reasons, ["body_missing"]);
}

#[test]
fn seventy_chinese_characters_are_not_short() {
    let quality = judged(&posting("工程师", &"负责后端服务的开发".repeat(8)));
    assert_eq!(quality.reasons, Vec::<String>::new());
}

#[test]
fn every_fault_is_named_and_the_score_stays_at_zero() {
    let facts = Facts {
        pay_min: Some("9.5".into()),
        pay_max: Some("9.25".into()),
        ..Facts::default()
    };
    let quality = assess(&posting("", ""), None, &facts);
    let expected = [
        "body_missing",
        "title_missing",
        "link_missing",
        "published_missing",
        "pay_inverted",
    ];
    assert_eq!(
        (quality.score, quality.reasons),
        (0, expected.map(String::from).to_vec())
    );
}
