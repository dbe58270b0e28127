//! An observation is what its item says now, and an event of its history unless it only confirms.

use readonce_core::view::{event_fingerprint, observation_version};
use readonce_model::record::{Change, Facts, Observation, Offer, Outcome};
use readonce_model::{ContentHash, Reason};
use serde::Serialize;

use super::time::time;
use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Item<'a> {
    item_id: &'a str,
    source: &'a str,
    run_id: &'a str,
    observed_at: String,
    outcome: Outcome,
    content_hash: ContentHash,
    previous_hash: Option<ContentHash>,
    title: &'a str,
    url: Option<&'a str>,
    #[serde(flatten)]
    facts: FactColumns<'a>,
    first_seen_at: String,
    changed_at: String,
    quality_score: i32,
    quality_reasons: &'a [String],
    format: &'a str,
    parser_version: i32,
    canonicalizer_version: i32,
    raw_partition: i32,
    raw_offset: i64,
    kind: Option<&'a str>,
    parser: Option<&'a str>,
    event_fingerprint: Option<String>,
}

#[derive(Serialize)]
struct ItemEvent<'a> {
    #[serde(flatten)]
    item: Item<'a>,
    changes: &'a [Change],
}

/// Columns of facts by name. Taken apart without `..`, so that a new fact cannot be forgotten.
macro_rules! fact_columns {
    ($($fact:ident: $kind:ty = $column:literal,)+) => {
        #[derive(Serialize)]
        struct FactColumns<'a> {
            $(#[serde(rename = $column)] $fact: &'a $kind,)+
        }

        fn fact_columns(facts: &Facts) -> FactColumns<'_> {
            let Facts { $($fact),+ } = facts;
            FactColumns { $($fact),+ }
        }
    };
}

fact_columns! {
    published_at: Option<String> = "fact_published_at",
    published_precision: Option<String> = "fact_published_precision",
    tz_assumed: Option<bool> = "fact_tz_assumed",
    updated_at: Option<String> = "fact_updated_at",
    company: Option<String> = "fact_company",
    department: Option<String> = "fact_department",
    cities: [String] = "fact_cities",
    country: Option<String> = "fact_country",
    workplace: Option<String> = "fact_workplace",
    employment_type: Option<String> = "fact_employment_type",
    language: Option<String> = "fact_language",
    pay_min: Option<String> = "fact_pay_min",
    pay_max: Option<String> = "fact_pay_max",
    pay_currency: Option<String> = "fact_pay_currency",
    pay_interval: Option<String> = "fact_pay_interval",
    requisition: Option<String> = "fact_requisition",
    published_text: Option<String> = "fact_published_text",
    published_not_after: Option<String> = "fact_published_not_after",
    author: Option<String> = "fact_author",
    brand: Option<String> = "fact_brand",
    sku: Option<String> = "fact_sku",
    media_type: Option<String> = "fact_media_type",
    price: Option<String> = "fact_price",
    price_low: Option<String> = "fact_price_low",
    price_high: Option<String> = "fact_price_high",
    currency: Option<String> = "fact_currency",
    currency_inferred: Option<bool> = "fact_currency_inferred",
    list_price: Option<String> = "fact_list_price",
    price_is_from: Option<bool> = "fact_price_is_from",
    tax_included: Option<bool> = "fact_tax_included",
    conflict: Option<bool> = "fact_conflict",
    offer_count: Option<i32> = "fact_offer_count",
    stock: Option<String> = "fact_stock",
    stock_reason: Option<String> = "fact_stock_reason",
    pay_months: Option<i32> = "fact_pay_months",
    offers: [Offer] = "fact_offers",
}

pub fn rows(record: &Observation, place: &Place) -> Result<Vec<Row>, Reason> {
    let version = observation_version(record);
    let item = item(record)?;
    let mut rows = vec![row(Table::Items, version, &item, place)?];
    if record.is_event() {
        let event = ItemEvent {
            item,
            changes: &record.changes,
        };
        rows.push(row(Table::ItemEvents, version, &event, place)?);
    }
    Ok(rows)
}

fn item(record: &Observation) -> Result<Item<'_>, Reason> {
    Ok(Item {
        item_id: record.item_id.as_str(),
        source: &record.source,
        run_id: &record.run_id,
        observed_at: time("observed_at_ms", record.observed_at_ms)?,
        outcome: record.outcome,
        content_hash: record.content_hash,
        previous_hash: record.previous_hash,
        title: &record.title,
        url: record.url.as_deref(),
        facts: fact_columns(&record.facts),
        first_seen_at: time("first_seen_at_ms", record.first_seen_at_ms)?,
        changed_at: time("changed_at_ms", record.changed_at_ms)?,
        quality_score: record.quality_score,
        quality_reasons: &record.quality_reasons,
        format: &record.format,
        parser_version: record.parser_version,
        canonicalizer_version: record.canonicalizer_version,
        raw_partition: record.raw_partition,
        raw_offset: record.raw_offset,
        kind: record.kind.as_deref(),
        parser: record.parser.as_deref(),
        event_fingerprint: event_fingerprint(record),
    })
}
