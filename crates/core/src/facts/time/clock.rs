//! The time of day: 16:20:05, 9.20 am, 16h20, 16.20 Uhr, 下午4点20分, T162005. A lone number is no
//! time of day.

use super::token::Scanner;
use super::{Precision, Unread};

/// A time of day; hour 24 is the end of the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) hour: i64,
    pub(super) minute: Option<i64>,
    pub(super) second: Option<i64>,
    pub(super) nanos: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Noon,
    Afternoon,
    Evening,
}

/// The halves of a day by their Chinese names.
const HALVES: &[(&str, Half)] = &[
    ("上午", Half::Morning),
    ("早上", Half::Morning),
    ("早晨", Half::Morning),
    ("凌晨", Half::Morning),
    ("清晨", Half::Morning),
    ("午前", Half::Morning),
    ("中午", Half::Noon),
    ("下午", Half::Afternoon),
    ("午后", Half::Afternoon),
    ("午後", Half::Afternoon),
    ("傍晚", Half::Evening),
    ("晚上", Half::Evening),
    ("晚间", Half::Evening),
    ("晚間", Half::Evening),
];

const HOUR_MARKS: [char; 4] = ['时', '時', '点', '點'];

impl Clock {
    pub(super) fn precision(&self) -> Precision {
        match (self.minute, self.second) {
            (None, _) => Precision::Hour,
            (_, None) => Precision::Minute,
            _ => Precision::Second,
        }
    }

    fn at(hour: i64, minute: Option<i64>, second: Option<i64>) -> Self {
        Self {
            hour,
            minute,
            second,
            nanos: 0,
        }
    }

    /// Checked: no part is bent into range, but for the leap second.
    pub(super) fn checked(mut self) -> Result<Self, Unread> {
        let (minute, second) = (self.minute.unwrap_or(0), self.second.unwrap_or(0));
        let is_end = self.hour == 24 && minute == 0 && second == 0 && self.nanos == 0;
        if (self.hour > 23 && !is_end) || minute > 59 || second > 60 {
            return Err(Unread::OutOfRange);
        }
        self.second = self.second.map(|second| second.min(59));
        Ok(self)
    }

    fn in_half(mut self, half: Half) -> Result<Self, Unread> {
        self.hour = match (half, self.hour) {
            (Half::Morning, 12) => 0,
            (Half::Morning, hour @ 0..=11) | (Half::Noon, hour @ 11..=13) => hour,
            (Half::Afternoon | Half::Evening, hour @ 1..=11) | (Half::Noon, hour @ 1..=2) => {
                hour.saturating_add(12)
            }
            (Half::Afternoon, 12) => 12,
            (Half::Afternoon | Half::Evening, hour @ 13..=23) => hour,
            // Twelve in the evening may be this day's end or the next one's start.
            _ => return Err(Unread::OutOfRange),
        };
        Ok(self)
    }
}

pub(super) fn read(scanner: &mut Scanner) -> Result<Option<Clock>, Unread> {
    let start = scanner.at;
    let before = scanner.eat_run(HALVES);
    let shape = colons(scanner)
        .or_else(|| han(scanner))
        .or_else(|| french(scanner))
        .or_else(|| dotted(scanner))
        .or_else(|| bare(scanner))
        .or_else(|| after_t(scanner));
    let Some(clock) = shape else {
        scanner.at = start;
        return Ok(None);
    };
    let half = before.or_else(|| meridiem(scanner));
    if half.is_none() {
        scanner.eat_word(&["h", "hrs", "uhr"]);
    }
    half.map_or(Ok(clock), |half| clock.in_half(half))?
        .checked()
        .map(Some)
}

fn colons(scanner: &mut Scanner) -> Option<Clock> {
    let hour = scanner.small(0)?;
    let is_pair = |ahead| scanner.mark(ahead) == Some(':');
    let minute = scanner.two(2).filter(|_| is_pair(1))?;
    let second = scanner.two(4).filter(|_| is_pair(3));
    scanner.advance(if second.is_some() { 5 } else { 3 });
    let mut clock = Clock::at(hour, Some(minute), second);
    if second.is_some() {
        clock.nanos = fraction(scanner);
    }
    Some(clock)
}

