//! Amounts and currencies of structured data: numbers for machines, or what people write.
//!
//! Values that no price has (negative ones, ones of absurd length) are dropped.

use rust_decimal::Decimal;

use super::graph::Node;
use crate::facts::money::{self, Given, Price};

/// More than anything costs in any currency.
const LARGEST: i64 = 1_000_000_000_000_000;

/// A currency, and whether it follows from more than the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Currency {
    pub(super) code: Option<String>,
    pub(super) inferred: bool,
}

/// What stands under `priceCurrency` or `currency`: a code, or a sign.
pub(super) fn currency(written: Option<String>, given: &Given) -> Currency {
    let Some(written) = written else {
        return Currency::default();
    };
    let code = written.trim().to_ascii_uppercase();
    if money::decimals(&code).is_some() {
        return Currency {
            code: Some(code),
            inferred: false,
        };
    }
    let read = money::price(&format!("{} 1", written.trim()), given);
    Currency {
        code: read.currency,
        inferred: read.currency_inferred,
    }
}

/// The amount under a name, read in that currency.
pub(super) fn price(node: &Node, name: &str, currency: &Currency, given: &Given) -> Price {
    let Some(text) = node.text(name) else {
        return Price::default();
    };
    let plain = exact(&text).filter(|amount| node.is_number(name) || is_plain(*amount, currency));
    let read = match plain {
        Some(amount) => Price {
            amount: Some(amount),
            ..Price::default()
        },
        None if text.contains('-') && text.trim_start().starts_with('-') => Price::default(),
        None => money::price(&text, &with_currency(given, currency)),
    };
    settled(read, currency)
}

/// One amount of pay under a name, read in that currency.
pub(super) fn single(
    node: &Node,
    name: &str,
    currency: Option<&str>,
    given: &Given,
) -> Option<Decimal> {
    let currency = Currency {
        code: currency.map(str::to_owned),
        inferred: false,
    };
    let text = node.text(name)?;
    let plain = exact(&text).filter(|amount| node.is_number(name) || is_plain(*amount, &currency));
    let amount = plain.or_else(|| {
        let pay = money::pay(&text, &with_currency(given, &currency));
        pay.min.filter(|_| pay.min == pay.max)
    });
    amount.filter(|amount| is_likely(*amount))
}

/// Machines write a point before decimals. Three digits behind it may be thousands that a person
/// wrote, unless the currency has three decimals.
fn is_plain(amount: Decimal, currency: &Currency) -> bool {
    let decimals = currency.code.as_deref().and_then(money::decimals);
    amount.scale() != 3 || decimals == Some(3)
}

fn with_currency<'c>(given: &Given<'c>, currency: &'c Currency) -> Given<'c> {
    Given {
        default_currency: currency.code.as_deref().or(given.default_currency),
        ..*given
    }
}

fn settled(mut price: Price, currency: &Currency) -> Price {
    for amount in [&mut price.amount, &mut price.low, &mut price.high] {
        *amount = amount.filter(|amount| is_likely(*amount));
    }
    if currency.code.is_some() {
        price.currency.clone_from(&currency.code);
        price.currency_inferred = currency.inferred;
    }
    if price.amount.is_none() && price.low.is_none() && price.high.is_none() {
        return Price::default();
    }
    price
}

pub(super) fn is_likely(amount: Decimal) -> bool {
    !amount.is_sign_negative() && amount < Decimal::from(LARGEST)
}

/// A number as machines write it.
pub(super) fn exact(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    match plain && digits {
        true => Decimal::from_str_exact(text).ok(),
        false => Decimal::from_scientific(text)
            .ok()
            .filter(|_| text.contains(['e', 'E'])),
    }
}
