//! Which facts count as changed, and how the change is told.

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

fn fields(before: &Facts, after: &Facts) -> Vec<String> {
    let changes = facts_changes(before, after);
    changes.into_iter().map(|change| change.field).collect()
}

fn kettle() -> Facts {
    Facts {
        price: some("49.90"),
        list_price: some("59.90"),
        currency: some("EUR"),
        stock: some("in_stock"),
        stock_reason: some("schema.org/InStock"),
        ..Facts::default()
    }
}

#[test]
fn every_move_of_price_pay_or_stock_is_a_change() {
    type Edit = fn(&mut Facts);
    let edits: [(&str, Edit); 12] = [
        ("price", |facts| facts.price = some("49.89")),
        ("price", |facts| facts.price = None),
        ("price_low", |facts| facts.price_low = some("40")),
        ("price_high", |facts| facts.price_high = some("60")),
        ("list_price", |facts| facts.list_price = some("59.91")),
        ("currency", |facts| facts.currency = some("USD")),
        ("stock", |facts| facts.stock = some("out_of_stock")),
        ("price_is_from", |facts| facts.price_is_from = Some(true)),
        ("pay_months", |facts| facts.pay_months = Some(14)),
        ("pay_min", |facts| facts.pay_min = some("1")),
        ("pay_currency", |facts| facts.pay_currency = some("EUR")),
        ("pay_interval", |facts| facts.pay_interval = some("HOUR")),
    ];
    for (field, edit) in edits {
        let mut after = kettle();
        edit(&mut after);
        assert_eq!(fields(&kettle(), &after), [field]);
        assert_eq!(fields(&after, &kettle()), [field], "and back");
    }
}

#[test]
fn how_a_fact_was_read_is_no_change_of_its_own() {
    let mut after = kettle();
    after.conflict = Some(true);
    after.currency_inferred = Some(true);
    after.price_is_from = Some(false);
    after.tax_included = Some(true);
    after.offer_count = Some(17);
    after.stock_reason = some("In stock, ships today");
    after.published_text = some("3 hours ago");
    after.published_precision = some("hour");
    after.tz_assumed = Some(true);
    assert_eq!(fields(&kettle(), &after), Vec::<String>::new());
    let mut taxed = after.clone();
    taxed.tax_included = Some(false);
    assert_eq!(fields(&after, &taxed), ["tax_included"], "the opposite is");
}
