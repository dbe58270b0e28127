//! Times that are one run of digits: seconds and milliseconds since 1970, and 20260924[1620[05]].
//! The count of digits decides; other counts are no times.

use jiff::Timestamp;

use super::Unread;
use super::clock::Clock;
use super::date::Parts;
use super::token::{Kind, Scanner, Token};

/// Seconds, milliseconds or microseconds since 1970, if the text is that number alone.
pub(super) fn epoch(tokens: &[Token]) -> Result<Option<Timestamp>, Unread> {
    let [
        Token {
            kind: Kind::Number { value, digits },
            ..
        },
    ] = tokens
    else {
        return Ok(None);
    };
    let value = i64::try_from(*value).map_err(|_| Unread::OutOfRange)?;
    let at = match digits {
        10 => Timestamp::from_second(value),
        13 => Timestamp::from_millisecond(value),
        16 => Timestamp::from_microsecond(value),
        _ => return Ok(None),
    };
    at.map(Some).map_err(|_| Unread::OutOfRange)
}

/// A date of eight digits, with or without four or six of a clock behind it.
pub(super) fn read(scanner: &mut Scanner) -> Result<Option<(Parts, Option<Clock>)>, Unread> {
    let Some((value, digits)) = scanner.number(0) else {
        return Ok(None);
    };
    let (date, clock) = match digits {
        8 => (value, None),
        12 => {
            let time = value % 10_000;
            (value / 10_000, Some(clock(time / 100, time % 100, None)))
        }
        14 => {
            let time = value % 1_000_000;
            let clock = clock(time / 10_000, time / 100 % 100, Some(time % 100));
            (value / 1_000_000, Some(clock))
        }
        _ => return Ok(None),
    };
    let year = Some(date / 10_000).filter(|year| (1000..=9999).contains(year));
    let parts = year.and_then(|year| Parts::day(year, date / 100 % 100, date % 100));
    let parts = parts.ok_or(Unread::OutOfRange)?;
    let clock = clock.map(Clock::checked).transpose()?;
    scanner.advance(1);
    Ok(Some((parts, clock)))
}

fn clock(hour: i64, minute: i64, second: Option<i64>) -> Clock {
    Clock {
        hour,
        minute: Some(minute),
        second,
        nanos: 0,
    }
}
