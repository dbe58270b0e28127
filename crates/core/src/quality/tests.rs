//! Scores of good and poor items.

use readonce_model::record::Facts;

use super::{DOCUMENTS, assess, built_in, parse_contract, words};
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
    assess(
        canonical,
        (Some("https://example.com/1"), &published()),
        None,
    )
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
    let quality = assess(&posting("", ""), (None, &facts), None);
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

#[test]
fn every_contract_that_is_compiled_in_is_sound_and_each_kind_has_one() {
    for (name, text) in DOCUMENTS {
        if let Err(error) = parse_contract(name, text) {
            panic!("{error}");
        }
    }
    for kind in Kind::ALL {
        let contract = built_in(kind);
        assert_eq!(
            contract.map(|contract| contract.id().name()),
            Some(kind.as_str())
        );
    }
}

#[test]
fn one_code_has_one_meaning_in_all_contracts() {
    for kind in Kind::ALL {
        for meaning in built_in(kind)
            .into_iter()
            .flat_map(|found| found.meanings())
        {
            let known = words(meaning.code).unwrap();
            assert_eq!(known, meaning.words, "{}", meaning.code);
        }
    }
    assert_eq!(
        words("published_unreadable"),
        Some("publish time cannot be parsed")
    );
    assert_eq!(
        words("body_navigation"),
        Some("body looks like a navigation page")
    );
}

#[test]
fn the_spec_lists_every_code_with_its_cost_and_words() {
    let spec = include_str!("../../../../docs/specs/data-contract.md");
    for kind in Kind::ALL {
        for meaning in built_in(kind)
            .into_iter()
            .flat_map(|found| found.meanings())
        {
            let start = format!("| `{}` |", meaning.code);
            let row = spec.lines().find(|line| line.starts_with(&start));
            let cells: Vec<&str> = row.unwrap_or_default().split('|').map(str::trim).collect();
            let place = Kind::ALL.iter().position(|known| *known == kind).unwrap();
            assert_eq!(
                cells.get(place + 2),
                Some(&meaning.cost.to_string().as_str()),
                "{start} {kind:?}"
            );
        }
    }
}
