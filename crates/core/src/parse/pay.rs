//! Pay in typed form: decimal text, currency, interval.

use std::collections::BTreeMap;

use readonce_model::Reason;
use readonce_model::record::Facts;
use rust_decimal::Decimal;

use super::Source;
use super::fields::Fields;
use crate::facts::money;

/// A pay range as a board gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pay {
    pub(super) min: Option<Decimal>,
    pub(super) max: Option<Decimal>,
    pub(super) currency: Option<String>,
    pub(super) interval: Option<&'static str>,
    /// Monthly salaries a year, where the source says so.
    pub(super) months: Option<u8>,
}

impl Pay {
    pub(super) fn has_amount(&self) -> bool {
        self.min.is_some() || self.max.is_some()
    }

    /// Writes the pay into facts; without an amount there is none to write.
    pub(super) fn into_facts(self, facts: &mut Facts) {
        if !self.has_amount() {
            return;
        }
        facts.pay_min = self.min.map(|amount| amount.to_string());
        facts.pay_max = self.max.map(|amount| amount.to_string());
        facts.pay_currency = self.currency;
        facts.pay_interval = self.interval.map(str::to_owned);
        facts.pay_months = self.months.map(i32::from);
    }
}

/// Pay in words, as a board or a person shows it; `None` when there is no amount in them.
pub(super) fn of_text(text: &str, source: &Source) -> Option<Pay> {
    let given = money::Given {
        lang: source.response.lang,
        default_currency: None,
    };
    let read = money::pay(text, &given);
    let pay = Pay {
        min: read.min,
        max: read.max,
        currency: read.currency,
        interval: read.interval,
        months: read.months,
    };
    pay.has_amount().then_some(pay)
}

/// One range out of several: the span of those in the same currency and interval. Ranges that
/// cannot be compared make no span, and then none is told.
pub(super) fn span(ranges: Vec<Pay>) -> Pay {
    let mut groups: BTreeMap<(Option<String>, Option<&str>), Vec<Pay>> = BTreeMap::new();
    for pay in ranges {
        if pay.has_amount() {
            let group = (pay.currency.clone(), pay.interval);
            groups.entry(group).or_default().push(pay);
        }
    }
    let single = (groups.len() == 1).then(|| groups.pop_first()).flatten();
    let Some(((currency, interval), ranges)) = single else {
        return Pay::default();
    };
    Pay {
        min: ranges.iter().filter_map(|pay| pay.min).min(),
        max: ranges.iter().filter_map(|pay| pay.max).max(),
        months: ranges.iter().find_map(|pay| pay.months),
        currency,
        interval,
    }
}

/// An amount with every digit; a negative one is none.
pub(super) fn amount(fields: &Fields, name: &str) -> Result<Option<Decimal>, Reason> {
    let Some(text) = fields.scalar(name)? else {
        return Ok(None);
    };
    let text = text.trim();
    let exact = Decimal::from_str_exact(text).or_else(|_| Decimal::from_scientific(text));
    Ok(exact.ok().filter(|amount| !amount.is_sign_negative()))
}

/// The interval in the words of a board: `1 YEAR`, `per-hour-wage`, `Annual Salary`.
pub(super) fn interval(words: &str) -> Option<&'static str> {
    let lower = words.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric());
    let odd = |part: &str| matches!(part, "bi" | "biweekly" | "semi") || is_other_count(part);
    if parts.clone().any(odd) {
        return None;
    }
    parts.find_map(|part| match part {
        "year" | "years" | "yearly" | "annual" | "annually" | "annum" => Some("YEAR"),
        "month" | "months" | "monthly" => Some("MONTH"),
        "week" | "weeks" | "weekly" => Some("WEEK"),
        "day" | "days" | "daily" => Some("DAY"),
        "hour" | "hours" | "hourly" => Some("HOUR"),
        _ => None,
    })
}

/// "2 WEEK" is no week.
fn is_other_count(part: &str) -> bool {
    part.parse::<u32>().is_ok_and(|count| count != 1)
}

pub(super) fn currency(fields: &Fields, name: &str) -> Result<Option<String>, Reason> {
    let code = fields.text(name)?;
    Ok(code.map(|code| code.trim().to_uppercase()))
}
