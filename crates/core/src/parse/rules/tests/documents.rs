//! Documents that are refused, each fault with its line and field.

use super::super::{ParserName, parse_parser};
use super::{faults, parser, response};

#[test]
fn names_hold_a_version() {
    for name in ["a@1", "acme-jobs@3", "7-eleven@2147483647"] {
        assert_eq!(name.parse::<ParserName>().unwrap().to_string(), name);
    }
    for name in [
        "",
        "a",
        "a@",
        "a@0",
        "a@01",
        "a@+1",
        "a@1.0",
        "a@2147483648",
        "A@1",
        "a_b@1",
        "-a@1",
        "a-@1",
        "a/b@1",
        "a@1@2",
    ] {
        assert!(name.parse::<ParserName>().is_err(), "{name}");
    }
    let error = parse_parser("Acme", "{format: greenhouse}").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("parser 'Acme'; name: 'Acme' is no name of a parser"),
        "{error}"
    );
}

#[test]
fn a_document_is_written_again_as_it_was_read() {
    let text = "
format: list
lang: de
currency: EUR
day-first: true
items: li
fields:
  url: &link {select: a}
  id: *link
  title: {select: a, type: text, required: true}
  price: {select: .p, type: price}
  company: {const: Acme}
  sku: {attr: data-sku}
set-like: [body]
volatile: [price]
noise: [.ad]
next-page: {select: a.next, attr: href}
total: {select: .n}
";
    let parser = parser(text);
    let json = serde_json::to_string(parser.spec()).unwrap();
    let again = parse_parser("acme-jobs@3", &json).unwrap();
    assert_eq!(again.spec(), parser.spec());
    assert_eq!(
        (parser.name().name(), parser.name().version()),
        ("acme-jobs", 3)
    );
}

#[test]
fn all_faults_are_told_at_once_each_with_its_line() {
    let text = "\
format: list
kind: vacancy
lang: german
site-tz: Mars/Olympus
currency: euro
items: li:hover
fields:
  published_at: {select: time}
  title: {path: $.title}
  cost: {select: .cost}
  body:
    attr: data-body
    type: number
  author: {}
  company: {const: Acme, select: b}
  pay-min: {select: '[', type: pay}
set-like: [title, tags]
volatile: [title, price, price]
noise: ['p::before']
next-page: {select: a.next, type: url}
total: {select: b, required: true}
";
    let starts = [
        "line 2, kind: 'vacancy' is no kind of item; known: posting,",
        "line 4, site-tz: no time zone is called 'Mars/Olympus'",
        "line 3, lang: 'german' is no language tag",
        "line 5, currency: 'euro' is no code",
        "line 17, set-like: 'tags' is no field",
        "line 17, set-like: title is one value",
        "line 18, volatile: price stands there twice",
        "line 18, volatile: title says which item it is",
        "line 19, noise: 'p::before' is no selector",
        "line 20, next-page.type: follows from the key",
        "line 21, total.required: is for fields of items",
        "line 7, fields: an item needs an id, or a url",
        "line 6, items: 'li:hover' is no selector",
        "line 14, fields.author: needs a select, an attr or a const",
        "line 13, fields.body.type: body cannot be read as number; it is read as html,",
        "line 15, fields.company.select: stands beside const",
        "line 10, fields.cost: 'cost' is no field; known: id, url,",
        "line 16, fields.pay-min.select: '[' is no selector",
        "line 16, fields.pay-min.type: pay-min cannot be read as pay",
        "line 8, fields.published_at: 'published_at' is no field; write published-at",
        "line 9, fields.title.path: is for JSON",
        "line 9, fields.title: needs a select",
    ];
    let found = faults(text);
    for (fault, start) in found.iter().zip(starts) {
        assert!(
            fault.starts_with(start),
            "{fault}\nshould start with\n{start}"
        );
    }
    assert_eq!(found.len(), starts.len(), "{found:#?}");
}

#[test]
fn rules_are_for_formats_that_have_no_reader_of_their_own() {
    let found = faults(
        "format: lever\nitems: $.jobs\nfields: {id: {path: $.id}}\nnoise: [p]\ntotal: {path: $.n}\n",
    );
    let starts = [
        "line 4, noise: selectors find nothing in this format",
        "line 2, items: lever has a reader of its own",
        "line 3, fields: lever has a reader of its own",
        "line 5, total: lever has a reader of its own",
    ];
    for (fault, start) in found.iter().zip(starts) {
        assert!(fault.starts_with(start), "{fault}");
    }
    assert_eq!(found.len(), starts.len(), "{found:?}");
    for (text, starts) in [
        (
            "format: json\n",
            ["fields: is missing", "items: is missing"].as_slice(),
        ),
        (
            "format: list\nfields: {id: {attr: x}}\n",
            &["items: is missing"],
        ),
        ("format: page\nitems: li\n", &["fields: is missing"]),
        ("format: xml\n", &["line 1, format: 'xml' is no format"]),
        (
            "format: json\nitems: $\nfields: {id: {select: a}}\n",
            &[
                "line 3, fields.id.select: is for pages",
                "line 3, fields.id: needs a path",
            ],
        ),
    ] {
        let found = faults(text);
        assert_eq!(found.len(), starts.len(), "{text}: {found:?}");
        for (fault, start) in found.iter().zip(starts) {
            assert!(fault.starts_with(start), "{text}: {fault}");
        }
    }
}

