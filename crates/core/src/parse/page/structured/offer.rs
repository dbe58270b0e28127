//! Offers of a product: what each one costs, whether it is in stock, and what they cost together.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use readonce_model::record::Offer;
use rust_decimal::Decimal;

use super::graph::Node;
use super::money::{self, Currency};
use super::stock::{self, Stock};
use crate::facts::money::{Given, Price};
use crate::parse::page::price::written;

/// One way to buy a thing, or the span of several.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) sku: Option<String>,
    name: Option<String>,
    pub(super) price: Price,
    pub(super) stock: Option<Stock>,
    /// It speaks of several offers.
    is_span: bool,
    count: Option<i32>,
}

/// All offers of a product together.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    pub(super) price: Price,
    pub(super) stock: Option<Stock>,
    pub(super) count: Option<i32>,
    pub(super) offers: Vec<Offer>,
}

/// The offers of a product with those of its variants, each read against `given`.
pub(super) fn offers(product: &Node, given: &Given) -> Vec<Told> {
    let mut all = of(product, given);
    for variant in product.nodes("hasVariant") {
        let named = variant.text_of(&["name", "color", "size"]);
        let sku = variant.text_of(&["sku", "productID", "mpn"]);
        for mut told in of(&variant, given) {
            told.name = told.name.or_else(|| named.clone());
            told.sku = told.sku.or_else(|| sku.clone());
            all.push(told);
        }
    }
    all
}

fn of(product: &Node, given: &Given) -> Vec<Told> {
    let mut all = Vec::new();
    for offer in product.nodes("offers") {
        let span = told(&offer, &Currency::default(), given);
        let currency = Currency {
            code: span.price.currency.clone(),
            inferred: span.price.currency_inferred,
        };
        all.extend(
            offer
                .nodes("offers")
                .map(|inner| told(&inner, &currency, given)),
        );
        all.push(span);
    }
    // Some write the price on the product itself.
    if all.is_empty() {
        let own = told(product, &Currency::default(), given);
        all.extend(Some(own).filter(|own| own.price != Price::default()));
    }
    all
}

/// One offer; `around` is the currency of the span that it stands in.
pub(super) fn told(offer: &Node, around: &Currency, given: &Given) -> Told {
    let mut currency = money::currency(offer.text_of(&["priceCurrency", "currency"]), given);
    if currency.code.is_none() {
        currency = around.clone();
    }
    let mut price = money::price(offer, "price", &currency, given);
    let low = money::price(offer, "lowPrice", &currency, given);
    let high = money::price(offer, "highPrice", &currency, given);
    if low.amount.is_some() || high.amount.is_some() {
        price = span(price, &low, &high);
    }
    for specification in offer.nodes("priceSpecification") {
        specified(&mut price, &specification, &currency, given);
    }
    let count = offer.text("offerCount").and_then(|text| text.parse().ok());
    Told {
        sku: offer.text_of(&["sku", "serialNumber", "mpn"]),
        name: offer.text("name"),
        stock: offer
            .address("availability")
            .and_then(|word| stock::of(&word)),
        is_span: offer.is("aggregateoffer") || price.low != price.high || count.is_some(),
        count: count.filter(|count| *count > 0),
        price,
    }
}

/// A range by its two ends; ends in the wrong order are none, ends that are one are a price.
fn span(price: Price, low: &Price, high: &Price) -> Price {
    let told = [low, high]
        .into_iter()
        .find(|price| price.currency.is_some());
    let told = told.unwrap_or(low);
    let mut found = Price {
        currency: told.currency.clone().or(price.currency),
        currency_inferred: told.currency_inferred,
        ..Price::default()
    };
    match (low.amount, high.amount) {
        (Some(low), Some(high)) if low == high => found.amount = Some(low),
        (Some(low), Some(high)) if low > high => found.amount = price.amount,
        (low, high) => (found.low, found.high) = (low, high),
    }
    found
}

