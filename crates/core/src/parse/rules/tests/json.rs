//! JSON by rules: values with every digit, types, what is required.

use proptest::prelude::*;

use super::{failure, faults, parser, read};
use crate::canonical::canonicalize;
use crate::item::Kind;

const JOBS: &str = "
format: json
kind: posting
lang: en-US
site-tz: Europe/Berlin
currency: EUR
items: $.data.jobs[*]
fields:
  id: {path: $.id}
  url: {path: $.links.self}
  title: {path: $.title, type: html}
  body: {path: \"$['intro', 'text']\"}
  published-at: {path: $.posted}
  updated-at: {path: $.changed}
  company: {const: Acme}
  cities: {path: '$.places[*].city'}
  department: {path: '$.teams[*]', type: set}
  workplace: {path: $.where}
  employment-type: {path: $.hours}
  pay: {path: '$.extra[?@.name == \"pay\"].value'}
  requisition: {path: $.number}
next-page: {path: $.data.next}
total: {path: $.data.total}
";

const PAGE: &str = r#"{"data": {"total": 731, "next": "?page=2", "jobs": [
  {"id": 90071992547409931234, "links": {"self": "/jobs/1"}, "title": "Welder &amp; fitter",
   "intro": "<p>Join us.</p>", "text": "<ul><li>Weld</li><li>Fit</li></ul>",
   "posted": "13/09/2026", "changed": "2026-09-20T10:00:00+02:00",
   "places": [{"city": "Leeds"}, {"city": "Bonn"}], "teams": ["Steel", "Alloy", null],
   "where": "On-site", "hours": "Full time",
   "extra": [{"name": "perks", "value": "tea"}, {"name": "pay", "value": "40,000 - 52,000 per year"}],
   "number": "R-7"},
  {"id": 90071992547409931235, "links": {"self": "/jobs/2"}, "title": "Cook", "text": "Cook.",
   "posted": "05/08/2026"}
]}}"#;

#[test]
fn every_field_of_a_posting_is_read_by_its_rule() {
    let parser = parser(JOBS);
    let mut response = super::response(&parser, PAGE);
    response.url = Some("https://api.acme.example/v1/jobs");
    let parsed = crate::parse::parse(&response).unwrap();
    assert_eq!(parsed.rejected, []);
    assert_eq!((parsed.parser_version, parsed.format.as_str()), (3, "json"));
    assert_eq!(parsed.around.declared_total, Some(731));
    let next = "https://api.acme.example/v1/jobs?page=2";
    assert_eq!(parsed.around.next_page.as_deref(), Some(next));
    let [welder, cook] = &parsed.items[..] else {
        panic!("{parsed:?}");
    };
    assert_eq!(welder.id, "90071992547409931234");
    assert_eq!(
        welder.url.as_deref(),
        Some("https://api.acme.example/jobs/1")
    );
    assert_eq!(welder.content.kind, Kind::Posting);
    let canonical = canonicalize(&welder.content);
    assert_eq!(canonical.title, "Welder & fitter");
    assert!(canonical.text.starts_with("Join us."), "{}", canonical.text);
    let facts = &welder.facts;
    // Evidence of the whole document: 13/09 tells that 05/08 is the fifth of August.
    assert_eq!(facts.published_at.as_deref(), Some("2026-09-13"));
    assert_eq!(cook.facts.published_at.as_deref(), Some("2026-08-05"));
    assert_eq!(facts.updated_at.as_deref(), Some("2026-09-20T08:00:00Z"));
    assert_eq!(facts.company.as_deref(), Some("Acme"));
    assert_eq!(facts.cities, ["Bonn", "Leeds"]);
    assert_eq!(facts.department.as_deref(), Some("Alloy; Steel"));
    assert_eq!(facts.workplace.as_deref(), Some("onsite"));
    assert_eq!(facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(facts.pay_min.as_deref(), Some("40000"));
    assert_eq!(facts.pay_max.as_deref(), Some("52000"));
    assert_eq!(facts.pay_currency.as_deref(), Some("EUR"));
    assert_eq!(facts.pay_interval.as_deref(), Some("YEAR"));
    assert_eq!(facts.requisition.as_deref(), Some("R-7"));
    assert_eq!(canonicalize(&cook.content).text, "Cook.");
}

#[test]
fn products_have_prices_by_text_and_by_number() {
    let parser = parser(
        "
format: json
kind: product
currency: GBP
items: $[*]
fields:
  id: {path: $.sku}
  title: {path: $.name}
  price: {path: $.price}
  list-price: {path: $.was, type: number}
  stock: {path: $.stock}
  offer-count: {path: $.offers}
  tax-included: {path: $.tax}
",
    );
    let parsed = read(
        &parser,
        r#"[{"sku": "a-1", "name": "Lamp", "price": 15.50, "was": 19, "stock": "Sold out", "offers": 3, "tax": true},
            {"sku": "a-2", "name": "Desk", "price": "from €285", "stock": "https://schema.org/InStock"},
            {"sku": "a-3", "name": "Mat", "price": "ask us", "stock": "soon"}]"#,
    );
    assert_eq!(parsed.rejected, []);
    let [lamp, desk, mat] = &parsed.items[..] else {
        panic!("{parsed:?}");
    };
    let told = |item: &crate::item::Item| {
        let facts = item.facts.clone();
        (
            facts.price,
            facts.currency,
            facts.currency_inferred,
            facts.stock,
        )
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        told(lamp),
        (text("15.50"), text("GBP"), Some(true), text("out_of_stock"))
    );
    assert_eq!(
        told(desk),
        (text("285"), text("EUR"), None, text("in_stock"))
    );
    assert_eq!(told(mat), (None, None, None, text("unknown")));
    assert_eq!(lamp.facts.list_price.as_deref(), Some("19"));
    assert_eq!(
        (lamp.facts.offer_count, lamp.facts.tax_included),
        (Some(3), Some(true))
    );
    assert_eq!(desk.facts.price_is_from, Some(true));
    assert_eq!(lamp.content.kind, Kind::Product);
}