#[test]
fn a_text_that_is_no_document_says_where_it_breaks() {
    for (text, start) in [
        (
            "format: json\nfields:\n  id: {path: $.id, typ: id}\n",
            "line 3, fields.id.typ: unknown field `typ`",
        ),
        (
            "format: json\nfields:\n  id: {path: $.id, type: uuid}\n",
            "line 3, fields.id.type: unknown variant `uuid`",
        ),
        (
            "format: json\nfields:\n  id: {path: $.a}\n  url: {path: $.b}\n  id: {path: $.c}\n",
            "line 3, fields.id: duplicate field `id`",
        ),
        (
            "format: json\ntitle: x\n",
            "line 2, title: unknown field `title`",
        ),
        ("kind: article\n", "line 1, format: missing field"),
        (
            "format: json\nfields: [id]\n",
            "line 2, fields: invalid type: sequence",
        ),
        (
            "format: json\nday-first: perhaps\n",
            "line 2, day-first: invalid type",
        ),
        ("format: [\n", "line "),
        ("", "line "),
    ] {
        let found = faults(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].starts_with(start), "{text}: {found:?}");
    }
}

#[test]
fn a_document_that_is_too_large_or_explodes_is_refused() {
    let large = format!("format: json\n# {}\n", "x".repeat(300_000));
    assert!(faults(&large)[0].contains("bytes; 262144 are allowed"));
    let mut bomb = "format: page\nnoise: [a]\na0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let below = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    assert_eq!(faults(&bomb).len(), 1);
    let many = vec!["'.a .b .c .d .e .f .g .h'"; 80].join(", ");
    let found = faults(&format!("format: page\nnoise: [{many}]\n"));
    assert!(found[0].contains("more than 512 parts"), "{found:?}");
}

const MANUAL: &str = include_str!("../../../../../../docs/specs/parser-documents.md");

#[test]
fn the_examples_of_the_manual_are_good_documents() {
    let examples: Vec<&str> = MANUAL
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        parser(example);
    }
}

#[test]
fn the_manual_tells_of_every_field_with_its_types() {
    let (_, fields) = MANUAL.split_once("## Fields").unwrap();
    for name in super::super::field::Field::names().split(", ") {
        let row = fields.lines().find(|line| {
            let first = line
                .strip_prefix("| ")
                .and_then(|line| line.split(" | ").next());
            first.is_some_and(|fields| fields.split(", ").any(|field| field == format!("`{name}`")))
        });
        let row = row.unwrap_or_else(|| panic!("the manual lacks {name}"));
        let field = super::super::field::Field::named(name).unwrap();
        for value_type in field.types() {
            assert!(
                row.contains(&format!("`{value_type}`")),
                "{name} as {value_type}"
            );
        }
    }
}

const WITH_CONTRACT: &str = "format: json
kind: posting
items: $.jobs[*]
fields:
  id: {path: $.id}
  title: {path: $.title}
quality:
  contract: acme@1
  kind: posting
  required:
    no_company: {field: company, cost: 15, words: the company is missing}
";

#[test]
fn a_source_has_its_own_data_contract_by_its_parser() {
    let parser = parser(WITH_CONTRACT);
    let inspected = crate::inspect::inspect(
        &response(&parser, r#"{"jobs": [{"id": 1, "title": "Porter"}]}"#),
        "acme",
        None,
    )
    .unwrap();
    let quality = &inspected.items[0].quality;
    assert_eq!(quality.score, 85);
    assert_eq!(quality.reasons, ["no_company"]);
    assert_eq!(quality.words, ["the company is missing"]);
    let again = serde_json::to_string(parser.spec()).unwrap();
    assert!(
        parse_parser("acme-jobs@3", &again)
            .unwrap()
            .quality()
            .is_some()
    );
}

#[test]
fn what_is_wrong_with_a_held_contract_is_said_where_it_stands() {
    let wrong = |from: &str, to: &str| faults(&WITH_CONTRACT.replace(from, to)).join("; ");
    let field = wrong("field: company", "field: firm");
    assert!(
        field.contains("quality.required.no_company.field"),
        "{field}"
    );
    let kind = wrong("  kind: posting\n  required", "  kind: product\n  required");
    assert!(kind.contains("quality.kind"), "{kind}");
    let key = wrong("  required:", "  demanded:");
    assert!(key.contains("quality") && key.contains("demanded"), "{key}");
}
