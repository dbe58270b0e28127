//! The price of an item out of the text that shows it.
//!
//! Numbers with a currency are prices; a bare number is one only where the text holds nothing
//! else. Amounts that no word tells apart make no price.

use rust_decimal::Decimal;

use super::Given;
use super::fold::fold;
use super::groups::{Group, Reading, groups, is_word};
use super::locale::{Locale, locale};
use super::roles::{Role, Said, said};
use super::scan::{Token, scan};
use super::terms::Class;

/// What a text says about a price. Amounts keep their written decimals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// The one price to pay; none for a range.
    pub amount: Option<Decimal>,
    /// The code of ISO 4217.
    pub currency: Option<String>,
    /// The currency is not in the text alone: by the locale, a default, or what is commonest.
    pub currency_inferred: bool,
    /// "from": the amount is the lowest of several.
    pub is_from: bool,
    pub tax_included: Option<bool>,
    /// What it cost before, or is said to cost elsewhere.
    pub list_price: Option<Decimal>,
    /// The two ends of a range.
    pub low: Option<Decimal>,
    pub high: Option<Decimal>,
    /// How many the amount buys: 2 in "2 for $10".
    pub bundle_of: Option<u32>,
}

/// Reads one text. Linear in its length.
pub fn price(text: &str, given: &Given) -> Price {
    let locale = given.lang.and_then(locale);
    let tokens = scan(&fold(text), parts_by_blank(locale.as_ref()));
    let reading = Reading {
        tokens: &tokens,
        given,
        locale: locale.as_ref(),
    };
    let struck = struck(&tokens);
    let all = groups(&reading);
    let mut kept: Vec<(Group, Said)> = Vec::new();
    let mut free = 0;
    let chosen: Vec<Group> = candidates(&tokens, all);
    for (at, group) in chosen.iter().enumerate() {
        let limit = chosen.get(at + 1).map_or(tokens.len(), |next| next.start);
        let mut said = said(&tokens, group, free, limit);
        if struck.get(group.start).copied().unwrap_or(false) {
            said.role = Role::List;
        }
        free = group.end;
        kept.push((group.clone(), said));
    }
    decide(&tokens, &kept)
}

/// Without a language a blank before three digits is read as a group.
pub(super) fn parts_by_blank(locale: Option<&Locale>) -> bool {
    locale.is_none_or(|locale| locale.blank)
}

/// The amounts with a sign; else the only bare one of a text with nothing else in it.
fn candidates(tokens: &[Token], all: Vec<Group>) -> Vec<Group> {
    if all.iter().any(|group| group.signed) {
        return all.into_iter().filter(|group| group.signed).collect();
    }
    let numbers = tokens
        .iter()
        .filter(|token| token.number().is_some())
        .count();
    let odd = |token: &Token| {
        is_word(token) || token.is_mark('%') || token.is_mark('/') || token.is_mark('#')
    };
    let said = all
        .first()
        .map_or(0, |group| 1 + usize::from(group.high.is_some()));
    let bare = all.len() == 1 && numbers == said && !all.iter().any(|group| group.scaled);
    if bare && !tokens.iter().any(|token| odd(token) || is_unit(token)) {
        all
    } else {
        Vec::new()
    }
}

fn is_unit(token: &Token) -> bool {
    let unit = |class: &Class| matches!(class, Class::Unit(_) | Class::Measure | Class::OffAfter);
    token
        .term()
        .is_some_and(|term| term.classes.iter().any(unit))
}

/// Which tokens stand between a pair of "~~".
fn struck(tokens: &[Token]) -> Vec<bool> {
    let mut inside = false;
    let mut before = false;
    let mut marks = Vec::with_capacity(tokens.len());
    for token in tokens {
        let tilde = token.is_mark('~');
        if tilde && before && token.glued {
            inside = !inside;
            before = false;
        } else {
            before = tilde;
        }
        marks.push(inside);
    }
    // A pair that is never closed strikes nothing.
    if inside {
        vec![false; tokens.len()]
    } else {
        marks
    }
}

fn decide(tokens: &[Token], kept: &[(Group, Said)]) -> Price {
    let role = |role: Role| move |(_, said): &&(Group, Said)| said.role == role;
    let list = kept.iter().find(role(Role::List));
    let mut pool: Vec<&(Group, Said)> = kept.iter().filter(role(Role::Sale)).collect();
    for next in [Role::Plain, Role::PerUnit] {
        if pool.is_empty() {
            pool = kept.iter().filter(role(next)).collect();
        }
    }
    if pool.iter().any(|(_, said)| said.tax_included == Some(true)) {
        pool.retain(|(_, said)| said.tax_included == Some(true));
    }
    let mut price = one_of(&pool)
        .map(|kept| stated(tokens, kept))
        .unwrap_or_default();
    if let Some((group, _)) = list.filter(|_| pool.is_empty() || price != Price::default()) {
        if price.currency.is_none() {
            price.currency = group.currency.code.clone();
            price.currency_inferred = group.currency.inferred;
        }
        let same = price.currency == group.currency.code;
        price.list_price = Some(group.low).filter(|_| same && group.high.is_none());
    }
    price
}

/// The amount that all of one currency agree on; the first currency is the page's own.
fn one_of<'k>(pool: &[&'k (Group, Said)]) -> Option<&'k (Group, Said)> {
    let (first, _) = pool.first()?;
    let same = pool
        .iter()
        .filter(|(group, _)| group.currency.code == first.currency.code);
    let mut alike = same.filter(|(group, _)| (group.low, group.high) != (first.low, first.high));
    alike
        .next()
        .is_none()
        .then(|| pool.first().copied())
        .flatten()
}

fn stated(tokens: &[Token], (group, said): &(Group, Said)) -> Price {
    let range = group.high.is_some();
    let up_to = said.up_to && !range && !said.from;
    Price {
        amount: Some(group.low).filter(|_| !range && !up_to),
        currency: group.currency.code.clone(),
        currency_inferred: group.currency.inferred,
        is_from: said.from && !range,
        tax_included: said.tax_included,
        list_price: None,
        low: Some(group.low).filter(|_| range),
        high: group.high.or(Some(group.low).filter(|_| up_to)),
        bundle_of: bundle(tokens, group),
    }
}

/// "2 for", "5 shirts for": a small whole number, at most two words, and the word of a bundle.
fn bundle(tokens: &[Token], group: &Group) -> Option<u32> {
    let before = tokens.get(..group.start)?;
    let (last, rest) = before.split_last()?;
    if !last.is(Class::Bundle) {
        return None;
    }
    let number = rest.iter().rev().take(3).find_map(Token::number)?;
    number
        .parse()
        .ok()
        .filter(|count| (2..1000).contains(count))
}