/// A fraction of a second, down to nanoseconds.
fn fraction(scanner: &mut Scanner) -> i32 {
    let is_glued = !scanner.is_spaced(0) && !scanner.is_spaced(1);
    let number = scanner
        .number(1)
        .filter(|_| is_glued && scanner.is_mark(0, &['.', ',']));
    let Some((mut value, digits)) = number else {
        return 0;
    };
    scanner.advance(2);
    for _ in digits..9 {
        value = value.saturating_mul(10);
    }
    for _ in 9..digits {
        value /= 10;
    }
    i32::try_from(value).unwrap_or(0)
}

fn han(scanner: &mut Scanner) -> Option<Clock> {
    let hour = scanner
        .small(0)
        .filter(|_| scanner.is_mark(1, &HOUR_MARKS))?;
    scanner.advance(2);
    scanner.eat_mark(&['整', '钟', '鐘']);
    if scanner.eat_mark(&['半']) {
        return Some(Clock::at(hour, Some(30), None));
    }
    let minute = scanner.small(0).filter(|_| scanner.is_mark(1, &['分']));
    scanner.advance(if minute.is_some() { 2 } else { 0 });
    let second = scanner
        .small(0)
        .filter(|_| minute.is_some() && scanner.is_mark(1, &['秒']));
    scanner.advance(if second.is_some() { 2 } else { 0 });
    Some(Clock::at(hour, minute, second))
}

/// 16h20, 16 h 20, 16h.
fn french(scanner: &mut Scanner) -> Option<Clock> {
    let hour = scanner.small(0).filter(|_| scanner.is_word(1, &["h"]))?;
    scanner.advance(2);
    let minute = scanner.two(0).filter(|_| scanner.mark(1) != Some(':'));
    scanner.advance(usize::from(minute.is_some()));
    Some(Clock::at(hour, minute, None))
}

/// 16.20 Uhr, 9.20 am: a dot only where a word says that it is a clock.
fn dotted(scanner: &mut Scanner) -> Option<Clock> {
    let hour = scanner.small(0).filter(|_| scanner.mark(1) == Some('.'))?;
    let minute = scanner.two(2).filter(|_| is_clock_word(scanner, 3))?;
    scanner.advance(3);
    Some(Clock::at(hour, Some(minute), None))
}

/// 9 am, 16 Uhr.
fn bare(scanner: &mut Scanner) -> Option<Clock> {
    let hour = scanner.small(0).filter(|_| is_clock_word(scanner, 1))?;
    scanner.advance(1);
    Some(Clock::at(hour, None, None))
}

pub(super) fn is_clock_word(scanner: &Scanner, ahead: usize) -> bool {
    let dotted =
        scanner.is_word(ahead, &["a", "p"]) && scanner.mark(ahead.saturating_add(1)) == Some('.');
    dotted || scanner.is_word(ahead, &["am", "pm", "uhr"])
}

/// The basic form of ISO 8601, and its lone hour.
fn after_t(scanner: &mut Scanner) -> Option<Clock> {
    let (value, digits) = scanner.number(0).filter(|_| scanner.is_after(&["t"]))?;
    let clock = match digits {
        2 => Clock::at(value, None, None),
        4 => Clock::at(value / 100, Some(value % 100), None),
        6 => Clock::at(value / 10_000, Some(value / 100 % 100), Some(value % 100)),
        _ => return None,
    };
    scanner.advance(1);
    let nanos = if digits == 6 { fraction(scanner) } else { 0 };
    Some(Clock { nanos, ..clock })
}

fn meridiem(scanner: &mut Scanner) -> Option<Half> {
    // "16:20 am 24. September" is German.
    let is_german = scanner.number(1).is_some() && scanner.mark(2) == Some('.');
    if !is_german && scanner.eat_word(&["am"]) {
        return Some(Half::Morning);
    }
    if scanner.eat_word(&["pm"]) {
        return Some(Half::Afternoon);
    }
    let is_dotted = scanner.mark(1) == Some('.') && scanner.word(2) == Some("m");
    let half = match scanner.word(0).filter(|_| is_dotted)? {
        "a" => Half::Morning,
        "p" => Half::Afternoon,
        _ => return None,
    };
    scanner.advance(3);
    scanner.eat_mark(&['.']);
    Some(half)
}
