//! The day: numbers with dashes, slashes or dots, names of months, 年月日. Reads all of a date or
//! nothing of it; a year, month or day that is not written is absent.

use jiff::civil::Date;

use super::clock::is_clock_word;
use super::names::{is_month, month};
use super::resolve::Context;
use super::token::Scanner;
use super::{Unread, order};

/// What is written of a date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) year: Option<i16>,
    pub(super) month: Option<i8>,
    pub(super) day: Option<i8>,
}

impl Parts {
    /// A day that exists; a year below 100 is one of 1950 to 2049.
    pub(super) fn day(year: i64, month: i64, day: i64) -> Option<Self> {
        let year = full_year(year)?;
        let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        Date::new(year, month, day).ok().map(Self::from)
    }

    /// A day of some year.
    pub(super) fn yearless(month: i64, day: i64) -> Option<Self> {
        let leap = Self::day(2000, month, day)?;
        Some(Self { year: None, ..leap })
    }

    fn month(year: i64, month: i64) -> Option<Self> {
        let first = Self::day(year, month, 1)?;
        Some(Self { day: None, ..first })
    }
}

impl From<Date> for Parts {
    fn from(date: Date) -> Self {
        Self {
            year: Some(date.year()),
            month: Some(date.month()),
            day: Some(date.day()),
        }
    }
}

fn full_year(year: i64) -> Option<i16> {
    let full = match year {
        0..=49 => year.saturating_add(2000),
        50..=99 => year.saturating_add(1900),
        1000..=9999 => year,
        _ => return None,
    };
    i16::try_from(full).ok()
}

pub(super) fn read(scanner: &mut Scanner, context: &Context) -> Result<Option<Parts>, Unread> {
    let start = scanner.at;
    if let Some(found) = numbers(scanner, context) {
        return found.map(Some);
    }
    for reader in [han, day_then_month, month_then_day, year_then_month] {
        scanner.at = start;
        if let Some(found) = reader(scanner) {
            return found.map(Some);
        }
    }
    scanner.at = start;
    Ok(None)
}

type Found = Option<Result<Parts, Unread>>;

fn sure(parts: Option<Parts>) -> Found {
    Some(parts.ok_or(Unread::OutOfRange))
}

fn numbers(scanner: &mut Scanner, context: &Context) -> Found {
    let sep = scanner
        .mark(1)
        .filter(|c| matches!(c, '-' | '/' | '.' | ':'))?;
    let (a, b) = (scanner.number(0)?, scanner.number(2)?);
    let third = scanner.number(4).filter(|_| scanner.mark(3) == Some(sep));
    let Some(c) = third else {
        return two_numbers(scanner, a, b, context);
    };
    // A fourth part makes it an address, a version or a serial number.
    let is_longer = scanner.mark(5) == Some(sep) && scanner.number(6).is_some() && sep != ':';
    let parts = match (a.1, b.1, c.1) {
        _ if is_longer => return None,
        (4, 1 | 2, 1 | 2) => Parts::day(a.0, b.0, c.0).ok_or(Unread::OutOfRange),
        _ if sep == ':' => return None,
        (1 | 2, 1 | 2, 4) | (1 | 2, 1 | 2, 2) => order::three([a.0, b.0, c.0], sep, context),
        _ => return None,
    };
    scanner.advance(5);
    scanner.eat_mark(&['.']);
    Some(parts)
}

/// 2026-09, 09/2026 and the yearless 11-08; the last only where it cannot be a fraction or a
/// clock.
fn two_numbers(
    scanner: &mut Scanner,
    a: (i64, usize),
    b: (i64, usize),
    context: &Context,
) -> Found {
    let sep = scanner.mark(1).filter(|sep| *sep != ':')?;
    let is_longer = scanner.mark(3) == Some(sep) && scanner.number(4).is_some();
    let has_dot = sep == '.' && scanner.mark(3) == Some('.');
    let has_clock = scanner.number(3).is_some() && scanner.mark(4) == Some(':');
    let is_padded = a.1 == 2 && b.1 == 2 && sep != '.';
    let parts = match (a.1, b.1) {
        _ if is_longer => return None,
        (4, 1 | 2) => Parts::month(a.0, b.0).ok_or(Unread::OutOfRange),
        (1 | 2, 4) => Parts::month(b.0, a.0).ok_or(Unread::OutOfRange),
        (1 | 2, 1 | 2) if has_dot || has_clock || is_padded => order::two(a.0, b.0, sep, context),
        _ => return None,
    };
    scanner.advance(if has_dot { 4 } else { 3 });
    Some(parts)
}

