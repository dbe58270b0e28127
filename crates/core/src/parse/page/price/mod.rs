//! The price that a page shows to visitors, and what it means beside structured data.
//!
//! | file | what it holds |
//! |---|---|
//! | `words` | what the names and classes of elements say about amounts |
//! | `segment` | pieces of text with an amount, near the product's title |
//! | `aside` | what such a text says about itself |
//! | `shown` | which of them is the price |
//! | `settle` | that price against the one of structured data |
//!
//! Never a price: shipping, savings, instalments, amounts per unit, other products. Where amounts
//! stand side by side and nothing tells them apart there is none.

mod aside;
mod segment;
mod settle;
mod shown;
#[cfg(test)]
mod tests;
mod words;

use readonce_model::record::Facts;
use rust_decimal::Decimal;

use crate::canonical::is_dense;
use crate::facts::money::{Given, Price, decimals};
use crate::item::{Block, Content, Item, Kind};
use crate::parse::{Source, link};

pub(super) use settle::settle;
pub(super) use shown::Shown;

/// What a visitor sees near the title of that product.
pub(super) fn shown(html: &str, title: &str, given: &Given) -> Option<Shown> {
    shown::of(&segment::segments(html, title, given, false))
}

/// An amount as facts carry it: cents are whole (15.5 is 15.50), nothing else is added.
pub(super) fn written(amount: Option<Decimal>, currency: Option<&str>) -> Option<String> {
    let mut amount = amount?;
    let decimals = currency.and_then(decimals).unwrap_or(0);
    if amount.scale() > 0 && amount.scale() < decimals {
        amount.rescale(decimals);
    }
    Some(amount.to_string())
}

/// Writes a price into facts; without an amount there is none to write.
pub(super) fn into_facts(price: &Price, facts: &mut Facts) {
    let currency = price.currency.as_deref();
    let amounts = [price.amount, price.low, price.high].map(|amount| written(amount, currency));
    if amounts.iter().all(Option::is_none) {
        return;
    }
    [facts.price, facts.price_low, facts.price_high] = amounts;
    facts.list_price = written(price.list_price, currency);
    facts.currency.clone_from(&price.currency);
    facts.currency_inferred = currency.map(|_| price.currency_inferred);
    facts.price_is_from = price.is_from.then_some(true);
    facts.tax_included = price.tax_included.or(facts.tax_included);
    facts.conflict = Some(false);
}

/// A page without structured data that shows one title, one price and little else.
///
/// `blocks` is the page's main text; one with running text is no product page by that alone.
pub(super) fn product(source: &Source, lang: Option<&str>, blocks: &[Block]) -> Option<Item> {
    if says_much(blocks) {
        return None;
    }
    let given = Given {
        lang: lang.or(source.response.lang),
        default_currency: None,
    };
    let pieces = segment::segments(source.text, "", &given, true);
    let shown = shown::of(&pieces)?;
    let title = pieces.title.clone().filter(|title| !title.is_empty())?;
    let sure = shown.price.amount.is_some() && shown.price.currency.is_some();
    if !sure || pieces.is_cut {
        return None;
    }
    let mut facts = Facts::default();
    into_facts(&shown.price, &mut facts);
    let rest = blocks.iter().filter(|block| match block {
        Block::Text(text) => says_more(text, &title, &pieces),
        Block::List { .. } => true,
    });
    let url = source.response.url;
    let id = url.and_then(|url| link::canonical(url, None));
    Some(Item {
        id: id.unwrap_or_else(|| "page".to_owned()),
        url: url.map(str::to_owned),
        content: Content {
            kind: Kind::Product,
            blocks: rest.cloned().collect(),
            title,
        },
        facts,
    })
}

/// Whether a line holds anything but the title and the amounts: those are no content, so that a
/// new price is no new version.
fn says_more(line: &str, title: &str, pieces: &segment::Pieces) -> bool {
    let mut left = crate::canonical::fold(line);
    if left == title {
        return false;
    }
    for piece in &pieces.all {
        left = left.replace(&piece.text, " ");
    }
    left.contains(char::is_alphanumeric)
}

/// The letters and digits of running text: more than a product's name, price and buttons have. A
/// Chinese character says as much as two.
const MUCH: usize = 400;

fn says_much(blocks: &[Block]) -> bool {
    let mut left = MUCH;
    let mut open: Vec<&Block> = blocks.iter().collect();
    while let Some(block) = open.pop() {
        match block {
            Block::Text(text) => {
                let said = text.chars().filter(|c| c.is_alphanumeric());
                let sizes = said.map(|c| if is_dense(c) { 2 } else { 1 });
                left = left.saturating_sub(sizes.take(left).sum());
            }
            Block::List { items, .. } => open.extend(items.iter().flatten()),
        }
        if left == 0 {
            return true;
        }
    }
    false
}
