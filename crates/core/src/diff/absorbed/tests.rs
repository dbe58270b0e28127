//! Each rule is named for what it takes away, and nothing is named where a word differs.

use super::*;
use crate::canonical::canonicalize;
use crate::item::Kind;

fn content(title: &str, blocks: Vec<Block>) -> Content {
    Content {
        kind: Kind::Page,
        title: title.to_owned(),
        blocks,
    }
}

fn line(text: &str) -> Block {
    Block::Text(text.to_owned())
}

fn rules(before: &str, after: &str) -> Vec<&'static str> {
    let (before, after) = (
        content("", vec![line(before)]),
        content("", vec![line(after)]),
    );
    let found = absorbed(&before, &after).into_iter();
    found.map(|absorbed| absorbed.rule).collect()
}

#[test]
fn each_rule_is_named_for_what_it_takes_away() {
    for (before, after, rule) in [
        ("a b", "a\u{A0}b", "blanks"),
        ("a b", "a  b\n", "blanks"),
        ("ab", "a\u{200B}b", "invisible"),
        ("A1", "Ａ１", "width"),
        ("\"a\" it's", "“a” it’s", "quotes"),
        ("1-2", "1–2", "dashes"),
        ("a...", "a…", "ellipsis"),
        ("使用 Rust 开发", "使用Rust开发", "chinese_blanks"),
        ("é", "e\u{301}", "nfc"),
    ] {
        assert_eq!(rules(before, after), [rule], "{before} and {after}");
        assert_eq!(rules(after, before), [rule], "{after} and {before}");
    }
}

#[test]
fn several_rules_are_named_where_each_is_needed() {
    assert_eq!(
        rules("“a”\u{A0}– b", "\"a\" - b"),
        ["blanks", "dashes", "quotes"]
    );
}

#[test]
fn one_rule_is_named_where_several_would_do() {
    let (before, after) = ("a,中", "a，\u{200B} 中");
    assert_eq!(
        canonicalize(&content(before, vec![])),
        canonicalize(&content(after, vec![]))
    );
    assert!(!rules(before, after).is_empty());
}

#[test]
fn what_differs_in_a_word_is_not_absorbed() {
    assert_eq!(rules("a b", "a c"), Vec::<&str>::new());
    assert_eq!(rules("10²", "102"), Vec::<&str>::new());
}

#[test]
fn places_are_counted_and_the_first_is_shown_with_what_hides() {
    let before = content("T", vec![line("same"), line("one two"), line("x y")]);
    let after = content(
        "T\u{200B}",
        vec![line("same"), line("one\u{A0}two"), line("x\u{202F}y")],
    );
    let found = absorbed(&before, &after);
    let shown: Vec<_> = found
        .iter()
        .map(|found| (found.field.as_str(), found.rule, found.places))
        .collect();
    assert_eq!(shown, [("text", "blanks", 2), ("title", "invisible", 1)]);
    assert_eq!(found[0].after, "one<U+00A0>two");
    assert_eq!(found[1].after, "T<U+200B>");
}

#[test]
fn sets_in_another_order_are_named_and_rankings_are_not() {
    let list = |ordered: bool, items: [&str; 2]| {
        let items = items.map(|item| vec![line(item)]).to_vec();
        content("", vec![Block::List { ordered, items }])
    };
    let found = absorbed(&list(false, ["b", "a"]), &list(false, ["a", "b"]));
    assert_eq!(found.len(), 1);
    assert_eq!(
        (
            found[0].rule,
            found[0].before.as_str(),
            found[0].after.as_str()
        ),
        ("order", "b; a", "a; b")
    );
    assert_eq!(
        absorbed(&list(true, ["b", "a"]), &list(true, ["a", "b"])),
        []
    );
}

#[test]
fn facts_that_move_without_meaning_say_why() {
    let some = |text: &str| Some(text.to_owned());
    let before = Facts {
        updated_at: some("2026-01-01"),
        price: some("15.5"),
        company: some("A"),
        ..Facts::default()
    };
    let after = Facts {
        updated_at: some("2026-01-02"),
        price: some("15.50"),
        company: some("B"),
        cities: vec!["Rome".into()],
        ..Facts::default()
    };
    let found = absorbed_facts(&before, &after);
    let shown: Vec<_> = found
        .iter()
        .map(|found| (found.field.as_str(), found.rule))
        .collect();
    assert_eq!(shown, [("price", "amount"), ("updated_at", "moves")]);
}

#[test]
fn many_equal_lines_cost_linear_time() {
    let lines = |text: &str| vec![line(text); 50_000];
    let found = absorbed(&content("", lines("a b")), &content("", lines("a\u{A0}b")));
    assert_eq!((found.len(), found[0].places), (1, 50_000));
}
