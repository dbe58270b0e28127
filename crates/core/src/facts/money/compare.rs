//! Amounts by value, and whether the sources of one page contradict each other.

use rust_decimal::Decimal;

use super::Price;

/// Whether two written amounts are the same value: 15.5 and 15.50. Text that is no number is the
/// same only as itself.
pub fn same_amount(a: &str, b: &str) -> bool {
    let read = |text: &str| Decimal::from_str_exact(text.trim()).ok();
    match (read(a), read(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a.trim() == b.trim(),
    }
}

/// Whether sources of one page (markup, structured data, the visible text) contradict each other
/// about the price to pay. What a source does not say contradicts nothing; a currency that was
/// inferred does not contradict one that was said.
pub fn conflict(sources: &[Price]) -> bool {
    let amounts = |read: fn(&Price) -> Option<Decimal>| differ(sources.iter().filter_map(read));
    let said = sources.iter().filter(|price| !price.currency_inferred);
    amounts(|price| price.amount)
        || amounts(|price| price.low)
        || amounts(|price| price.high)
        || amounts(|price| price.list_price)
        || differ(said.filter_map(|price| price.currency.as_deref()))
}

fn differ<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let Some(first) = values.next() else {
        return false;
    };
    values.any(|value| value != first)
}