/// A price specification: the price itself, or what it cost before.
fn specified(price: &mut Price, node: &Node, currency: &Currency, given: &Given) {
    let per_unit = node.node("referenceQuantity").is_some_and(|quantity| {
        let value = quantity.text("value");
        value.is_none_or(|value| value != "1") && node.text("price") != quantity.text("price")
    });
    let other = ["deliverychargespecification", "paymentchargespecification"];
    if other.iter().any(|kind| node.is(kind)) || node.node("validForMemberTier").is_some() {
        return;
    }
    let own = money::currency(node.text("priceCurrency"), given);
    let currency = if own.code.is_some() { &own } else { currency };
    let read = money::price(node, "price", currency, given);
    let Some(amount) = read.amount else {
        return;
    };
    let kind = node.text("priceType").unwrap_or_default();
    let kind = kind.rsplit(['/', ':']).next().unwrap_or("");
    match kind.to_ascii_lowercase().as_str() {
        "listprice" | "strikethroughprice" | "srp" | "msrp" | "regularprice" => {
            price.list_price = Some(amount);
        }
        "minimumadvertisedprice" | "invoiceprice" => {}
        _ if per_unit => {}
        _ => {
            let tax = node.text("valueAddedTaxIncluded");
            price.tax_included = tax.and_then(|word| word.parse().ok());
            if price.amount.is_none() && price.low.is_none() {
                price.amount = Some(amount);
            }
        }
    }
    if price.currency.is_none() {
        price.currency = read.currency;
        price.currency_inferred = read.currency_inferred;
    }
}

/// What all offers say together. The first currency is the page's own; others are told with their
/// offers and not mixed in.
pub(super) fn summary(all: Vec<Told>) -> Summary {
    let first = all
        .iter()
        .find(|told| told.price.currency.is_some())
        .map(|told| told.price.clone());
    let first = first.unwrap_or_default();
    let same: Vec<&Told> = all
        .iter()
        .filter(|told| told.price.currency.is_none() || told.price.currency == first.currency)
        .collect();
    let (low, high) = ends(&same);
    let single = low == high;
    let lists: BTreeSet<Decimal> = same
        .iter()
        .filter_map(|told| told.price.list_price)
        .collect();
    let list = lists
        .first()
        .filter(|_| lists.len() == 1 && single)
        .copied();
    let tax: BTreeSet<bool> = same
        .iter()
        .filter_map(|told| told.price.tax_included)
        .collect();
    let parts: Vec<&Told> = all.iter().filter(|told| !told.is_span).collect();
    let declared = all.iter().filter_map(|told| told.count).max();
    let counted = i32::try_from(parts.len()).ok().filter(|count| *count > 1);
    Summary {
        price: Price {
            amount: low.filter(|_| single),
            low: low.filter(|_| !single),
            high: high.filter(|_| !single),
            list_price: list.filter(|list| low.is_none_or(|low| *list > low)),
            currency: first.currency,
            currency_inferred: first.currency_inferred,
            tax_included: tax.first().filter(|_| tax.len() == 1).copied(),
            ..Price::default()
        },
        stock: stock::together(all.iter().filter_map(|told| told.stock.as_ref())),
        count: declared.or(counted),
        offers: rows(&parts),
    }
}

/// The lowest and the highest amount that any offer says. Of equal amounts the one with more
/// decimals counts, so that the order of offers says nothing.
fn ends(same: &[&Told]) -> (Option<Decimal>, Option<Decimal>) {
    let lows = same
        .iter()
        .filter_map(|told| told.price.amount.or(told.price.low));
    let highs = same
        .iter()
        .filter_map(|told| told.price.amount.or(told.price.high));
    (
        lows.min_by_key(|amount| (*amount, Reverse(amount.scale()))),
        highs.max_by_key(|amount| (*amount, amount.scale())),
    )
}

/// The offers as a set, where there are several.
fn rows(parts: &[&Told]) -> Vec<Offer> {
    let rows: BTreeSet<Offer> = parts
        .iter()
        .map(|told| Offer {
            sku: told.sku.clone(),
            name: told.name.clone(),
            price: written(told.price.amount, told.price.currency.as_deref()),
            currency: told.price.currency.clone(),
            stock: told.stock.as_ref().map(|stock| stock.state.to_owned()),
        })
        .collect();
    match rows.len() > 1 {
        true => rows.into_iter().collect(),
        false => Vec::new(),
    }
}
