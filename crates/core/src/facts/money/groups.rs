//! Amounts of a text: each number with its signs and scale, and ranges of two.
//!
//! A sign between two numbers belongs to the one that it touches; where it touches both or none,
//! to the one that its kind is written before or after.

use rust_decimal::Decimal;

use super::Given;
use super::currency::{self, Choice};
use super::locale::Locale;
use super::number::{self, Habits};
use super::scan::{Kind, Token};
use super::terms::{Class, Sign};

/// A number with what belongs to it; `start..end` are its tokens.
#[derive(Clone, Debug)]
struct Found {
    start: usize,
    end: usize,
    number: usize,
    /// Two digits behind the sign: "19€99".
    cents: Option<usize>,
    scale: Option<u32>,
    signs: Vec<&'static Sign>,
    sign_before: bool,
}

/// An amount or a range of two.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) low: Decimal,
    pub(super) high: Option<Decimal>,
    pub(super) currency: Choice,
    pub(super) signed: bool,
    pub(super) scaled: bool,
}

/// What the whole text is read with.
pub(super) struct Reading<'r> {
    pub(super) tokens: &'r [Token],
    pub(super) given: &'r Given<'r>,
    pub(super) locale: Option<&'r Locale>,
}

impl Reading<'_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn sign(&self, at: usize) -> Option<&'static Sign> {
        self.token(at)?.sign()
    }

    fn glued(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.glued)
    }

    fn number(&self, at: usize) -> Option<&str> {
        self.token(at)?.number()
    }
}

/// Every amount and range, in the order of the text; negative ones and junk are left out.
pub(super) fn groups(reading: &Reading) -> Vec<Group> {
    let point = shown_point(reading).or(reading.locale.map(|locale| locale.point));
    let found = every_number(reading);
    let mut groups = Vec::new();
    let mut rest = found.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        let second = tail
            .first()
            .filter(|second| is_range(reading, first, second));
        let group = group(reading, point, first, second);
        groups.extend(group.filter(|_| !is_negative(reading, first)));
        rest = tail.get(usize::from(second.is_some())..).unwrap_or(&[]);
    }
    groups
}

/// The decimal sign that some number of the text shows beyond doubt.
fn shown_point(reading: &Reading) -> Option<char> {
    let numbers = reading.tokens.iter().filter_map(Token::number);
    numbers.filter_map(number::shown_point).next()
}

fn every_number(reading: &Reading) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut free = 0;
    for at in 0..reading.tokens.len() {
        if at >= free && reading.number(at).is_some() {
            let one = one_number(reading, at, free);
            free = one.end;
            found.push(one);
        }
    }
    found
}

/// The number here with the signs around it; tokens before `free` belong to an earlier one.
fn one_number(reading: &Reading, number: usize, free: usize) -> Found {
    let mut start = number;
    let mut signs = Vec::new();
    while let Some(sign) = start
        .checked_sub(1)
        .filter(|at| *at >= free)
        .and_then(|at| reading.sign(at))
    {
        signs.push(sign);
        start -= 1;
        if signs.len() == 2 {
            break;
        }
    }
    let sign_before = !signs.is_empty();
    let mut end = number + 1;
    let scale = reading
        .token(end)
        .filter(|_| scales(reading, end))
        .and_then(Token::term);
    let scale = scale.and_then(|term| term.scale());
    end += usize::from(scale.is_some());
    let mut cents = None;
    while let Some(sign) = reading.sign(end) {
        if belongs_to_next(reading, end, sign, sign_before) {
            break;
        }
        signs.push(sign);
        end += 1;
        if is_cents(reading, number, end) {
            cents = Some(end);
            end += 1;
            break;
        }
    }
    Found {
        start,
        end,
        number,
        cents,
        scale,
        signs,
        sign_before,
    }
}

/// A scale of one letter touches its number.
fn scales(reading: &Reading, at: usize) -> bool {
    let short = |token: &Token| token.term().is_some_and(|term| term.form.len() == 1);
    reading
        .token(at)
        .is_some_and(|token| token.glued || !short(token))
}

/// Whether the sign at this place stands before the next number rather than after this one.
fn belongs_to_next(reading: &Reading, at: usize, sign: &Sign, has_sign: bool) -> bool {
    let next = at + 1;
    if reading.number(next).is_none() {
        return sign.before
            && reading
                .sign(next)
                .is_some_and(|_| reading.number(at + 2).is_some());
    }
    if is_cents_text(reading, next) && reading.glued(at) && reading.glued(next) {
        return false;
    }
    match (reading.glued(at), reading.glued(next)) {
        (true, false) => false,
        (false, true) => true,
        _ => has_sign || sign.before,
    }
}

