//! Real files of the three boards give the facts that a correct reader finds.
//!
//! The files lie beside the repository and are not part of it; without them there is nothing to
//! test, and the test says so.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::Path;

use readonce_core::inspect::{InspectedItem, Inspection, inspect};
use readonce_core::parse::{Parsed, Response, parse};

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

fn response(body: &[u8]) -> Response<'_> {
    Response {
        body,
        content_type: None,
        url: None,
        site_tz: None,
        lang: None,
        at_ms: FETCHED_AT_MS,
        format: None,
        ..Response::default()
    }
}

fn read(name: &str) -> Option<Inspection> {
    let body = sample(name)?;
    let inspection = inspect(&response(&body), "sample", None).unwrap();
    assert_eq!(inspection.rejected, []);
    let items = inspection.items.len() as u64;
    let is_whole = inspection.declared_total.is_none_or(|total| total <= items);
    assert_eq!(inspection.complete, is_whole);
    assert_eq!(inspection.next_page, None);
    assert!(!inspection.charset_conflict);
    Some(inspection)
}

fn fact<'a>(item: &'a InspectedItem, name: &str) -> &'a str {
    item.facts
        .get(name)
        .and_then(|value| value.as_str())
        .unwrap_or("")
}

fn with_id<'a>(inspection: &'a Inspection, start: &str) -> &'a InspectedItem {
    let found = inspection
        .items
        .iter()
        .find(|item| item.id.starts_with(start));
    found.unwrap_or_else(|| panic!("no item {start}"))
}

#[test]
fn greenhouse_with_escaped_content() {
    let Some(page) = read("greenhouse/gitlab_2of167.json") else {
        return;
    };
    assert_eq!((page.format, page.items.len()), ("greenhouse", 2));
    assert_eq!(page.declared_total, Some(167));
    for (id, title, published, updated) in [
        (
            "8503792002",
            "Account Executive - Italy",
            "2026-04-17T09:58:03Z",
            "2026-07-17T12:48:22Z",
        ),
        (
            "8565469002",
            "AI Engineer",
            "2026-05-29T11:49:29Z",
            "2026-07-16T12:40:10Z",
        ),
    ] {
        let item = with_id(&page, id);
        assert_eq!((item.id.as_str(), item.title.as_str()), (id, title));
        assert_eq!(fact(item, "published_at"), published);
        assert_eq!(fact(item, "published_precision"), "second");
        assert_eq!(fact(item, "updated_at"), updated);
        assert_eq!(fact(item, "company"), "GitLab");
        assert_eq!(fact(item, "workplace"), "remote");
        assert!(
            item.canonical
                .starts_with("GitLab is the intelligent orchestration platform")
        );
        assert!(!item.canonical.contains('<') && !item.canonical.contains("&amp;"));
        assert!(item.canonical.contains("\n- "), "lists are lists");
        assert_eq!(item.quality.score, 100);
    }
}

#[test]
fn greenhouse_with_unescaped_content() {
    let Some(page) = read("greenhouse/anonymised_3of631_unescaped_content.json") else {
        return;
    };
    assert_eq!((page.items.len(), page.declared_total), (3, Some(631)));
    let item = with_id(&page, "4461450008");
    assert_eq!(fact(item, "published_at"), "2024-12-20T18:53:38Z");
    assert_eq!(fact(item, "updated_at"), "2026-08-22T01:32:54Z");
    assert!(item.canonical.starts_with("We build developer tools."));
}

#[test]
fn lever_with_a_salary_range() {
    let Some(page) = read("lever/hinge_hyperconnect_salaryrange.json") else {
        return;
    };
    assert_eq!((page.format, page.items.len()), ("lever", 2));
    let hinge = with_id(&page, "3414ba28");
    assert_eq!(hinge.title, "Android Engineer III");
    assert_eq!(fact(hinge, "country"), "US");
    assert_eq!(fact(hinge, "workplace"), "hybrid");
    assert_eq!(fact(hinge, "employment_type"), "full_time");
    assert_eq!(fact(hinge, "published_at"), "2026-05-19T20:38:11.267Z");
    let pay = ["pay_min", "pay_max", "pay_currency", "pay_interval"].map(|name| fact(hinge, name));
    assert_eq!(pay, ["150000", "180000", "USD", "YEAR"]);
    let opening = "Hinge is the dating app designed to be deleted";
    assert_eq!(
        hinge.canonical.matches(opening).count(),
        1,
        "no part is read twice"
    );
    let azar = with_id(&page, "4004a95b");
    assert_eq!(azar.title, "Android Software Engineer (Azar)");
    assert_eq!(fact(azar, "country"), "KR");
    assert_eq!(fact(azar, "published_at"), "2026-01-05T06:59:28.549Z");
    assert_eq!(fact(azar, "pay_min"), "");
    assert!(azar.canonical.contains("서류전형 > 코딩테스트"));
}