/// 2026年9月24日, 2026年9月, 9月24日.
fn han(scanner: &mut Scanner) -> Found {
    let year = scanner
        .number(0)
        .filter(|n| matches!(n.1, 2 | 4) && scanner.is_mark(1, &['年']));
    scanner.advance(if year.is_some() { 2 } else { 0 });
    let month = scanner.small(0).filter(|_| scanner.is_mark(1, &['月']));
    let day = month
        .and(scanner.small(2))
        .filter(|_| scanner.is_mark(3, &['日', '号', '號']));
    let has_stray_day = month.is_some() && day.is_none() && scanner.number(2).is_some();
    match (year.map(|year| year.0), month, day) {
        _ if has_stray_day => None,
        (Some(year), Some(month), Some(day)) => {
            scanner.advance(4);
            sure(Parts::day(year, month, day))
        }
        (None, Some(month), Some(day)) => {
            scanner.advance(4);
            sure(Parts::yearless(month, day))
        }
        (Some(year), Some(month), None) => {
            scanner.advance(2);
            sure(Parts::month(year, month))
        }
        (Some(year), None, None) if year >= 1000 && scanner.number(0).is_none() => {
            sure(full_year(year).map(|year| Parts {
                year: Some(year),
                ..Parts::default()
            }))
        }
        _ => None,
    }
}

/// 24 Sep 2026, 24. September, 1er octobre 2026, 24 de septiembre de 2026, 24-Sep-26.
fn day_then_month(scanner: &mut Scanner) -> Found {
    let day = scanner.small(0)?;
    scanner.advance(1);
    ordinal(scanner);
    scanner.eat_mark(&['.', '-', '/']);
    scanner.eat_word(&["de", "di", "of"]);
    let month = month_word(scanner)?;
    Some(with_year(scanner, month, day))
}

/// Sep 24, 2026; September 24th; September 2026.
fn month_then_day(scanner: &mut Scanner) -> Found {
    let month = month_word(scanner)?;
    scanner.eat_mark(&[',', '-', '/']);
    scanner.eat_word(&["de", "of", "del"]);
    if let Some((value, 4)) = scanner.number(0).filter(|_| scanner.mark(1) != Some(':')) {
        scanner.advance(1);
        return sure(Parts::month(value, month.into()));
    }
    let day = scanner.small(0).filter(|_| !is_clock(scanner))?;
    scanner.advance(1);
    ordinal(scanner);
    Some(with_year(scanner, month, day))
}

/// 2026 Sep 24, 2026-Sep-24.
fn year_then_month(scanner: &mut Scanner) -> Found {
    let (year, _) = scanner.number(0).filter(|n| n.1 == 4)?;
    scanner.advance(1);
    scanner.eat_mark(&['-', '/', ',']);
    let month = month_word(scanner)?;
    scanner.eat_mark(&['-', '/']);
    let day = scanner.small(0).filter(|_| !is_clock(scanner))?;
    scanner.advance(1);
    ordinal(scanner);
    sure(Parts::day(year, month.into(), day))
}

fn ordinal(scanner: &mut Scanner) {
    scanner.eat_word(&["st", "nd", "rd", "th", "er", "re", "e", "o", "a"]);
}

fn month_word(scanner: &mut Scanner) -> Option<i8> {
    let word = scanner.word(0)?;
    // "mar. 22 sept." is a Tuesday in three languages.
    let is_weekday = word == "mar" && scanner.any_word_after(1, is_month);
    let month = month(word).filter(|_| !is_weekday)?;
    scanner.advance(1);
    scanner.eat_mark(&['.']);
    Some(month)
}

fn with_year(scanner: &mut Scanner, month: i8, day: i64) -> Result<Parts, Unread> {
    let parts = match year(scanner) {
        Some(year) => Parts::day(year, month.into(), day),
        None => Parts::yearless(month.into(), day),
    };
    parts.ok_or(Unread::OutOfRange)
}

fn year(scanner: &mut Scanner) -> Option<i64> {
    let start = scanner.at;
    scanner.eat_mark(&[',', '.', '-', '/']);
    scanner.eat_word(&["de", "del", "of"]);
    scanner.eat_mark(&['\'']);
    let found = scanner
        .number(0)
        .filter(|n| matches!(n.1, 2 | 4) && !is_clock(scanner));
    match found {
        Some((year, _)) => {
            scanner.advance(1);
            Some(year)
        }
        None => {
            scanner.at = start;
            None
        }
    }
}

/// A number that begins a time of day.
fn is_clock(scanner: &Scanner) -> bool {
    let is_short = scanner.small(0).is_some();
    let has_mark = scanner.is_mark(1, &[':', '时', '時', '点', '點']);
    let has_minutes = scanner.mark(1) == Some('.') && is_clock_word(scanner, 3);
    is_short && (has_mark || has_minutes || scanner.is_word(1, &["h"]) || is_clock_word(scanner, 1))
}
