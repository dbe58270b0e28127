//! Documents that are good, and what is said about those that are not.

use super::*;

fn faults(name: &str, text: &str) -> Vec<String> {
    let error = parse_source(name, text).unwrap_err();
    error.faults.iter().map(Fault::to_string).collect()
}

const FULL: &str = "\
strategy: listing
url: https://boards.example.com/v1/boards/gitlab/jobs?content=true
format: greenhouse
paging:
  page-number: {param: page, first: 0, size-param: per_page, size: 100, max-pages: 50}
interval-s: 3600
site-tz: Europe/Berlin
delist-after-runs: 3
contracts: [job@1]
timeout-s: 10
max-body-bytes: 1048576
headers:
  authorization: Bearer ${BOARD_TOKEN}
  accept: application/json
allow-private-addresses: true
";

#[test]
fn a_short_document_gets_the_defaults() {
    let text = "strategy: listing\nurl: https://boards.example.com/jobs\n";
    let spec = parse_source("greenhouse-gitlab", text).unwrap();
    assert_eq!(spec.strategy, Strategy::Listing);
    assert_eq!(spec.paging, Paging::None);
    assert_eq!((spec.interval_s, spec.delist_after_runs), (86_400, 2));
    assert_eq!((spec.timeout_s, spec.max_body_bytes), (30, 10 << 20));
    assert_eq!(spec.contracts, vec!["job@1".parse().unwrap()]);
    assert_eq!((spec.format, spec.site_tz), (None, None));
    assert!(!spec.allow_private_addresses);
}

#[test]
fn every_key_is_read_and_written_again() {
    let spec = parse_source("board", FULL).unwrap();
    assert_eq!(spec.interval_ms(), 3_600_000);
    assert!(matches!(&spec.paging, Paging::PageNumber(paging) if paging.max_pages == 50));
    let json = serde_json::to_string(&spec).unwrap();
    assert_eq!(parse_source("board", &json), Ok(spec));
}

const MANUAL: &str = include_str!("../../../../../docs/specs/catalog-source.md");

#[test]
fn the_manual_tells_of_every_key() {
    let spec = parse_source("board", FULL).unwrap();
    let offset = "{strategy: listing, url: 'https://a.example.com/', paging: {offset: {param: o, limit-param: l, limit: 1, max-pages: 1}}}";
    let files = "{strategy: files, paths: [a], parser: acme-jobs@3}";
    let mut keys = std::collections::BTreeSet::new();
    for spec in [
        spec,
        parse_source("b", offset).unwrap(),
        parse_source("c", files).unwrap(),
    ] {
        collect_keys(&serde_json::to_value(spec).unwrap(), &mut keys);
    }
    // Names of headers are values of the document, not keys of its form.
    keys.retain(|key| !["authorization", "accept"].contains(&key.as_str()));
    assert_eq!(keys.len(), 23, "{keys:?}");
    for key in keys {
        assert!(
            MANUAL.contains(&format!("`{key}`")),
            "the manual lacks {key}"
        );
    }
}

fn collect_keys(value: &serde_json::Value, keys: &mut std::collections::BTreeSet<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        keys.insert(key.clone());
        collect_keys(value, keys);
    }
}

#[test]
fn the_examples_of_the_manual_are_good_documents() {
    let examples: Vec<&str> = MANUAL
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        parse_source("board", example).unwrap();
    }
}

#[test]
fn json_may_hold_escapes_that_yaml_does_not_know() {
    let text = r#"{"strategy": "files", "paths": ["a\ud83d\ude00.json"]}"#;
    assert_eq!(parse_source("board", text).unwrap().paths, ["a😀.json"]);
}

#[test]
fn a_key_that_is_not_known_is_named_with_its_line() {
    let text = "strategy: listing\nurl: https://a.example.com/\ninterval: 60\n";
    let found = faults("board", text);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("line 3, interval: unknown field `interval`, expected one of"),
        "{found:?}"
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_named_with_its_line() {
    for (text, start) in [
        (
            "strategy: files\npaths: [a]\ninterval-s: soon\n",
            "line 3, interval-s: invalid type",
        ),
        (
            "{\"strategy\": \"files\",\n \"paths\": [\"a\"],\n \"interval-s\": \"soon\"}",
            "line 3, interval-s: invalid type",
        ),
        (
            "strategy: files\npaths: [a]\ninterval-s: -4\n",
            "line 3, interval-s: invalid",
        ),
        (
            "strategy: crawl\n",
            "line 1, strategy: unknown variant `crawl`",
        ),
        (
            "strategy: files\npaging:\n  offset:\n    param: o\n",
            "line 3, paging.offset.limit-param: missing field",
        ),
        (
            "strategy: files\npaths: [a]\ncontracts: [job]\n",
            "line 3, contracts: 'job' is not a contract",
        ),
        (
            "url: https://a.example.com/\n",
            "line 1, strategy: missing field",
        ),
        (
            "strategy: files\nstrategy: files\n",
            "line 1, strategy: duplicate",
        ),
    ] {
        let found = faults("board", text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].starts_with(start), "{text}: {found:?}");
    }
}

#[test]
fn a_text_that_is_no_document_says_where_it_breaks() {
    for text in [
        "strategy: [\n",
        "{\"strategy\": \"files\",\n",
        "",
        "- a\n",
        "42",
    ] {
        let found = faults("board", text);
        assert_eq!(found.len(), 1, "{text:?}: {found:?}");
        assert!(found[0].starts_with("line "), "{text:?}: {found:?}");
    }
}