#[test]
fn ashby_without_pay() {
    let Some(page) = read("ashby/linear_2026-07.json") else {
        return;
    };
    assert_eq!((page.format, page.items.len()), ("ashby", 2));
    for (id, city, published) in [
        ("d3bc1ced", "Europe", "2021-04-27T20:13:45.158Z"),
        ("cd5ae036", "North America", "2021-08-18T20:48:26.891Z"),
    ] {
        let item = with_id(&page, id);
        assert_eq!(item.title, "Senior / Staff Fullstack Engineer");
        assert_eq!(item.facts.get("cities"), Some(&serde_json::json!([city])));
        assert_eq!(fact(item, "published_at"), published);
        assert!(item.canonical.contains("more than 30,000 companies"));
        assert!(!item.facts.keys().any(|name| name.starts_with("pay_")));
    }
}

#[test]
fn ashby_with_pay() {
    let Some(page) = read("ashby/highlightta_compensation.json") else {
        return;
    };
    assert_eq!(page.items.len(), 2);
    let paid = with_id(&page, "fc2f1f85");
    assert_eq!(paid.title, "Senior Site Reliability Engineer");
    assert_eq!(fact(paid, "published_at"), "2026-07-08T19:48:19.767Z");
    assert_eq!(fact(paid, "workplace"), "hybrid");
    let pay = ["pay_min", "pay_max", "pay_currency", "pay_interval"].map(|name| fact(paid, name));
    assert_eq!(pay, ["102800", "137000", "CAD", "YEAR"]);
    let unpaid = with_id(&page, "90fb3621");
    assert_eq!(fact(unpaid, "published_at"), "2026-04-20T22:43:56.531Z");
    assert!(!unpaid.facts.contains_key("pay_min"));
}

#[test]
fn the_two_linear_files_differ_in_exactly_one_real_change() {
    let (Some(before), Some(after)) = (
        sample("ashby/linear_2026-07.json"),
        sample("ashby/linear_2026-09_truncated.json"),
    ) else {
        return;
    };
    let previous: Parsed = parse(&response(&before)).unwrap();
    let page = inspect(&response(&after), "linear", Some(&previous)).unwrap();
    assert_eq!(page.items.len(), 2);
    assert_eq!(page.gone.as_deref(), Some(&[][..]));
    for item in &page.items {
        let comparison = item.comparison.as_ref().unwrap();
        assert_eq!(comparison.outcome.as_str(), "changed");
        assert!(comparison.cut, "the later copy was cut upstream");
        let changes: Vec<_> = comparison
            .changes
            .iter()
            .map(|change| {
                (
                    &*change.field,
                    change.before.as_deref(),
                    change.after.as_deref(),
                )
            })
            .collect();
        assert_eq!(changes, [("text", Some("30,000"), Some("40,000"))]);
    }
}

/// The plain form of the same postings holds blanks that moved: they are no change either.
#[test]
fn moved_blanks_in_the_plain_form_are_no_change() {
    let (Some(before), Some(after)) = (
        sample("ashby/linear_2026-07.json"),
        sample("ashby/linear_2026-09_truncated.json"),
    ) else {
        return;
    };
    let plain = |body: &[u8]| {
        let mut page: serde_json::Value = serde_json::from_slice(body).unwrap();
        for job in page["jobs"].as_array_mut().unwrap() {
            job["descriptionHtml"] = serde_json::Value::Null;
        }
        page.to_string().into_bytes()
    };
    let previous = parse(&response(&plain(&before))).unwrap();
    let page = inspect(&response(&plain(&after)), "", Some(&previous)).unwrap();
    for item in &page.items {
        let comparison = item.comparison.as_ref().unwrap();
        assert!(comparison.cut);
        assert_eq!(comparison.changes.len(), 1, "{:?}", comparison.changes);
        assert_eq!(comparison.changes[0].after.as_deref(), Some("40,000"));
    }
}
