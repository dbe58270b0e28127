//! Values as they stand in a response, before anybody asks what they mean.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::field::Field;
use crate::item::{Block, Item};
use crate::parse::fields;
use crate::parse::{html, plain};

#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    /// The content of an element.
    Markup(Cow<'a, str>),
    /// With every digit.
    Number(&'a str),
    Flag(bool),
    /// What it is instead of a value. Example: an object
    Other(&'static str),
}

impl<'a> Value<'a> {
    /// The values of what a path found: a list counts as what is in it, a null as nothing.
    pub(super) fn of_json(found: Vec<&'a RawValue>) -> Vec<Self> {
        let mut values = Vec::with_capacity(found.len());
        for raw in found {
            match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
                Ok(inside) if raw.get().starts_with('[') => {
                    values.extend(inside.into_iter().filter_map(Self::one));
                }
                _ => values.extend(Self::one(raw)),
            }
        }
        values
    }

    fn one(raw: &'a RawValue) -> Option<Self> {
        match raw.get() {
            "null" => None,
            "true" => Some(Value::Flag(true)),
            "false" => Some(Value::Flag(false)),
            number if fields::is_number(raw) => Some(Value::Number(number)),
            _ => Some(match fields::string(raw) {
                Some(text) => Value::Text(text),
                None => Value::Other(fields::kind(raw)),
            }),
        }
    }

    /// Whether it says nothing.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Value::Text(text) | Value::Markup(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    /// For the words of a reason. Example: 'soon'
    pub(super) fn named(&self) -> String {
        const LONGEST_CHARS: usize = 60;
        match self {
            Value::Text(text) | Value::Markup(text) => {
                let head: String = text.trim().chars().take(LONGEST_CHARS).collect();
                format!("'{head}'")
            }
            Value::Number(number) => number.chars().take(LONGEST_CHARS).collect(),
            Value::Flag(flag) => flag.to_string(),
            Value::Other(kind) => (*kind).to_owned(),
        }
    }

    /// Text or number as it is written.
    pub(super) fn written(&self) -> Option<Cow<'_, str>> {
        match self {
            Value::Text(text) | Value::Markup(text) => Some(Cow::Borrowed(text.trim())),
            Value::Number(number) => Some(Cow::Borrowed(number)),
            Value::Flag(_) | Value::Other(_) => None,
        }
    }

    /// Running text as blocks; markup is read where the value holds any.
    pub(super) fn blocks(&self) -> Vec<Block> {
        match self {
            Value::Markup(markup) => html::blocks(markup),
            Value::Text(text) => {
                let text = unescaped(text);
                match html::has_markup(&text) || text.contains('&') {
                    true => html::blocks(&text),
                    false => plain::blocks(&text),
                }
            }
            Value::Number(number) => vec![Block::Text((*number).to_owned())],
            Value::Flag(_) | Value::Other(_) => Vec::new(),
        }
    }
}

/// Markup that is escaped as a whole is unescaped once; beside real tags `&lt;` stays a sign.
fn unescaped(text: &str) -> Cow<'_, str> {
    match text.contains("&lt;") && !html::has_markup(text) {
        true => htmlize::unescape(text),
        false => Cow::Borrowed(text),
    }
}

/// The text of blocks in one line.
pub(super) fn line(blocks: &[Block]) -> String {
    let mut parts = Vec::new();
    collect(blocks, &mut parts);
    parts.join(" ")
}

/// Lists nest at most as deep as the reader of markup lets them.
fn collect<'a>(blocks: &'a [Block], parts: &mut Vec<&'a str>) {
    for block in blocks {
        match block {
            Block::Text(text) => parts.push(text.as_str()),
            Block::List { items, .. } => items.iter().for_each(|item| collect(item, parts)),
        }
    }
}

/// Takes the order from all lists of a text.
pub(super) fn forget_order(blocks: &mut [Block]) {
    for block in blocks {
        if let Block::List { ordered, items } = block {
            *ordered = false;
            items.iter_mut().for_each(|item| forget_order(item));
        }
    }
}

/// Takes a field out of an item, with what follows from it.
pub(super) fn clear(item: &mut Item, field: Field) {
    let facts = &mut item.facts;
    match field {
        // Without these there is no item; the document was checked not to name them.
        Field::Id | Field::Title => {}
        Field::Url => item.url = None,
        Field::Body => item.content.blocks.clear(),
        Field::PublishedAt => {
            facts.published_at = None;
            facts.published_precision = None;
            facts.published_text = None;
            facts.published_not_after = None;
            facts.tz_assumed = None;
        }
        Field::UpdatedAt => facts.updated_at = None,
        Field::Company => facts.company = None,
        Field::Department => facts.department = None,
        Field::Cities => facts.cities.clear(),
        Field::Country => facts.country = None,
        Field::Workplace => facts.workplace = None,
        Field::EmploymentType => facts.employment_type = None,
        Field::Language => facts.language = None,
        Field::Pay => {
            for part in [
                Field::PayMin,
                Field::PayMax,
                Field::PayCurrency,
                Field::PayInterval,
                Field::PayMonths,
            ] {
                clear(item, part);
            }
        }
        Field::PayMin => facts.pay_min = None,
        Field::PayMax => facts.pay_max = None,
        Field::PayCurrency => facts.pay_currency = None,
        Field::PayInterval => facts.pay_interval = None,
        Field::PayMonths => facts.pay_months = None,
        Field::Requisition => facts.requisition = None,
        Field::Author => facts.author = None,
        Field::Brand => facts.brand = None,
        Field::Sku => facts.sku = None,
        Field::MediaType => facts.media_type = None,
        Field::Price => facts.price = None,
        Field::PriceLow => facts.price_low = None,
        Field::PriceHigh => facts.price_high = None,
        Field::Currency => {
            facts.currency = None;
            facts.currency_inferred = None;
        }
        Field::ListPrice => facts.list_price = None,
        Field::PriceIsFrom => facts.price_is_from = None,
        Field::TaxIncluded => facts.tax_included = None,
        Field::OfferCount => facts.offer_count = None,
        Field::Stock => facts.stock = None,
        Field::StockReason => facts.stock_reason = None,
    }
}
