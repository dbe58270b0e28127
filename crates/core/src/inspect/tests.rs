//! The printed form of good, poor and compared responses.

use serde_json::{Value, json};

use super::inspect;
use crate::parse::{Parsed, Response, parse};

fn response(body: &str) -> Response<'_> {
    Response {
        body: body.as_bytes(),
        content_type: None,
        url: None,
        site_tz: None,
        lang: None,
        at_ms: 1_790_303_700_000,
        format: None,
        ..Response::default()
    }
}

fn shown(body: &str, source: &str, previous: Option<&Parsed>) -> Value {
    serde_json::to_value(inspect(&response(body), source, previous).unwrap()).unwrap()
}

fn board(jobs: &[Value]) -> String {
    json!({"jobs": jobs, "meta": {"total": 9}}).to_string()
}

fn job(id: u32, content: &str) -> Value {
    json!({"id": id, "title": " Engineer ", "absolute_url": format!("https://example.com/{id}"),
           "content": content, "location": {"name": "Berlin"}})
}

#[test]
fn the_printed_form_has_every_field_under_its_name() {
    let body = board(&[job(1, "<p>We build tools.</p>"), json!({"title": "T"})]);
    let mut seen = shown(&body, "acme", None);
    let hash = seen["items"][0]["content_hash"].take();
    assert_eq!(hash.as_str().map(str::len), Some(64));
    let expected = json!({
        "format": "greenhouse",
        "parser_version": 1,
        "charset": "utf-8",
        "charset_conflict": false,
        "title": null,
        "next_page": null,
        "complete": false,
        "truncated": false,
        "declared_total": 9,
        "items": [{
            "id": "1",
            "item_id": "acme/1",
            "kind": "posting",
            "url": "https://example.com/1",
            "title": "Engineer",
            "facts": {"cities": ["Berlin"]},
            "content_hash": null,
            "canonical": "We build tools.",
            "quality": {
                "score": 60,
                "reasons": ["body_short", "published_missing"],
                "words": ["the body is too short", "the source names no publish time"],
            },
        }],
        "rejected": [{"part": "jobs[1]", "code": "missing_id", "detail": "id is missing"}],
        "bad_blocks": [],
        "children": [],
    });
    assert_eq!(seen, expected);
}

#[test]
fn without_a_source_there_is_no_id_across_sources() {
    let seen = shown(&board(&[job(1, "x")]), "", None);
    assert_eq!(seen["items"][0].get("item_id"), None);
    assert_eq!(seen["items"][0].get("outcome"), None);
}

#[test]
fn against_a_previous_response_items_are_new_changed_unchanged_or_gone() {
    let long = "<p>one two three four five six seven eight nine</p>";
    let before = board(&[
        job(1, "<p>same</p>"),
        job(2, long),
        job(3, "x"),
        job(4, "y"),
    ]);
    let previous = parse(&response(&before)).unwrap();
    let mut moved = job(4, "y");
    moved["location"]["name"] = json!("Paris");
    let now = board(&[
        job(1, "<div>same&nbsp;</div>"),
        job(2, "<p>one two three four FIVE six seven eight nine</p>"),
        moved,
        job(5, "z"),
    ]);
    let seen = shown(&now, "acme", Some(&previous));
    let outcomes: Vec<&str> = seen["items"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|item| item["outcome"].as_str())
        .collect();
    assert_eq!(outcomes, ["unchanged", "changed", "changed", "new"]);
    assert_eq!(
        seen["items"][1]["changes"],
        json!([{"field": "text", "kind": "edited", "before": "five", "after": "FIVE"}])
    );
    assert_eq!(
        seen["items"][2]["changes"],
        json!([{"field": "cities", "kind": "edited", "before": "Berlin", "after": "Paris"}])
    );
    assert_eq!(
        seen["gone"],
        json!([{"id": "3", "url": "https://example.com/3", "title": "Engineer"}])
    );
}

#[test]
fn a_cut_copy_is_changed_and_says_that_it_is_cut() {
    let previous = parse(&response(&board(&[job(1, "<p>one two three four</p>")]))).unwrap();
    let seen = shown(&board(&[job(1, "<p>one two th")]), "", Some(&previous));
    let item = &seen["items"][0];
    assert_eq!(item["outcome"], "changed");
    assert_eq!(item["cut"], true);
    assert_eq!(item["changes"], json!([]));
}

mod differences;
