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

#[derive(Serialize)]
struct FactColumns<'a> {
    fact_published_at: &'a Option<String>,
    fact_published_precision: &'a Option<String>,
    fact_tz_assumed: &'a Option<bool>,
    fact_updated_at: &'a Option<String>,
    fact_company: &'a Option<String>,
    fact_department: &'a Option<String>,
    fact_cities: &'a [String],
    fact_country: &'a Option<String>,
    fact_workplace: &'a Option<String>,
    fact_employment_type: &'a Option<String>,
    fact_language: &'a Option<String>,
    fact_pay_min: &'a Option<String>,
    fact_pay_max: &'a Option<String>,
    fact_pay_currency: &'a Option<String>,
    fact_pay_interval: &'a Option<String>,
    fact_requisition: &'a Option<String>,
    fact_published_text: &'a Option<String>,
    fact_published_not_after: &'a Option<String>,
    fact_author: &'a Option<String>,
    fact_brand: &'a Option<String>,
    fact_sku: &'a Option<String>,
    fact_media_type: &'a Option<String>,
    fact_price: &'a Option<String>,
    fact_price_low: &'a Option<String>,
    fact_price_high: &'a Option<String>,
    fact_currency: &'a Option<String>,
    fact_currency_inferred: &'a Option<bool>,
    fact_list_price: &'a Option<String>,
    fact_price_is_from: &'a Option<bool>,
    fact_tax_included: &'a Option<bool>,
    fact_conflict: &'a Option<bool>,
    fact_offer_count: &'a Option<i32>,
    fact_stock: &'a Option<String>,
    fact_stock_reason: &'a Option<String>,
    fact_pay_months: &'a Option<i32>,
    fact_offers: &'a [Offer],
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

/// Taken apart without `..`, so that a new fact cannot be forgotten here.
fn fact_columns(facts: &Facts) -> FactColumns<'_> {
    let Facts {
        published_at,
        published_precision,
        tz_assumed,
        updated_at,
        company,
        department,
        cities,
        country,
        workplace,
        employment_type,
        language,
        pay_min,
        pay_max,
        pay_currency,
        pay_interval,
        requisition,
        published_text,
        published_not_after,
        author,
        brand,
        sku,
        media_type,
        price,
        price_low,
        price_high,
        currency,
        currency_inferred,
        list_price,
        price_is_from,
        tax_included,
        conflict,
        offer_count,
        stock,
        stock_reason,
        pay_months,
        offers,
    } = facts;
    FactColumns {
        fact_published_at: published_at,
        fact_published_precision: published_precision,
        fact_tz_assumed: tz_assumed,
        fact_updated_at: updated_at,
        fact_company: company,
        fact_department: department,
        fact_cities: cities,
        fact_country: country,
        fact_workplace: workplace,
        fact_employment_type: employment_type,
        fact_language: language,
        fact_pay_min: pay_min,
        fact_pay_max: pay_max,
        fact_pay_currency: pay_currency,
        fact_pay_interval: pay_interval,
        fact_requisition: requisition,
        fact_published_text: published_text,
        fact_published_not_after: published_not_after,
        fact_author: author,
        fact_brand: brand,
        fact_sku: sku,
        fact_media_type: media_type,
        fact_price: price,
        fact_price_low: price_low,
        fact_price_high: price_high,
        fact_currency: currency,
        fact_currency_inferred: currency_inferred,
        fact_list_price: list_price,
        fact_price_is_from: price_is_from,
        fact_tax_included: tax_included,
        fact_conflict: conflict,
        fact_offer_count: offer_count,
        fact_stock: stock,
        fact_stock_reason: stock_reason,
        fact_pay_months: pay_months,
        fact_offers: offers,
    }
}
