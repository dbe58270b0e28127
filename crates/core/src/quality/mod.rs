//! How far an item can be trusted, as a score with reasons.
//!
//! Judges and never drops: an item with an empty body is kept, with a low score.

#[cfg(test)]
mod tests;

use readonce_model::record::Facts;
use rust_decimal::Decimal;

use crate::item::{Canonical, Quality};

/// Fewer visible characters than this make no description. Chinese says more with fewer, so this
/// counts a character of a dense script three times.
const SHORT_BODY: usize = 200;

/// What costs points, with how many. The codes are stable: they are columns and labels.
const BODY_MISSING: (&str, i32) = ("body_missing", 60);
const BODY_SHORT: (&str, i32) = ("body_short", 30);
const TITLE_MISSING: (&str, i32) = ("title_missing", 40);
const LINK_MISSING: (&str, i32) = ("link_missing", 10);
const PUBLISHED_MISSING: (&str, i32) = ("published_missing", 10);
const PAY_INVERTED: (&str, i32) = ("pay_inverted", 10);

/// The score of an item: 100 less what its faults cost, never below 0.
pub fn assess(canonical: &Canonical, url: Option<&str>, facts: &Facts) -> Quality {
    let body = weight(&canonical.text);
    let faults = [
        (body == 0, BODY_MISSING),
        (body > 0 && body < SHORT_BODY, BODY_SHORT),
        (canonical.title.is_empty(), TITLE_MISSING),
        (url.is_none(), LINK_MISSING),
        (facts.published_at.is_none(), PUBLISHED_MISSING),
        (is_pay_inverted(facts), PAY_INVERTED),
    ];
    let found = faults.into_iter().filter(|(holds, _)| *holds);
    let (reasons, costs): (Vec<String>, Vec<i32>) = found
        .map(|(_, (code, cost))| (code.to_owned(), cost))
        .unzip();
    Quality {
        score: 100i32.saturating_sub(costs.iter().sum()).max(0),
        reasons,
    }
}

fn weight(text: &str) -> usize {
    let visible = text.chars().filter(|c| c.is_alphanumeric());
    visible.map(|c| if c < '\u{3000}' { 1 } else { 3 }).sum()
}

fn is_pay_inverted(facts: &Facts) -> bool {
    let amount = |text: &Option<String>| Decimal::from_str_exact(text.as_deref()?).ok();
    match (amount(&facts.pay_min), amount(&facts.pay_max)) {
        (Some(low), Some(high)) => low > high,
        _ => false,
    }
}
