//! Pay out of the text that shows it: a range, the currency, and for how long it is paid.

use rust_decimal::Decimal;

use super::fold::fold;
use super::groups::{Group, Reading, groups, is_word};
use super::locale::locale;
use super::price::parts_by_blank;
use super::roles::{Role, Said, said};
use super::scan::{Token, scan};
use super::terms::Class;
use super::{Given, currency};

/// What a text says about pay. One exact amount is both ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pay {
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    pub currency: Option<String>,
    /// The currency is not in the text alone.
    pub currency_inferred: bool,
    /// YEAR, MONTH, WEEK, DAY or HOUR.
    pub interval: Option<&'static str>,
    /// How many monthly salaries a year has, where it is said: 14 in "14薪".
    pub months: Option<u8>,
}

/// Reads one text; without an amount there is nothing. Linear in its length.
pub fn pay(text: &str, given: &Given) -> Pay {
    let locale = given.lang.and_then(locale);
    let tokens = scan(&fold(text), parts_by_blank(locale.as_ref()));
    let reading = Reading {
        tokens: &tokens,
        given,
        locale: locale.as_ref(),
    };
    let offers = offers(&tokens, groups(&reading));
    let Some(first) = offers.first() else {
        return Pay::default();
    };
    let alike = |offer: &&Offer| offer.interval == first.interval && offer.code() == first.code();
    let same: Vec<&Offer> = offers.iter().filter(alike).collect();
    let months = months(&tokens);
    let mut pay = Pay {
        min: span(same.iter().map(|offer| offer.min), |a, b| a.min(b)),
        max: span(same.iter().map(|offer| offer.max), |a, b| a.max(b)),
        currency: first.group.currency.code.clone(),
        currency_inferred: first.group.currency.inferred,
        interval: first.interval.or(months.and(Some("MONTH"))),
        months,
    };
    if pay.currency.is_none() && tokens.iter().any(|token| token.is(Class::Salary)) {
        let region = locale.and_then(|locale| locale.region);
        pay.currency = Some(currency::of_chinese_pay(region.as_deref()));
        pay.currency_inferred = true;
    }
    pay
}

/// One amount or range that is pay.
struct Offer {
    group: Group,
    min: Option<Decimal>,
    max: Option<Decimal>,
    interval: Option<&'static str>,
}

impl Offer {
    fn code(&self) -> Option<&str> {
        self.group.currency.code.as_deref()
    }
}

/// The span of all offers; an open end of one is an open end of all.
fn span(
    ends: impl Iterator<Item = Option<Decimal>>,
    pick: fn(Decimal, Decimal) -> Decimal,
) -> Option<Decimal> {
    let ends: Option<Vec<Decimal>> = ends.collect();
    ends?.into_iter().reduce(pick)
}

fn offers(tokens: &[Token], groups: Vec<Group>) -> Vec<Offer> {
    let signed = groups.iter().any(|group| group.signed);
    let numbers = tokens
        .iter()
        .filter(|token| token.number().is_some())
        .count();
    let mut offers = Vec::new();
    let mut free = 0;
    let mut heading = None;
    for (at, group) in groups.iter().enumerate() {
        let limit = groups.get(at + 1).map_or(tokens.len(), |next| next.start);
        let said = said(tokens, group, free, limit);
        let before = tokens.get(free..group.start).unwrap_or(&[]);
        let after = tokens.get(group.end..limit).unwrap_or(&[]);
        free = group.end;
        heading = every(before).or(heading);
        let interval = interval(after, group.signed).or(heading);
        let bare =
            interval.is_some() || group.scaled || numbers == 1 + usize::from(group.high.is_some());
        let counts = if signed {
            group.signed
        } else {
            bare && !counts_things(group, after, interval)
        };
        if counts && said.role != Role::Other {
            offers.push(offer(group, &said, interval));
        }
    }
    if tokens.iter().any(|token| token.is(Class::Odd)) {
        offers.iter_mut().for_each(|offer| offer.interval = None);
    }
    offers
}

/// A bare number with a word of its own behind it, the months of "14薪", and "401k".
fn counts_things(group: &Group, after: &[Token], interval: Option<&str>) -> bool {
    let months = after.first().is_some_and(|token| token.is(Class::Months));
    let plan = group.scaled && group.high.is_none() && group.low == Decimal::from(401_000);
    let unit = after
        .first()
        .is_some_and(|token| is_word(token) || is_time(token) || token.is_mark('%'));
    months || plan || (unit && (interval.is_none() || !group.scaled))
}

fn is_time(token: &Token) -> bool {
    unit(token).is_some() && !token.is(Class::Per)
}

fn unit(token: &Token) -> Option<&'static str> {
    token.term()?.classes.iter().find_map(|class| match class {
        Class::Unit(interval) => Some(*interval),
        _ => None,
    })
}

/// The interval that words like "monthly" and "年薪" say.
fn every(tokens: &[Token]) -> Option<&'static str> {
    tokens
        .iter()
        .rev()
        .filter_map(Token::term)
        .find_map(|term| {
            term.classes.iter().find_map(|class| match class {
                Class::Every(interval) => Some(*interval),
                _ => None,
            })
        })
}

/// The interval behind an amount: "per month", "/hr", "a year", "yearly", and a bare unit right
/// behind an amount with a currency. "per 2 weeks" is none.
fn interval(after: &[Token], signed: bool) -> Option<&'static str> {
    let pairs = after.iter().zip(after.iter().skip(1));
    let per = pairs
        .filter(|(per, _)| per.is(Class::Per))
        .find_map(|(_, token)| unit(token));
    let bare = || after.first().filter(|_| signed).and_then(unit);
    let first = every(after.get(..after.len().min(12)).unwrap_or(&[]));
    per.or(first).or_else(bare)
}

fn offer(group: &Group, said: &Said, interval: Option<&'static str>) -> Offer {
    let high = group.high.unwrap_or(group.low);
    let open_above = said.from && group.high.is_none();
    let open_below = said.up_to && group.high.is_none();
    Offer {
        group: group.clone(),
        min: Some(group.low).filter(|_| !open_below || open_above),
        max: Some(high).filter(|_| !open_above),
        interval,
    }
}

/// "14薪": 12 to 24 monthly salaries a year.
fn months(tokens: &[Token]) -> Option<u8> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let said = pairs.filter(|(_, word)| word.is(Class::Months));
    let mut counts = said.filter_map(|(number, _)| number.number()?.parse().ok());
    counts.find(|count| (12..=24).contains(count))
}
