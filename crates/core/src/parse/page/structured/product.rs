//! Products: what they are, what they cost, whether they can be had.

use readonce_model::record::Facts;

use super::draft::{Context, Draft};
use super::graph::Node;
use super::offer::{self, Summary};
use crate::item::Kind;
use crate::parse::page::price::{self, written};

/// The seller's own number first, then the maker's, then the numbers of the trade.
const NUMBERS: [&str; 8] = [
    "sku",
    "productID",
    "gtin13",
    "gtin",
    "gtin14",
    "gtin12",
    "gtin8",
    "mpn",
];

pub(super) fn draft(node: &Node, context: &Context) -> Draft {
    let is_offer = node.is("offer") || node.is("aggregateoffer");
    let thing = node.node("itemOffered").filter(|_| is_offer);
    let mut all = match is_offer {
        true => vec![offer::told(
            node,
            &super::money::Currency::default(),
            &context.given,
        )],
        false => Vec::new(),
    };
    let product = thing.as_ref().unwrap_or(node);
    if thing.is_some() || !is_offer {
        all.extend(offer::offers(product, &context.given));
    }
    let offered = all.iter().find_map(|told| told.sku.clone());
    let single = all.len() == 1;
    let summary = offer::summary(all);
    let sku = product
        .text_of(&NUMBERS)
        .or_else(|| product.text("productGroupID"))
        .or_else(|| offered.filter(|_| single));
    let mut draft = Draft::of(Kind::Product, product, context);
    draft.own_id = sku.clone();
    draft.item.content.blocks = product.blocks("description");
    draft.item.facts = facts(product, summary);
    draft.item.facts.sku = sku;
    draft.item.facts.language = product.text("inLanguage");
    draft
}

fn facts(product: &Node, summary: Summary) -> Facts {
    let Summary {
        price,
        stock,
        count,
        offers,
    } = summary;
    let mut facts = Facts {
        brand: product.text_of(&["brand", "manufacturer"]),
        stock: stock.as_ref().map(|stock| stock.state.to_owned()),
        stock_reason: stock.map(|stock| stock.reason),
        offer_count: count,
        offers,
        ..Facts::default()
    };
    facts.list_price = written(price.list_price, price.currency.as_deref());
    price::into_facts(&price, &mut facts);
    facts
}
