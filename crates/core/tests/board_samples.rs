//! Real files of boards, feeds in JSON, a forum and an archive give the facts that a correct reader
//! finds.
//!
//! The files lie beside the repository and are not part of it; without them there is nothing to
//! test, and the test says so.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::Path;

use readonce_core::canonical::canonicalize;
use readonce_core::parse::{Format, Parsed, Response, parse};

/// 2026-09-30T00:00:00Z
const FETCHED_AT_MS: i64 = 1_790_726_400_000;

fn sample(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !folder.exists() {
        eprintln!("skipped: no {}", folder.display());
        return None;
    }
    let file = folder.join(name);
    Some(std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

fn read(name: &str) -> Option<Parsed> {
    let body = sample(name)?;
    let response = Response {
        body: &body,
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    };
    Some(parse(&response).unwrap_or_else(|reason| panic!("{name}: {reason}")))
}

fn of<'a>(
    parsed: &'a Parsed,
    tell: impl Fn(&'a readonce_core::item::Item) -> Option<&'a str>,
) -> Vec<&'a str> {
    parsed
        .items
        .iter()
        .map(|item| tell(item).unwrap_or(""))
        .collect()
}

#[test]
fn workable_with_one_job_in_two_rows() {
    let Some(parsed) = read("ats_other/workable_zaelab.json") else {
        return;
    };
    assert_eq!(parsed.format, Format::Workable);
    assert_eq!((parsed.items.len(), parsed.rejected.len()), (1, 0));
    let item = &parsed.items[0];
    assert_eq!(item.id, "DD136DD7E7");
    assert_eq!(item.facts.cities, ["Portugal", "Spain"]);
    assert_eq!(item.facts.published_at.as_deref(), Some("2026-08-05"));
    assert_eq!(item.facts.company.as_deref(), Some("Zaelab"));
}

#[test]
fn workday_with_relative_days_and_counted_places() {
    let Some(parsed) = read("ats_other/workday_salesforce.json") else {
        return;
    };
    assert_eq!(parsed.format, Format::Workday);
    assert_eq!(parsed.around.declared_total, Some(2));
    assert_eq!(of(&parsed, |item| Some(&item.id)), ["JR354232", "JR332446"]);
    assert_eq!(
        of(&parsed, |item| item.facts.published_at.as_deref()),
        ["2026-09-29", "2026-09-27"]
    );
    for item in &parsed.items {
        assert_eq!(item.facts.published_precision.as_deref(), Some("day"));
        assert_eq!(item.facts.cities.len(), 0);
    }
}

#[test]
fn smartrecruiters_with_two_blanks_and_an_empty_department() {
    let Some(parsed) = read("ats_other/smartrecruiters_one.json") else {
        return;
    };
    assert_eq!(parsed.format, Format::SmartRecruiters);
    assert_eq!(parsed.around.declared_total, Some(1));
    assert!(parsed.complete());
    let item = &parsed.items[0];
    assert_eq!(item.id, "743999671674844");
    assert_eq!(
        canonicalize(&item.content).title,
        "CNA / LPN - Consistent Hours. Start Next Week."
    );
    let facts = &item.facts;
    assert_eq!(facts.published_at.as_deref(), Some("2018-06-08T02:11:28Z"));
    assert_eq!(facts.cities, ["St. Louis, MO"]);
    assert_eq!(facts.country.as_deref(), Some("US"));
}

#[test]
fn teamtailor_with_an_address_that_is_not_in_the_title() {
    let Some(parsed) = read("ats_other/teamtailor_jsonfeed.json") else {
        return;
    };
    assert_eq!(parsed.format, Format::Teamtailor);
    assert_eq!(of(&parsed, |item| Some(&item.id)), ["7167985", "7069633"]);
    assert_eq!(
        of(&parsed, |item| item.facts.published_at.as_deref()),
        ["2026-02-04T08:26:20Z", "2026-01-18T18:35:57Z"]
    );
    assert_eq!(parsed.items[0].facts.cities, ["Madrid"]);
    assert_eq!(parsed.items[0].facts.country.as_deref(), Some("ES"));
    assert_eq!(parsed.items[1].facts.cities, ["København", "Stockholm"]);
}

#[test]
fn hacker_news_with_pay_in_first_lines() {
    let Some(parsed) = read("forum/hn_who_is_hiring_trimmed.json") else {
        return;
    };
    assert_eq!(parsed.format, Format::HackerNews);
    assert_eq!(
        of(&parsed, |item| item.facts.published_at.as_deref()),
        [
            "2026-09-01T15:01:54Z",
            "2026-09-01T15:02:11Z",
            "2026-09-01T15:03:02Z"
        ]
    );
    assert_eq!(
        of(&parsed, |item| item.facts.pay_min.as_deref()),
        ["75000", "150000", ""]
    );
    assert_eq!(
        of(&parsed, |item| item.facts.pay_max.as_deref()),
        ["110000", "210000", ""]
    );
    assert_eq!(
        of(&parsed, |item| item.facts.pay_currency.as_deref()),
        ["EUR", "USD", ""]
    );
}

#[test]
fn an_archive_with_a_page_that_was_visited_twice() {
    let Some(parsed) = read("warc/example.warc.gz") else {
        return;
    };
    assert_eq!(parsed.format, Format::Warc);
    assert!(!parsed.around.truncated);
    // Of six records one is read: the others are requests, notes, and a visit without news.
    assert_eq!(parsed.items.len() + parsed.rejected.len(), 1);
    for aside in &parsed.rejected {
        assert_eq!(aside.part, "record 3 (http://example.com/)");
    }
    for item in &parsed.items {
        let page = canonicalize(&item.content);
        assert!(page.text.contains("illustrative examples"), "{}", page.text);
    }
}

#[test]
fn every_file_cut_anywhere_is_read_or_refused() {
    for name in [
        "ats_other/workable_zaelab.json",
        "ats_other/workday_salesforce.json",
        "ats_other/smartrecruiters_one.json",
        "ats_other/teamtailor_jsonfeed.json",
        "forum/hn_who_is_hiring_trimmed.json",
        "warc/example.warc.gz",
    ] {
        let Some(body) = sample(name) else {
            return;
        };
        for end in (4..body.len() - 3).step_by(7) {
            let cut = Response {
                body: &body[..end],
                at_ms: FETCHED_AT_MS,
                ..Response::default()
            };
            match parse(&cut) {
                Ok(parsed) => assert!(parsed.around.truncated, "{name} cut at {end}"),
                Err(reason) => assert!(reason.detail.contains("cut off"), "{name}: {reason}"),
            }
        }
    }
}
