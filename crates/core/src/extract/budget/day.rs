//! Which day a moment belongs to: the day of UTC, or of a fixed offset from it.
//!
//! A fixed offset, not a time zone: a day that lasts 23 or 25 hours twice a year would be a limit
//! that does too.

use std::fmt;
use std::str::FromStr;

pub const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;
/// Longest offset that is in use anywhere.
const MOST_HOURS: i64 = 14;

/// Where the day begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayRule {
    offset_minutes: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no day; write UTC, or an offset from it up to 14 hours, like +08:00")]
pub struct NotADay(pub String);

impl DayRule {
    /// The number of the day that a moment lies in.
    pub fn day_of(self, at_ms: i64) -> i64 {
        let local_ms = at_ms.saturating_add(self.offset_minutes * MINUTE_MS);
        local_ms.div_euclid(DAY_MS)
    }

    /// When a day begins.
    pub fn begins_ms(self, day: i64) -> i64 {
        let local_ms = day.saturating_mul(DAY_MS);
        local_ms.saturating_sub(self.offset_minutes * MINUTE_MS)
    }

    /// When the day after this moment's begins.
    pub fn next_begins_ms(self, at_ms: i64) -> i64 {
        self.begins_ms(self.day_of(at_ms).saturating_add(1))
    }
}

impl FromStr for DayRule {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || NotADay(text.to_owned());
        if text == "UTC" {
            return Ok(Self::default());
        }
        let (sign, rest) = match text.split_at_checked(1) {
            Some(("+", rest)) => (1, rest),
            Some(("-", rest)) => (-1, rest),
            _ => return Err(refuse()),
        };
        let (hours, minutes) = rest.split_once(':').ok_or_else(refuse)?;
        let (hours, minutes) = (two_digits(hours), two_digits(minutes));
        let (hours, minutes) = hours.zip(minutes).ok_or_else(refuse)?;
        let offset_minutes = hours * 60 + minutes;
        if minutes > 59 || offset_minutes > MOST_HOURS * 60 {
            return Err(refuse());
        }
        Ok(Self {
            offset_minutes: sign * offset_minutes,
        })
    }
}

fn two_digits(text: &str) -> Option<i64> {
    let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for DayRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.offset_minutes.abs();
        match self.offset_minutes {
            0 => f.write_str("UTC"),
            minutes => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", size / 60, size % 60)
            }
        }
    }
}
