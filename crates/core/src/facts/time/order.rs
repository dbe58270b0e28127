//! Which of three numbers is the day: by the source, else by what is certain, else not at all.
//! One value never decides for another; a document's values do so together.

use super::Unread;
use super::date::Parts;
use super::fold::fold;
use super::resolve::Context;
use super::token::{Scanner, tokens};

/// Whether a document writes the day before the month: true or false if some of its slash dates
/// leave no choice and none contradicts them, else nothing.
#[must_use]
pub fn day_first_by_evidence(values: &[&str]) -> Option<bool> {
    let votes = values.iter().filter_map(|value| vote(value));
    let (mut day, mut month) = (false, false);
    for is_day_first in votes {
        day |= is_day_first;
        month |= !is_day_first;
    }
    (day != month).then_some(day)
}

/// The first date with slashes or dashes of a value, if it can be read one way only.
fn vote(value: &str) -> Option<bool> {
    // A value that `read` refuses as prose is no evidence either.
    let value = Some(value.trim()).filter(|value| value.len() <= super::LONGEST_BYTES)?;
    let mut scanner = Scanner::new(tokens(&fold(value)));
    while !scanner.is_done() {
        let (first, second) = (scanner.small(0), scanner.small(2));
        let (sep, next) = (scanner.mark(1), scanner.mark(3));
        let has_year = scanner.number(4).is_some_and(|year| year.1 == 4);
        if let (Some(first), Some(second), Some('/' | '-')) = (first, second, sep)
            && sep == next
            && has_year
        {
            return match (first, second) {
                (13..=31, 1..=12) => Some(true),
                (1..=12, 13..=31) => Some(false),
                _ => None,
            };
        }
        scanner.advance(1);
    }
    None
}

/// Three numbers whose year is the last, or of two digits.
pub(super) fn three(numbers: [i64; 3], sep: char, context: &Context) -> Result<Parts, Unread> {
    let [a, b, c] = numbers;
    let (day_month, month_day) = (Parts::day(c, b, a), Parts::day(c, a, b));
    let year_first = Parts::day(a, b, c);
    let is_short = c < 100;
    if is_short && context.is_year_first {
        return year_first.ok_or(Unread::OutOfRange);
    }
    match context.day_first {
        Some(true) => return day_month.ok_or(Unread::OutOfRange),
        Some(false) => return month_day.ok_or(Unread::OutOfRange),
        // A dot between the numbers is written by those who put the day first.
        None if sep == '.' => return day_month.ok_or(Unread::OutOfRange),
        None => {}
    }
    certain(&[day_month, month_day, year_first.filter(|_| is_short)])
}

/// Day and month without a year.
pub(super) fn two(a: i64, b: i64, sep: char, context: &Context) -> Result<Parts, Unread> {
    let (day_month, month_day) = (Parts::yearless(b, a), Parts::yearless(a, b));
    let is_day_first = match (context.day_first, sep) {
        (Some(is_day_first), _) => Some(is_day_first),
        (None, '.') => Some(true),
        (None, '-') => Some(false),
        (None, _) if context.is_year_first => Some(false),
        _ => None,
    };
    match is_day_first {
        Some(true) => day_month.ok_or(Unread::OutOfRange),
        Some(false) => month_day.ok_or(Unread::OutOfRange),
        None => certain(&[day_month, month_day]),
    }
}

/// The one date that all possible readings agree on.
fn certain(readings: &[Option<Parts>]) -> Result<Parts, Unread> {
    let mut possible = readings.iter().flatten();
    let first = possible.next().ok_or(Unread::OutOfRange)?;
    if possible.any(|other| other != first) {
        return Err(Unread::Ambiguous);
    }
    Ok(*first)
}