#[test]
fn all_faults_are_told_at_once_each_with_its_line() {
    let text = "\
strategy: listing
url: http://127.0.0.1:8080/jobs
paths: [a]
format: monster
paging:
  page-number: {param: '', size: 10, max-pages: 0}
interval-s: 0
site-tz: Mars/Olympus
delist-after-runs: 0
contracts: [job@9, job@9]
timeout-s: 601
max-body-bytes: 0
headers:
  x-api-key: abc
";
    let found = faults("Bad_Name", text);
    let starts = [
        "name: 'Bad_Name'",
        "line 3, paths: ",
        "line 2, url: port 8080",
        "line 6, paging.page-number.param: is empty",
        "line 6, paging.page-number.max-pages: must be at least 1",
        "line 6, paging.page-number.size: size-param and size go together",
        "line 4, format: 'monster' is no format",
        "line 8, site-tz: no time zone is called 'Mars/Olympus'",
        "line 10, contracts: no contract is called 'job@9'",
        "line 10, contracts: no contract is called 'job@9'",
        "line 10, contracts: job@9 stands there twice",
        "line 7, interval-s: is 0",
        "line 11, timeout-s: is 601",
        "line 12, max-body-bytes: is 0",
        "line 9, delist-after-runs: is 0",
        "line 14, headers.x-api-key: holds a credential in clear",
    ];
    for (fault, start) in found.iter().zip(starts) {
        assert!(
            fault.starts_with(start),
            "{fault} should start with {start}"
        );
    }
    assert_eq!(found.len(), starts.len(), "{found:#?}");
}

#[test]
fn a_source_is_read_by_a_format_or_by_a_parser_document() {
    let text = "strategy: files\npaths: [a]\nparser: acme-jobs@3\n";
    let spec = parse_source("board", text).unwrap();
    assert_eq!(spec.parser.unwrap().to_string(), "acme-jobs@3");
    let found = faults("board", &format!("{text}format: lever\n"));
    assert!(
        found[0].starts_with("line 3, parser: a parser document names"),
        "{found:?}"
    );
    let found = faults("board", &text.replace("@3", ""));
    assert!(
        found[0].starts_with("line 3, parser: 'acme-jobs' is no name of a parser"),
        "{found:?}"
    );
}

#[test]
fn names_are_lower_case_letters_digits_and_inner_dashes() {
    let text = "{strategy: files, paths: [a]}";
    for name in ["a", "greenhouse-gitlab", "7-eleven"] {
        assert!(parse_source(name, text).is_ok(), "{name}");
    }
    for name in ["", "-a", "a-", "A", "a_b", "a/b", "ä", &"a".repeat(101)] {
        assert!(parse_source(name, text).is_err(), "{name}");
    }
}

#[test]
fn a_listing_on_this_machine_needs_to_be_allowed() {
    let text = "strategy: listing\nurl: http://localhost/jobs\n";
    assert!(faults("board", text)[0].contains("allow-private-addresses"));
    let allowed = format!("{text}allow-private-addresses: true\n");
    assert!(parse_source("board", &allowed).is_ok());
}

#[test]
fn a_document_holds_no_secret() {
    for url in [
        "https://bob:pw@a.example.com/",
        "https://a.example.com/?api_key=1",
    ] {
        let found = faults("board", &format!("strategy: listing\nurl: {url}\n"));
        assert!(found[0].contains("credential in clear"), "{found:?}");
        assert!(
            !found[0].contains("pw"),
            "the error repeats the secret: {found:?}"
        );
    }
}

#[test]
fn a_source_of_files_has_paths_and_nothing_of_the_web() {
    let text = "strategy: files\nurl: https://a.example.com/\npaging:\n  offset: {param: o, limit-param: l, limit: 1, max-pages: 1}\nheaders: {accept: x}\n";
    let fields: Vec<String> = parse_source("saved", text)
        .unwrap_err()
        .faults
        .into_iter()
        .map(|fault| fault.field)
        .collect();
    assert_eq!(fields, ["paths", "url", "paging", "headers"]);
    let found = faults("saved", "{strategy: files, paths: ['a/*.json']}");
    assert!(found[0].contains("name its folder"), "{found:?}");
}

#[test]
fn headers_are_filled_from_the_environment_of_the_edge() {
    let spec = parse_source("board", FULL).unwrap();
    let lookup = |name: &str| (name == "BOARD_TOKEN").then(|| "s3cret".to_owned());
    let headers = resolve_headers(&spec, lookup).unwrap();
    assert_eq!(headers["authorization"], "Bearer s3cret");
    assert_eq!(headers["accept"], "application/json");
    assert!(!serde_json::to_string(&spec).unwrap().contains("s3cret"));
    let missing = resolve_headers(&spec, |_| None).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "header authorization wants the environment variable BOARD_TOKEN, which is not set"
    );
}

#[test]
fn a_header_that_breaks_the_protocol_is_refused() {
    for (header, words) in [
        ("'a b': x", "is no name of a header"),
        ("a: \"x\\r\\ny: z\"", "printable ASCII"),
        ("a: ${1X}", "no name of a variable"),
        ("authorization: Bearer abc", "credential in clear"),
    ] {
        let text =
            format!("strategy: listing\nurl: https://a.example.com/\nheaders:\n  {header}\n");
        let found = faults("board", &text);
        assert!(
            found.iter().any(|fault| fault.contains(words)),
            "{header}: {found:?}"
        );
    }
}