#[test]
fn a_page_of_bare_ids_tells_its_total_and_its_ids() {
    let parser = parser(
        "{format: json, items: '$.ids[*]', fields: {id: {path: $}}, total: {path: $.total}}",
    );
    let parsed = read(
        &parser,
        r#"{"offset": 0, "total": 6, "ids": ["JR1", "JR2"]}"#,
    );
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["JR1", "JR2"]);
    assert_eq!(parsed.around.declared_total, Some(6));
}

#[test]
fn an_edit_of_the_text_is_another_content_under_the_same_id() {
    let parser = parser(
        "
format: json
items: $.run[*]
fields:
  id: {path: $.id}
  body: {path: $.content}
  published-at: {path: $.first_published}
  updated-at: {path: $.updated_at}
",
    );
    let run = |updated: &str, content: &str| {
        let body = format!(
            r#"{{"run": [{{"id": 7, "first_published": "2026-09-01T08:00:00Z", "updated_at": "{updated}", "content": "{content}"}}]}}"#
        );
        read(&parser, &body).items.remove(0)
    };
    let before = run("2026-09-19T08:00:00Z", "Pay 50k");
    let after = run("2026-09-24T08:00:00Z", "Pay 60k");
    assert_eq!((before.id.as_str(), &before.id), ("7", &after.id));
    assert_eq!(before.facts.published_at, after.facts.published_at);
    assert_ne!(
        canonicalize(&before.content).hash,
        canonicalize(&after.content).hash
    );
    let touched = run("2026-09-24T08:00:00Z", "Pay 50k");
    assert_eq!(
        canonicalize(&before.content).hash,
        canonicalize(&touched.content).hash
    );
}

#[test]
fn a_thing_without_an_id_is_known_by_its_link() {
    let parser =
        parser("{format: json, items: '$[*]', fields: {url: {path: $.url}, body: {path: $.body}}}");
    let body =
        r#"[{"day": 1, "url": "https://x.example.com/i/1?utm_source=a", "body": "Price 10 EUR"}]"#;
    let item = read(&parser, body).items.remove(0);
    assert_eq!(item.id, "https://x.example.com/i/1");
    assert_eq!(canonicalize(&item.content).text, "Price 10 EUR");
}

