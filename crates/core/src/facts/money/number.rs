//! Written numbers: where one ends, and what its separators mean.
//!
//! Which of `.` and `,` is the decimal sign is decided by the number itself, else by the other
//! numbers of the text, else by the locale, else by the decimals of the currency. Groups that are
//! neither thousands nor lakhs are no number: a date, a version, an address.

use rust_decimal::Decimal;

use super::fold::THIN;

/// More characters than an amount ever has; a decimal holds 28 digits.
const LONGEST: usize = 64;

/// What is known about separators beyond the number itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Habits {
    /// The decimal sign by the rest of the text, else by the locale.
    pub(super) point: Option<char>,
    /// The decimals of the currency.
    pub(super) decimals: Option<u32>,
}

/// The bytes of the number that starts here; `blanks`: a plain blank may part groups.
pub(super) fn length(text: &str, blanks: bool) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    let mut grouped = true;
    loop {
        let start = at;
        while digit(at) {
            at += 1;
        }
        let rest = text.get(at..).unwrap_or("");
        let Some(sep) = rest.chars().next() else {
            return at;
        };
        let next = at + sep.len_utf8();
        let blank = sep == THIN || (sep == ' ' && blanks);
        let group = digit(next) && digit(next + 1) && digit(next + 2) && !digit(next + 3);
        let joins = match sep {
            '.' | ',' | '\'' => digit(next),
            _ => blank && group && grouped && (1..=3).contains(&(at - start)),
        };
        if !joins {
            return at;
        }
        grouped &= blank;
        at = next;
    }
}

/// The bytes of an empty decimal part: `,-` and `.--`, as in "49,-".
pub(super) fn empty_decimals(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    if !matches!(bytes, [b'.' | b',', b'-', ..]) {
        return 0;
    }
    let dashes = bytes
        .iter()
        .skip(1)
        .take_while(|byte| **byte == b'-')
        .count();
    let after = rest.get(1 + dashes..).unwrap_or("").trim_start();
    if after.starts_with(|c: char| c.is_ascii_digit()) {
        0
    } else {
        1 + dashes
    }
}

/// The decimal sign that this number shows beyond doubt.
pub(super) fn shown_point(text: &str) -> Option<char> {
    if text.len() > LONGEST {
        return None;
    }
    let seps: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    match seps.as_slice() {
        [only] => (decimals_after(text, *only) != 3 && plausible(text, *only)).then_some(*only),
        [first, .., last] if first != last => Some(*last),
        [first, ..] => Some(if *first == '.' { ',' } else { '.' }),
        [] => None,
    }
}

/// Whether this many digits stand after the sign.
fn decimals_after(text: &str, sep: char) -> usize {
    text.rsplit(sep).next().map_or(0, str::len)
}

fn plausible(text: &str, sep: char) -> bool {
    text.split(sep)
        .next()
        .is_some_and(|whole| !whole.is_empty())
}

/// The value with every digit; junk and numbers beyond 28 digits are none.
pub(super) fn value(text: &str, habits: Habits) -> Option<Decimal> {
    if text.len() > LONGEST {
        return None;
    }
    let point = point(text, habits);
    let (whole, fraction) = match point.and_then(|point| text.rsplit_once(point)) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    if !fraction.is_none_or(|digits| digits.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let whole = ungroup(whole)?;
    let plain = fraction.map_or(whole.clone(), |digits| format!("{whole}.{digits}"));
    Decimal::from_str_exact(&plain).ok()
}

/// The sign of this number that parts its decimals; none where every separator parts groups.
fn point(text: &str, habits: Habits) -> Option<char> {
    let seps: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    match seps.as_slice() {
        [] => None,
        [sep] => single(text, *sep, habits).then_some(*sep),
        [first, .., last] => (first != last).then_some(*last),
    }
}

/// Whether the only separator parts decimals.
fn single(text: &str, sep: char, habits: Habits) -> bool {
    let whole = text.split(sep).next().unwrap_or("");
    if decimals_after(text, sep) != 3 || whole.is_empty() || whole == "0" {
        return true;
    }
    if whole.contains([THIN, ' ', '\'']) || whole.len() > 3 {
        return true;
    }
    match (habits.point, habits.decimals) {
        (_, Some(0)) => false,
        (Some(point), _) => point == sep,
        (None, Some(3)) | (None, None) => sep == '.',
        (None, Some(_)) => false,
    }
}

/// Digits without their groups; groups of three, or of two with three at the end.
fn ungroup(whole: &str) -> Option<String> {
    let is_sep = |c: char| !c.is_ascii_digit();
    let mut seps = whole.chars().filter(|c| is_sep(*c));
    let first = seps.next();
    if !seps.all(|sep| Some(sep) == first) {
        return None;
    }
    let groups: Vec<&str> = whole.split(is_sep).collect();
    let sizes: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let right = match sizes.as_slice() {
        [_] => true,
        [head, rest @ .., 3] => {
            let thousands = (1..=3).contains(head) && rest.iter().all(|size| *size == 3);
            let lakhs = (1..=2).contains(head) && rest.iter().all(|size| *size == 2);
            thousands || lakhs
        }
        _ => false,
    };
    let digits = groups.concat();
    right.then(|| {
        if digits.is_empty() {
            "0".to_owned()
        } else {
            digits
        }
    })
}
