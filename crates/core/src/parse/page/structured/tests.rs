//! Structured data as pages carry it, good and broken, with the right values.

mod articles;
mod blocks;
mod furniture;
mod laws;
mod merging;
mod microdata;
mod postings;
mod products;
mod samples;

use crate::item::Item;
use crate::parse::{Parsed, Response, parse};

/// 2026-09-25T02:35:00Z
const FETCHED_AT_MS: i64 = 1_790_303_700_000;

fn read_at(html: &str, url: Option<&str>) -> Parsed {
    let response = Response {
        body: html.as_bytes(),
        url,
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    };
    parse(&response).unwrap()
}

fn read(html: &str) -> Parsed {
    read_at(html, None)
}

/// A page with these blocks of JSON-LD and this body.
fn page(blocks: &[&str], body: &str) -> String {
    let scripts: String = blocks
        .iter()
        .map(|block| format!("<script type=\"application/ld+json\">{block}</script>"))
        .collect();
    format!("<!doctype html><html><head>{scripts}</head><body>{body}</body></html>")
}

fn only(html: &str) -> Item {
    let mut parsed = read(html);
    assert_eq!(parsed.items.len(), 1, "{html}\n{parsed:?}");
    assert!(parsed.rejected.is_empty());
    parsed.items.remove(0)
}

fn seen(item: &Item) -> String {
    crate::canonical::canonicalize(&item.content).text
}

/// Price, low, high, list and currency in one line, `-` where there is none.
fn money(item: &Item) -> String {
    let facts = &item.facts;
    let parts = [
        &facts.price,
        &facts.price_low,
        &facts.price_high,
        &facts.list_price,
        &facts.currency,
    ];
    let told = parts.map(|part| part.as_deref().unwrap_or("-").to_owned());
    told.join(" ")
}