#[test]
fn what_is_missing_or_of_the_wrong_kind_names_its_field_and_hurts_no_other_record() {
    let parser = parser(
        "
format: json
items: $.jobs[*]
fields:
  id: {path: $.id}
  title: {path: $.title}
  pay-min: {path: $.min}
  published-at: {path: $.at, required: true}
",
    );
    let parsed = read(
        &parser,
        r#"{"jobs": [
            {"id": 1, "title": "A", "at": "2026-09-01"},
            {"title": "B", "at": "2026-09-01"},
            {"id": {"x": 1}, "title": "B", "at": "2026-09-01"},
            {"id": 4, "title": " ", "at": "2026-09-01"},
            {"id": 5, "title": {"en": "C"}, "at": "2026-09-01"},
            {"id": 6, "title": "D", "at": "2026-09-01", "min": "lots"},
            {"id": 7, "title": "E", "at": "soon"},
            {"id": 8, "title": "F"},
            "text",
            {"id": 10, "title": "G", "at": "2026-09-01", "min": null}
        ]}"#,
    );
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["1", "10"]);
    let told: Vec<String> = parsed
        .rejected
        .iter()
        .map(|rejected| format!("{} {}", rejected.part, rejected.reason))
        .collect();
    assert_eq!(
        told,
        [
            "items[1] missing_id: id is missing or blank",
            "items[2] missing_id: id is an object, not text",
            "items[3] missing_field: title is missing or blank",
            "items[4] unreadable_response: title is an object, not text",
            "items[5] unreadable_response: pay-min is 'lots', not a number",
            "items[6] missing_field: published-at is 'soon', which says none",
            "items[7] missing_field: published-at is missing or blank",
            "items[8] missing_id: id is missing or blank",
        ]
    );
}

