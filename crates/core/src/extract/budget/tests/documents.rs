//! The document: what it may say, and how a fault is told.

use super::*;

fn fault(yaml: &str) -> String {
    parse_budget("budgets", yaml).unwrap_err().to_string()
}

#[test]
fn the_example_of_the_catalog_is_sound() {
    let text = include_str!("../../../../../../catalog/extraction/budgets.yaml");
    let budget = budget(text);
    assert!(budget.overall.calls.is_some());
    assert!(!budget.sources.is_empty() && !budget.contracts.is_empty());
}

#[test]
fn limits_of_its_own_stand_in_place_of_those_for_each() {
    let budget = budget("each-source: {calls: 5}\nsources:\n  board: {tokens: 100}\n");
    assert_eq!(budget.of_source("other").calls, Some(5));
    let own = budget.of_source("board");
    assert_eq!((own.calls, own.tokens), (None, Some(100)));
}

#[test]
fn a_key_that_is_not_known_is_refused_by_name_and_line() {
    let words = fault("overall:\n  calls: 5\n  tokns: 7\n");
    assert!(
        words.contains("line 3") && words.contains("tokns"),
        "{words}"
    );
    assert!(fault("overal: {calls: 5}\n").contains("overal"));
}

#[test]
fn a_limit_that_is_no_number_is_refused() {
    for limit in ["-1", "many", "1.5", "99999999999999999999"] {
        let words = fault(&format!("overall:\n  calls: {limit}\n"));
        assert!(words.contains("overall.calls"), "{words}");
    }
}

#[test]
fn nothing_may_be_spent_under_a_limit_of_nought() {
    let budget = budget("overall: {calls: 0}\n");
    let books = Books::new(budget.day, NOON_MS);
    let answer = admit(&books, &budget, &estimate("a", 1), NOON_MS);
    assert!(matches!(answer, Admission::Deferred(_)));
}

#[test]
fn a_document_or_a_scope_without_a_limit_is_refused() {
    assert!(fault("day: UTC\n").contains("sets no limit at all"));
    let words = fault("overall: {calls: 1}\nsources:\n  board: {}\n");
    assert!(words.contains("line 3, sources.board"), "{words}");
}

#[test]
fn a_name_that_stands_twice_or_cannot_be_is_refused() {
    let twice = fault("sources:\n  board: {calls: 1}\n  board: {calls: 2}\n");
    assert!(twice.contains("board"), "{twice}");
    assert!(fault("sources:\n  a/b: {calls: 1}\n").contains("a/b"));
    let words = fault("contracts:\n  job: {calls: 1}\n");
    assert!(words.contains("contracts.job"), "{words}");
}

#[test]
fn a_day_is_utc_or_an_offset_that_somebody_lives_by() {
    for (day, first_ms) in [("UTC", 0), ("+08:00", -28_800_000), ("-03:30", 12_600_000)] {
        let rule: DayRule = day.parse().unwrap();
        assert_eq!(
            (rule.begins_ms(0), rule.to_string().as_str()),
            (first_ms, day)
        );
        assert_eq!(rule.day_of(first_ms), 0);
        assert_eq!(rule.day_of(first_ms - 1), -1);
        assert_eq!(rule.next_begins_ms(first_ms), first_ms + DAY_MS);
    }
    for day in [
        "", "utc", "8", "+8:00", "+08:60", "+15:00", "+0a:00", "é08:00",
    ] {
        let words = fault(&format!("day: '{day}'\noverall: {{calls: 1}}\n"));
        assert!(words.contains("line 1, day"), "{day}: {words}");
    }
}
