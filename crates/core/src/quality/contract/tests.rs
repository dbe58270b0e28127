//! Contracts as people write them: good ones judge, bad ones are refused with every fault, and
//! later versions keep their promises.

use readonce_model::record::Facts;

use super::*;
use crate::catalog::CatalogError;

const SMALL: &str = "\
contract: note@2
kind: article
required:
  title_missing: {field: title, cost: 40, words: the title is missing}
conditional:
  currency_missing: {require: currency, when: {price: present, stock: {equals: in_stock}}, cost: 20, words: no currency}
optional: [company]
rules:
  body_size: {cost: 30, words: too short or long, length: {field: text, min: 5, max: 12}}
from:
  note@1: {renamed: {author: company}, dropped: [brand]}
";

fn contract(text: &str) -> DataContract {
    parse_contract("note", text).unwrap()
}

fn faults(text: &str) -> Vec<(String, Option<usize>)> {
    let error: CatalogError = parse_contract("note", text).unwrap_err();
    let faults = error.faults.into_iter();
    faults.map(|fault| (fault.field, fault.line)).collect()
}

fn judged(text: &str, title: &str, body: &str, facts: &Facts) -> Quality {
    let subject = Subject {
        title,
        text: body,
        link: None,
        facts,
        at_ms: Some(1_790_303_700_000),
    };
    assess(&contract(text), &subject)
}