#[test]
fn an_empty_list_is_an_answer_and_a_missing_one_is_not() {
    let parser = parser("{format: json, items: '$.jobs[*]', fields: {id: {path: $.id}}}");
    assert_eq!(read(&parser, r#"{"jobs": []}"#).items, []);
    for (body, words) in [
        (
            r#"{"error": "limit", "code": 7}"#,
            "no items where the parser looks for them, in an object with error, code",
        ),
        (
            r#"{"jobs": null}"#,
            "no items where the parser looks for them",
        ),
        (r#"{"jobs": 4}"#, "no items where the parser looks for them"),
        ("[]", "in a list"),
        ("{\"jobs\": [", "not JSON, or cut off"),
        (
            "<html><title>Jobs</title><body>Hello</body></html>",
            "where JSON was expected",
        ),
    ] {
        let failure = failure(&parser, body);
        assert!(failure.contains(words), "{body}: {failure}");
    }
}

#[test]
fn what_is_volatile_is_not_kept_and_what_is_set_like_has_no_order() {
    let text = "
format: json
items: $[*]
fields:
  id: {path: $.id}
  body: {path: '$.points[*]'}
  department: {path: '$.teams[*]', type: list}
  company: {path: $.company}
set-like: [body, department]
volatile: [company]
";
    let parser = parser(text);
    let item = |body: &str| read(&parser, body).items.remove(0);
    let one = item(r#"[{"id": 1, "points": ["b", "a"], "teams": ["y", "x"], "company": "n 17"}]"#);
    let two = item(r#"[{"id": 1, "points": ["a", "b"], "teams": ["x", "y"], "company": "n 18"}]"#);
    assert_eq!(one.facts, two.facts);
    assert_eq!(one.facts.company, None);
    assert_eq!(one.facts.department.as_deref(), Some("x; y"));
    assert_eq!(
        canonicalize(&one.content).hash,
        canonicalize(&two.content).hash
    );
    let kept = super::parser(&text.replace("set-like: [body, department]", ""));
    let list = |body: &str| canonicalize(&read(&kept, body).items.remove(0).content).hash;
    assert_ne!(
        list(r#"[{"id": 1, "points": ["b", "a"]}]"#),
        list(r#"[{"id": 1, "points": ["a", "b"]}]"#)
    );
}

#[test]
fn a_board_read_by_its_own_reader_takes_what_the_document_says_beside_rules() {
    let parser =
        parser("{format: greenhouse, kind: article, volatile: [department], site-tz: Asia/Tokyo}");
    let parsed = read(
        &parser,
        r#"{"jobs": [{"id": 1, "title": "Cook", "absolute_url": "https://a.example/1", "content": "x",
            "first_published": "2026-09-01T08:00:00", "departments": [{"name": "Kitchen 4711"}]}]}"#,
    );
    let item = &parsed.items[0];
    assert_eq!(item.content.kind, Kind::Article);
    assert_eq!(item.facts.department, None);
    assert_eq!(
        item.facts.published_at.as_deref(),
        Some("2026-08-31T23:00:00Z")
    );
    assert_eq!(parsed.parser_version, 1);
}

#[test]
fn paths_pick_by_name_place_slice_union_and_filter() {
    let body = r#"[{"id": 1, "a": {"b": ["x", "y", "z"], "c-d": "q"}, "l": [{"k": 1, "v": "one"}, {"k": "2", "v": "two"}, {"v": "bare"}]}]"#;
    for (path, expected) in [
        ("$.a.b[0]", "x"),
        ("$.a.b[-1]", "z"),
        ("$.a.b[*]", "x; y; z"),
        ("$.a.b[1:]", "y; z"),
        ("$.a.b[:-1]", "x; y"),
        ("$.a.b[::2]", "x; z"),
        ("$.a.b[2, 0]", "z; x"),
        ("$.a['c-d']", "q"),
        ("$.a.b", "x; y; z"),
        ("$.l[?@.k == 1].v", "one"),
        ("$.l[?(@.k == '2')].v", "two"),
        ("$.l[?@.k != 1].v", "two; bare"),
        ("$.l[?@.k].v", "one; two"),
        ("@.a['b'][0]", "x"),
        ("$.a.nothing", ""),
        ("$.a.b.c", ""),
        ("$.a.b[7]", ""),
    ] {
        let text = format!(
            "format: json\nitems: $[*]\nfields:\n  id: {{path: $.id}}\n  company:\n    type: list\n    path: \"{path}\"\n"
        );
        let parsed = read(&parser(&text), body);
        let company = parsed.items[0].facts.company.clone().unwrap_or_default();
        assert_eq!(company, expected, "{path}");
    }
}

#[test]
fn a_path_that_cannot_be_read_is_refused_by_name() {
    for (path, words) in [
        ("id", "it begins with $"),
        ("$..id", "'..' is not read"),
        ("$.a-b", "stands in brackets and quotes"),
        ("$.", "a name is missing"),
        ("$[", "cannot read ''"),
        ("$['a", "a quote is missing"),
        ("$['a'", "a ']' is missing"),
        ("$[1:2:0]", "a step is at least 1"),
        ("$[?length(@) > 2]", "a filter begins with ?@"),
        ("$[?@.a < 3]", "a ']' is missing"),
        ("$[?@.a == b]", "text stands in quotes"),
        ("$[99999999999]", "is no place of a list"),
    ] {
        let text = format!("format: json\nitems: \"{path}\"\nfields: {{id: {{path: $.id}}}}\n");
        let found = faults(&text);
        assert!(found[0].starts_with("line 2, items: "), "{path}: {found:?}");
        assert!(found[0].contains(words), "{path}: {found:?}");
    }
}

#[test]
fn deep_and_wide_json_is_read_in_linear_time_or_refused() {
    let parser = parser(
        "{format: json, items: '$.jobs[*]', fields: {id: {path: $.id}, title: {path: $.a.b.c, required: false}}}",
    );
    let deep = format!(
        r#"{{"jobs": [{{"id": 1, "x": {}1{}}}]}}"#,
        "[".repeat(300_000),
        "]".repeat(300_000)
    );
    assert_eq!(read(&parser, &deep).items.len(), 1);
    let wide: Vec<String> = (0..100_000).map(|at| format!("\"k{at}\": {at}")).collect();
    let wide = format!(r#"{{"jobs": [{{{}, "id": 1}}]}}"#, wide.join(","));
    assert_eq!(read(&parser, &wide).items.len(), 1);
}

proptest! {
    #[test]
    fn no_path_and_no_json_panics(path in "[$@.\\[\\]'?*:,=!a-c0-9 -]{0,20}", body in "[\\[\\]{}\",:a-c0-9]{0,40}") {
        let document = serde_json::json!({
            "format": "json", "items": path, "fields": {"id": {"path": "$"}},
        });
        if let Ok(parser) = super::parse_parser("a@1", &document.to_string()) {
            let _ = crate::parse::parse(&super::response(&parser, &body));
        }
    }

    #[test]
    fn ids_keep_every_digit(id in "[1-9][0-9]{0,40}") {
        let parser = parser("{format: json, items: '$[*]', fields: {id: {path: $.id}}}");
        let parsed = read(&parser, &format!(r#"[{{"id": {id}}}]"#));
        prop_assert_eq!(&parsed.items[0].id, &id);
    }
}
