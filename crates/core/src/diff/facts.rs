//! Typed facts compared field by field: exactly, sets as sets, amounts by value.
//!
//! Never compares `updated_at`: it moves without meaning on many boards.

use std::collections::BTreeSet;

use readonce_model::record::{Change, ChangeKind, Facts};
use rust_decimal::Decimal;

/// Longest `before` or `after` of a change, in characters; the schema of observations says so.
const VALUE_CHARS: usize = 200;

/// One change for each field that differs; empty when nothing does.
///
/// `published_precision` and `tz_assumed` tell how `published_at` was read and are no facts of
/// their own: when they matter, `published_at` differs too.
pub fn facts_changes(before: &Facts, after: &Facts) -> Vec<Change> {
    scalar_changes(before, after)
        .into_iter()
        .chain(amount_changes(before, after))
        .chain(set_change("cities", &before.cities, &after.cities))
        .collect()
}

/// Taken apart without `..`, so that a new field cannot be forgotten here.
fn text_fields(facts: &Facts) -> [(&'static str, &Option<String>); 17] {
    let Facts {
        published_at,
        published_precision: _,
        tz_assumed: _,
        updated_at: _,
        company,
        department,
        cities: _,
        country,
        workplace,
        employment_type,
        language,
        pay_min: _,
        pay_max: _,
        pay_currency,
        pay_interval,
        requisition,
        published_text: _,
        published_not_after,
        author,
        brand,
        sku,
        media_type,
        price: _,
        price_low: _,
        price_high: _,
        currency,
        currency_inferred: _,
        list_price: _,
        price_is_from: _,
        tax_included: _,
        conflict: _,
        offer_count: _,
        stock,
        stock_reason: _,
        pay_months: _,
        offers: _,
    } = facts;
    [
        ("published_at", published_at),
        ("company", company),
        ("department", department),
        ("country", country),
        ("workplace", workplace),
        ("employment_type", employment_type),
        ("language", language),
        ("pay_currency", pay_currency),
        ("pay_interval", pay_interval),
        ("requisition", requisition),
        ("published_not_after", published_not_after),
        ("author", author),
        ("brand", brand),
        ("sku", sku),
        ("media_type", media_type),
        ("currency", currency),
        ("stock", stock),
    ]
}

fn scalar_changes(before: &Facts, after: &Facts) -> Vec<Change> {
    let pairs = text_fields(before).into_iter().zip(text_fields(after));
    pairs
        .filter(|((_, old), (_, new))| old != new)
        .filter_map(|((field, old), (_, new))| change(field, old.as_deref(), new.as_deref()))
        .collect()
}

fn amount_changes(before: &Facts, after: &Facts) -> Vec<Change> {
    [
        ("pay_min", &before.pay_min, &after.pay_min),
        ("pay_max", &before.pay_max, &after.pay_max),
        ("price", &before.price, &after.price),
        ("price_low", &before.price_low, &after.price_low),
        ("price_high", &before.price_high, &after.price_high),
        ("list_price", &before.list_price, &after.list_price),
    ]
    .into_iter()
    .filter(|(_, old, new)| !same_amount(old.as_deref(), new.as_deref()))
    .filter_map(|(field, old, new)| change(field, old.as_deref(), new.as_deref()))
    .collect()
}

/// 15.5 and 15.50 are one amount; what is no decimal is compared as text.
fn same_amount(before: Option<&str>, after: Option<&str>) -> bool {
    let value = |text: &str| Decimal::from_str_exact(text).ok();
    match (before, after) {
        (Some(old), Some(new)) if old != new => {
            matches!((value(old), value(new)), (Some(old), Some(new)) if old == new)
        }
        (old, new) => old == new,
    }
}

fn set_change(field: &str, before: &[String], after: &[String]) -> Option<Change> {
    let old: BTreeSet<&str> = before.iter().map(String::as_str).collect();
    let new: BTreeSet<&str> = after.iter().map(String::as_str).collect();
    if old == new {
        return None;
    }
    change(field, joined(&old).as_deref(), joined(&new).as_deref())
}

fn joined(set: &BTreeSet<&str>) -> Option<String> {
    let members: Vec<&str> = set.iter().copied().collect();
    (!members.is_empty()).then(|| members.join("; "))
}

/// A change from one value to another, both cut to what a record may carry.
pub fn change(field: &str, before: Option<&str>, after: Option<&str>) -> Option<Change> {
    let kind = match (before, after) {
        (None, None) => return None,
        (None, Some(_)) => ChangeKind::Added,
        (Some(_), None) => ChangeKind::Removed,
        (Some(_), Some(_)) => ChangeKind::Edited,
    };
    Some(Change {
        field: field.to_owned(),
        kind,
        before: before.map(shortened),
        after: after.map(shortened),
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(VALUE_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn berlin() -> Facts {
        Facts {
            published_at: some("2026-04-17T09:58:03Z"),
            updated_at: some("2026-07-17T12:48:22Z"),
            cities: vec!["Berlin".into(), "Paris".into()],
            pay_min: some("102800"),
            pay_max: some("137000"),
            ..Facts::default()
        }
    }

    #[test]
    fn equal_facts_have_no_changes() {
        assert_eq!(facts_changes(&berlin(), &berlin()), vec![]);
    }

    #[test]
    fn a_moving_update_time_is_no_change() {
        let mut after = berlin();
        after.updated_at = some("2026-07-18T00:00:00Z");
        assert_eq!(facts_changes(&berlin(), &after), vec![]);
    }

    #[test]
    fn cities_are_a_set() {
        let mut after = berlin();
        after.cities = vec!["Paris".into(), "Berlin".into(), "Paris".into()];
        assert_eq!(facts_changes(&berlin(), &after), vec![]);
        after.cities = vec!["Berlin".into(), "Rome".into()];
        let expected = change("cities", Some("Berlin; Paris"), Some("Berlin; Rome"));
        assert_eq!(
            facts_changes(&berlin(), &after),
            Vec::from_iter(expected),
            "one change that names both sets"
        );
    }

    #[test]
    fn amounts_compare_by_value_and_a_cent_is_a_change() {
        let mut after = berlin();
        after.pay_min = some("102800.00");
        assert_eq!(facts_changes(&berlin(), &after), vec![]);
        after.pay_min = some("102800.01");
        let found = facts_changes(&berlin(), &after);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].field, "pay_min");
        assert_eq!(found[0].after.as_deref(), Some("102800.01"));
    }

    #[test]
    fn what_comes_is_added_and_what_goes_is_removed() {
        let mut after = berlin();
        after.pay_max = None;
        after.department = some("Sales");
        let kinds: Vec<(String, ChangeKind)> = facts_changes(&berlin(), &after)
            .into_iter()
            .map(|change| (change.field, change.kind))
            .collect();
        assert_eq!(
            kinds,
            vec![
                ("department".to_owned(), ChangeKind::Added),
                ("pay_max".to_owned(), ChangeKind::Removed),
            ]
        );
    }

    #[test]
    fn long_values_are_cut_by_characters_not_bytes() {
        let long = "é".repeat(500);
        let cut = change("title", None, Some(&long)).unwrap();
        assert_eq!(cut.after.unwrap().chars().count(), VALUE_CHARS);
    }
}