fn reasons_of(rule: &str, facts: &Facts, body: &str) -> Vec<String> {
    let text =
        format!("contract: note@1\nkind: page\nrules:\n  broken: {{cost: 7, words: w, {rule}}}\n");
    judged(&text, "t", body, facts).reasons
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn what_costs_most_is_named_first_and_the_score_is_the_rest() {
    let quality = judged(SMALL, " - ", "abc", &Facts::default());
    assert_eq!(quality.reasons, ["title_missing", "body_size"]);
    assert_eq!(quality.score, 30);
}

#[test]
fn a_condition_holds_when_all_of_it_does() {
    let mut facts = Facts {
        price: some("5"),
        ..Facts::default()
    };
    assert_eq!(judged(SMALL, "t", "enough", &facts).score, 100);
    facts.stock = some("in_stock");
    let quality = judged(SMALL, "t", "enough", &facts);
    assert_eq!(quality.reasons, ["currency_missing"]);
}

#[test]
fn lengths_count_letters_and_chinese_three_times() {
    let reasons = |body: &str| {
        reasons_of(
            "length: {field: text, min: 5, max: 12}",
            &Facts::default(),
            body,
        )
    };
    assert_eq!(reasons("a b - c d"), ["broken"]);
    assert!(reasons("工程").is_empty());
    assert_eq!(reasons("资深工程师"), ["broken"], "15 is too long");
    assert!(reasons("---").is_empty(), "absent is for required to say");
}

#[test]
fn a_publish_time_is_missing_or_unreadable_or_ahead() {
    let facts = |at: Option<&str>, text: Option<&str>| Facts {
        published_at: at.map(str::to_owned),
        published_text: text.map(str::to_owned),
        ..Facts::default()
    };
    let unreadable = |facts: &Facts| {
        !reasons_of(
            "readable-time: {field: published_at, text: published_text}",
            facts,
            "",
        )
        .is_empty()
    };
    let ahead = |facts: &Facts| {
        !reasons_of(
            "not-in-future: {field: published_at, text: published_text}",
            facts,
            "",
        )
        .is_empty()
    };
    let nonsense = facts(None, Some("soon, we promise"));
    assert!(unreadable(&nonsense) && !ahead(&nonsense));
    let future = facts(None, Some("2031-01-05 10:00:00 UTC"));
    assert!(!unreadable(&future) && ahead(&future));
    let future = facts(Some("2031-01-05T10:00:00Z"), None);
    assert!(!unreadable(&future) && ahead(&future));
    let bound = facts(None, Some("30+ days ago"));
    assert!(!unreadable(&bound) && !ahead(&bound));
    for good in [
        facts(None, None),
        facts(Some("2026-09-04"), Some("Sep 4, 2026")),
    ] {
        assert!(!unreadable(&good) && !ahead(&good));
    }
}

#[test]
fn amounts_are_compared_by_value() {
    let facts = |low: &str, high: &str| Facts {
        pay_min: some(low),
        pay_max: some(high),
        price: some(low),
        ..Facts::default()
    };
    let ordered = "ordered: {low: pay_min, high: pay_max}";
    assert_eq!(reasons_of(ordered, &facts("10", "9.5"), ""), ["broken"]);
    assert!(reasons_of(ordered, &facts("9.50", "9.5"), "").is_empty());
    let positive = "positive: {field: price}";
    assert_eq!(reasons_of(positive, &facts("0.00", ""), ""), ["broken"]);
    assert!(reasons_of(positive, &facts("0.01", ""), "").is_empty());
    assert!(reasons_of(positive, &Facts::default(), "").is_empty());
}

#[test]
fn values_are_of_a_set_or_of_a_form() {
    let facts = Facts {
        stock: some("maybe"),
        conflict: Some(true),
        currency: some("EURO"),
        cities: vec!["Berlin".into(), "x1".into()],
        ..Facts::default()
    };
    for broken in [
        "one-of: {field: stock, values: [in_stock]}",
        "one-of: {field: conflict, values: ['false']}",
        "pattern: {field: currency, matches: '[A-Z]{3}'}",
        "pattern: {field: cities, matches: '[^0-9]+'}",
    ] {
        assert_eq!(reasons_of(broken, &facts, ""), ["broken"], "{broken}");
    }
    for kept in [
        "one-of: {field: stock, values: [in_stock, maybe]}",
        "one-of: {field: workplace, values: [remote]}",
        "pattern: {field: currency, matches: '[A-Z]+'}",
    ] {
        assert!(reasons_of(kept, &facts, "").is_empty(), "{kept}");
    }
}

#[test]
fn a_menu_is_no_body_and_a_list_of_duties_is() {
    let menu = "Home\nAbout us\n- Contact\n- Log in\nProducts\nBerlin\nJobs\nPrivacy policy\nMore";
    let chinese = "首页\n新闻\n登录\n注册\n财经\n体育\n娱乐\n联系我们\n网站地图";
    let duties =
        "What you do\n- Build\n- Test\n- Run\n- Search\n- Help others\n- Ship\n- Learn\n- Rest";
    let rule = "no-navigation: {field: text}";
    for (body, is_menu) in [(menu, true), (chinese, true), (duties, false)] {
        assert_eq!(
            !reasons_of(rule, &Facts::default(), body).is_empty(),
            is_menu,
            "{body}"
        );
    }
    let one_line = "Home | Products | Log in | Contact\n".repeat(9);
    assert!(!reasons_of(rule, &Facts::default(), &one_line).is_empty());
}

#[test]
fn a_text_in_another_script_is_not_in_the_language_named() {
    let english = "We build developer tools with care for the people who use them.";
    let chinese = "负责后端服务的设计与开发，参与系统架构的演进，保证服务的稳定性和性能，编写清晰可靠的代码。";
    let mixed =
        "使用 Rust、Kafka 和 ClickHouse 开发后端服务，熟悉 Kubernetes 与 PostgreSQL 者优先考虑。";
    let broken = |tag: &str, body: &str| {
        let facts = Facts {
            language: some(tag),
            ..Facts::default()
        };
        !reasons_of("language: {field: language, text: text}", &facts, body).is_empty()
    };
    assert!(broken("zh-CN", english) && broken("en", chinese));
    assert!(!broken("en-US", english) && !broken("zh", chinese) && !broken("zh", mixed));
    assert!(!broken("tlh", english), "an unknown language is not judged");
    assert!(!broken("zh", "Go"), "too little to tell");
}

#[test]
fn every_fault_is_named_with_its_line() {
    let text = "\
contract: memo@2
kind: novel
required:
  Title: {field: titel, cost: 0, words: ''}
conditional:
  no_condition: {require: price, when: {}, cost: 5, words: w}
optional: [company, company]
rules:
  two: {cost: 1, words: w, positive: {field: price}, length: {field: text, min: 1}}
  none: {cost: 1, words: w}
  bad_pattern: {cost: 1, words: w, pattern: {field: currency, matches: '('}}
  no_condition: {cost: 1, words: w, length: {field: text}}
from:
  memo@3: {renamed: {brand: maker}}
";
    let found = faults(text);
    for expected in [
        ("contract", 1),
        ("kind", 2),
        ("required.Title", 4),
        ("required.Title.field", 4),
        ("required.Title.cost", 4),
        ("required.Title.words", 4),
        ("conditional.no_condition.when", 6),
        ("optional", 7),
        ("rules.two", 9),
        ("rules.none", 10),
        ("rules.bad_pattern.pattern.matches", 11),
        ("rules.no_condition.length", 12),
        ("rules.no_condition", 12),
        ("from.memo@3", 14),
        ("from.memo@3.renamed.brand", 14),
    ] {
        let expected = (expected.0.to_owned(), Some(expected.1));
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    assert_eq!(found.len(), 15, "{found:?}");
}

#[test]
fn what_cannot_be_read_has_its_line_too() {
    let unknown =
        "contract: note@1\nkind: page\nrules:\n  a: {cost: 1, words: w, lenght: {field: text}}\n";
    assert_eq!(faults(unknown), [("rules.a.lenght".to_owned(), Some(4))]);
    let twice = "contract: note@1\nkind: page\nrules:\n  a: {cost: 1, words: w, positive: {field: price}}\n  a: {cost: 2, words: w, positive: {field: price}}\n";
    assert_eq!(faults(twice)[0].0, "rules.a");
}

#[test]
fn a_contract_grows_in_place_by_what_nobody_has_to_heed() {
    let old = contract(SMALL);
    let more = SMALL
        .replace("[company]", "[company, brand]")
        .replace("words: too short or long", "words: said better")
        .replace(
            "rules:\n",
            "rules:\n  price_low: {cost: 1, words: w, positive: {field: price}}\n",
        );
    assert_eq!(compatible(&old, &contract(&more)), []);
    let fields = |text: &str| {
        let breaks = compatible(&old, &contract(text));
        breaks
            .into_iter()
            .map(|found| found.field)
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(&SMALL.replace("[company]", "[]")), ["company"]);
    assert_eq!(fields(&SMALL.replace("min: 5", "min: 6")), ["body_size"]);
    assert_eq!(
        fields(&SMALL.replace("cost: 30", "cost: 31")),
        ["body_size"]
    );
    assert_eq!(
        fields(&SMALL.replace("body_size", "body_length")),
        ["body_size"]
    );
    let stricter = SMALL.replace(
        "required:\n",
        "required:\n  text_missing: {field: text, cost: 1, words: w}\n",
    );
    assert_eq!(fields(&stricter), ["text_missing"]);
}

#[test]
fn a_new_major_version_says_where_every_field_went() {
    let old = contract(
        &SMALL
            .replace("note@2", "note@1")
            .replace(
                "from:\n  note@1: {renamed: {author: company}, dropped: [brand]}\n",
                "",
            )
            .replace("[company]", "[author, brand]"),
    );
    assert_eq!(compatible(&old, &contract(SMALL)), []);
    let fields = |text: &str| {
        let breaks = compatible(&old, &contract(text));
        breaks
            .into_iter()
            .map(|found| found.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        fields(&SMALL.replace(", dropped: [brand]", "")),
        ["from.note@1: brand is neither kept nor renamed nor dropped"]
    );
    assert_eq!(
        fields(&SMALL.replace("[brand]", "[brand, sku]")),
        ["from.note@1: note@1 has no field sku"]
    );
    let silent = &SMALL[..SMALL.find("from:").unwrap()];
    assert_eq!(fields(silent), ["from: says nothing of note@1"]);
    assert_eq!(compatible(&contract(SMALL), &old).len(), 1, "not back");
}

#[test]
fn a_field_of_an_older_version_is_found_under_its_new_name() {
    let now = contract(SMALL);
    let older = "note@1".parse().unwrap();
    assert_eq!(now.field_from(&older, "author"), Some("company"));
    assert_eq!(now.field_from(&older, "title"), Some("title"));
    assert_eq!(now.field_from(&older, "brand"), None);
    assert_eq!(now.field_from(&"note@9".parse().unwrap(), "title"), None);
}
