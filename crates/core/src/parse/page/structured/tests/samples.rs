//! Real pages that lie beside the repository give the facts that a right reader finds. Without
//! them there is nothing to test, and the test says so.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::Path;

use super::*;
use crate::item::Kind;

fn sample(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !folder.exists() {
        eprintln!("skipped: no {}", folder.display());
        return None;
    }
    let file = folder.join(name);
    Some(
        std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display())),
    )
}

#[test]
fn a_posting_beside_a_web_page() {
    let Some(html) = sample("jsonld_html/job_graph_boston.html") else {
        return;
    };
    let item = only(&html);
    assert_eq!(item.content.title, "AI Engineer, University Graduate 2026");
    assert_eq!(
        (item.id.as_str(), item.facts.requisition.as_deref()),
        ("REQ-9001", Some("REQ-9001"))
    );
    assert_eq!(item.facts.cities, ["Boston, MA"]);
    assert_eq!(item.facts.country.as_deref(), Some("US"));
    assert_eq!(item.facts.published_at.as_deref(), Some("2026-07-06"));
    assert_eq!(item.facts.employment_type.as_deref(), Some("full_time"));
    assert_eq!(
        item.url.as_deref(),
        Some("https://example.com/jobs/req-9001")
    );
}

#[test]
fn two_products_and_a_bad_block() {
    let Some(html) = sample("jsonld_html/product_graph_two_jpy_plus_invalid_block.html") else {
        return;
    };
    let parsed = read(&html);
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| (item.id.as_str(), money(item)))
        .collect();
    assert_eq!(
        told,
        [
            ("MUG-BLUE", "1200 - - - JPY".to_owned()),
            ("MUG-RED", "1400 - - - JPY".to_owned())
        ]
    );
    assert_eq!(parsed.around.bad_blocks.len(), 1);
}

#[test]
fn line_breaks_inside_a_text() {
    let Some(html) = sample("jsonld_html/control_chars_in_string.html") else {
        return;
    };
    let block = super::super::block::blocks(&html, usize::MAX)
        .next()
        .unwrap();
    let json = super::super::block::read(block, 1, &mut 100)
        .unwrap()
        .unwrap();
    let super::super::json::Json::Object(fields) = json else {
        panic!("{json:?}");
    };
    let super::super::json::Json::Text(text) = &fields[0].1 else {
        panic!("{fields:?}");
    };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(
        (fields[0].0.as_ref(), lines),
        ("data", vec!["line 1", "line 2", "line 3"])
    );
}

#[test]
fn null_blocks_and_escaped_names() {
    let Some(html) = sample("jsonld_html/null_blocks_escaped_keys.html") else {
        return;
    };
    let parsed = read(&html);
    let told: Vec<_> = parsed
        .items
        .iter()
        .map(|item| (item.content.kind, item.content.title.as_str()))
        .collect();
    assert_eq!(
        told,
        [(Kind::Page, "Some Name Goes Here"), (Kind::Thread, "")]
    );
    assert!(seen(&parsed.items[1]).starts_with("Sed ut perspiciatis"));
    assert_eq!(parsed.around.bad_blocks, []);
}

#[test]
fn a_shop_page_with_many_other_amounts() {
    let Some(html) = sample("price_pages/gbp_aggregateoffer_microdata.html") else {
        return;
    };
    let item = only(&html);
    assert_eq!(
        item.content.title,
        "Johnsons 4 Fleas Cats & Kittens Tablets"
    );
    assert_eq!(money(&item), "- 5.29 9.56 - GBP");
    assert_eq!(
        (item.facts.brand.as_deref(), item.facts.conflict),
        (Some("Johnsons"), Some(false))
    );
    let offers: Vec<_> = item
        .facts
        .offers
        .iter()
        .map(|offer| {
            (
                offer.sku.as_deref().unwrap(),
                offer.price.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(offers, [("CS20858_1", "9.56"), ("CS20858_2", "5.29")]);
    assert!(seen(&item).contains("easy to use oral treatment"));
}

#[test]
fn an_old_price_beside_the_price() {
    let Some(html) = sample("price_pages/eur_jsonld_and_old_price.html") else {
        return;
    };
    let item = only(&html);
    assert_eq!(
        (money(&item).as_str(), item.facts.conflict),
        ("129.95 - - 159.95 EUR", Some(false))
    );
}

#[test]
fn a_price_in_plain_text() {
    let Some(html) = sample("price_pages/usd_thousands_plain_text.html") else {
        return;
    };
    let item = only(&html);
    assert_eq!(
        (item.content.kind, item.content.title.as_str()),
        (Kind::Product, "My product")
    );
    assert_eq!(
        (money(&item).as_str(), item.facts.currency_inferred),
        ("3924.80 - - - USD", Some(true))
    );
}