/// Whether "19€99" ends here: a whole number, a sign and two digits that touch.
fn is_cents(reading: &Reading, number: usize, at: usize) -> bool {
    let whole = reading
        .number(number)
        .is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()));
    whole
        && at == number + 2
        && reading.glued(at - 1)
        && reading.glued(at)
        && is_cents_text(reading, at)
}

fn is_cents_text(reading: &Reading, at: usize) -> bool {
    let two = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
    reading.number(at).is_some_and(two)
}

/// Whether one mark or word of a range joins the two.
fn is_range(reading: &Reading, first: &Found, second: &Found) -> bool {
    if second.start != first.end + 1 {
        return false;
    }
    let joins = |token: &Token| token.is_mark('-') || token.is_mark('~') || token.is(Class::Range);
    let lone = first.signs.is_empty() && second.sign_before;
    !lone && reading.token(first.end).is_some_and(joins)
}

/// A minus that touches the amount and touches nothing before it.
fn is_negative(reading: &Reading, found: &Found) -> bool {
    let minus = |at: usize| reading.token(at).is_some_and(|token| token.is_mark('-'));
    let inside = (found.start..found.number).any(|at| at > found.start && minus(at));
    let Some(at) = found.start.checked_sub(1) else {
        return inside;
    };
    let loose = match at.checked_sub(1).and_then(|at| reading.token(at)) {
        None => true,
        Some(token) => !reading.glued(at) || token.is_mark('(') || token.sign().is_some(),
    };
    let bracket = reading.token(at).is_some_and(|token| token.is_mark('-'));
    inside || (bracket && loose && reading.glued(found.start))
}

fn group(
    reading: &Reading,
    point: Option<char>,
    first: &Found,
    second: Option<&Found>,
) -> Option<Group> {
    let mut signs = first.signs.clone();
    signs.extend(second.iter().flat_map(|second| &second.signs));
    let cents = [Some(first), second]
        .into_iter()
        .flatten()
        .any(|one| has_cents(reading, one));
    let currency = currency::choose(&signs, reading.given, reading.locale, cents);
    let decimals = currency.code.as_deref().and_then(currency::decimals);
    let habits = Habits { point, decimals };
    let plain = plain_value(reading, first, habits)?;
    let high = match second {
        Some(second) => Some((plain_value(reading, second, habits)?, second.scale)),
        None => None,
    };
    let shared = high.and_then(|(high, scale)| scale.filter(|_| plain <= high));
    let low = scaled(plain, first.scale.or(shared))?;
    let high = match high {
        Some((high, scale)) => Some(scaled(high, scale)?),
        None => None,
    };
    if high.is_some_and(|high| high < low) {
        return None;
    }
    Some(Group {
        start: first.start,
        end: second.map_or(first.end, |second| second.end),
        low,
        high,
        currency,
        signed: !signs.is_empty(),
        scaled: first
            .scale
            .or(second.and_then(|second| second.scale))
            .is_some(),
    })
}

/// One or two decimals behind the sign, which some currencies do not have.
fn has_cents(reading: &Reading, found: &Found) -> bool {
    let text = reading.number(found.number).unwrap_or("");
    let fraction = text.rsplit(['.', ',']).next().map_or(0, str::len);
    let parted = text.contains(['.', ',']) && matches!(fraction, 1 | 2);
    found.scale.is_none() && (found.cents.is_some() || parted)
}

fn plain_value(reading: &Reading, found: &Found, habits: Habits) -> Option<Decimal> {
    let text = reading.number(found.number)?;
    match found.cents.and_then(|at| reading.number(at)) {
        Some(cents) => Decimal::from_str_exact(&format!("{text}.{cents}")).ok(),
        None => number::value(text, habits),
    }
}

/// A scaled amount has no written decimals left to keep.
fn scaled(value: Decimal, scale: Option<u32>) -> Option<Decimal> {
    let Some(power) = scale else {
        return Some(value);
    };
    let factor = Decimal::from(10_u64.checked_pow(power)?);
    value.checked_mul(factor).map(|value| value.normalize())
}

/// Whether a token is a word that says nothing about amounts.
pub(super) fn is_word(token: &Token) -> bool {
    matches!(token.kind, Kind::Word { .. })
}
