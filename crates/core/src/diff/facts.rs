//! Typed facts compared field by field: exactly, sets as sets, amounts by value.
//!
//! Every fact is compared or named here with the reason why not. A price, a pay or a stock that
//! differs is a change whatever else is alike.

use std::collections::BTreeSet;

use readonce_model::record::{Change, ChangeKind, Facts};
use rust_decimal::Decimal;

use super::offers::offer_changes;

/// Longest `before` or `after` of a change, in characters; the schema of observations says so.
const VALUE_CHARS: usize = 200;

/// One change for each field that differs; empty when nothing does.
///
/// Not compared:
/// - `updated_at` moves without meaning on many boards;
/// - `published_precision`, `tz_assumed`, `published_text`, `currency_inferred` and `stock_reason`
///   tell how another fact was read; when they matter, that fact differs too;
/// - `conflict` tells that parts of a page disagree, which is no news of the thing itself;
/// - `offer_count` is a counter; which offers came and went, the offers themselves say.
pub fn facts_changes(before: &Facts, after: &Facts) -> Vec<Change> {
    scalar_changes(before, after)
        .into_iter()
        .chain(amount_changes(before, after))
        .chain(number_changes(before, after))
        .chain(set_change("cities", &before.cities, &after.cities))
        .chain(offer_changes(&before.offers, &after.offers))
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

/// Facts that are neither text nor amount. What the source begins or ceases to say of tax is a way
/// of writing; that it says the opposite is a change. A price is exact where nothing is said.
fn number_changes(before: &Facts, after: &Facts) -> Vec<Change> {
    let flag = |flag: bool| Some(if flag { "true" } else { "false" });
    let is_from = |facts: &Facts| facts.price_is_from.unwrap_or(false);
    let from = (is_from(before) != is_from(after))
        .then(|| change("price_is_from", flag(is_from(before)), flag(is_from(after))));
    let tax = match (before.tax_included, after.tax_included) {
        (Some(old), Some(new)) if old != new => change("tax_included", flag(old), flag(new)),
        _ => None,
    };
    let months = |facts: &Facts| facts.pay_months.map(|months| months.to_string());
    let (old, new) = (months(before), months(after));
    let months = (old != new).then(|| change("pay_months", old.as_deref(), new.as_deref()));
    [from.flatten(), tax, months.flatten()]
        .into_iter()
        .flatten()
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
pub(super) fn same_amount(before: Option<&str>, after: Option<&str>) -> bool {
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
mod tests;
