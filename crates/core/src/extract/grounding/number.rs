//! The numbers of a text by value, whatever separators and words for thousands they are written
//! with.
//!
//! Where a separator can be read in two ways (`1,234`), both readings count: this proves values, it
//! does not choose them. Numbers in words (`three`) are not read.

use std::collections::HashMap;

use rust_decimal::Decimal;

/// Longest run that is read as one number; a longer one is an id, and ids are text.
const LONGEST_BYTES: usize = 40;

/// Words behind a number and the power of ten that they stand for.
const SCALES: &[(&str, u32)] = &[
    ("thousand", 3),
    ("million", 6),
    ("billion", 9),
    ("mio", 6),
    ("mn", 6),
    ("bn", 9),
    ("k", 3),
    ("m", 6),
    ("千", 3),
    ("万", 4),
    ("萬", 4),
    ("亿", 8),
    ("億", 8),
];

/// First place of every number in a folded text.
pub(super) fn numbers(text: &str) -> HashMap<Decimal, std::ops::Range<usize>> {
    let mut numbers = HashMap::new();
    let mut at = 0;
    while let Some(start) = next_digit(text, at) {
        let end = end_of_number(text, start);
        let is_negative = text
            .get(..start)
            .is_some_and(|before| before.ends_with('-'));
        for value in readings(text.get(start..end).unwrap_or_default()) {
            let scaled = scale(text.get(end..).unwrap_or_default(), value);
            for value in [Some(value), scaled].into_iter().flatten() {
                numbers.entry(value.normalize()).or_insert(start..end);
                if is_negative {
                    numbers.entry(-value.normalize()).or_insert(start..end);
                }
            }
        }
        at = end;
    }
    numbers
}

/// A JSON number by value.
pub(super) fn value_of(number: &serde_json::Number) -> Option<Decimal> {
    let text = number.to_string();
    let value = Decimal::from_str_exact(&text)
        .or_else(|_| Decimal::from_scientific(&text.to_ascii_lowercase()));
    value.ok().map(|value| value.normalize())
}

fn next_digit(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.find(|c: char| c.is_ascii_digit()).map(|at| from + at)
}

/// Digits, and separators with a digit behind them. A blank separates exactly three digits.
fn end_of_number(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = start;
    loop {
        match bytes.get(end) {
            Some(b'0'..=b'9') => end += 1,
            Some(b'.' | b',' | b'\'') if is_digit(end + 1) => end += 1,
            Some(b' ') if (1..=3).all(|more| is_digit(end + more)) && !is_digit(end + 4) => {
                end += 1;
            }
            _ => return end,
        }
    }
}

/// What a run of digits and separators may mean.
fn readings(run: &str) -> Vec<Decimal> {
    let parts = run.split(' ').filter(|part| part.len() < run.len());
    let whole = (run.len() <= LONGEST_BYTES).then_some(run);
    let readings = parts.chain(whole).filter(|run| run.len() <= LONGEST_BYTES);
    readings
        .flat_map(|run| [as_grouped(run), as_decimal(run)])
        .flatten()
        .collect()
}

/// Every separator is one of thousands, or of the Indian hundred thousands.
fn as_grouped(run: &str) -> Option<Decimal> {
    let mut groups = run.split(is_separator);
    let (first, rest): (_, Vec<&str>) = (groups.next()?, groups.collect());
    let fits = rest.iter().all(|group| matches!(group.len(), 2 | 3))
        && rest.last().is_none_or(|group| group.len() == 3);
    let digits = [&[first], rest.as_slice()].concat().concat();
    fits.then(|| Decimal::from_str_exact(&digits).ok())
        .flatten()
}

/// The last separator is the decimal one.
fn as_decimal(run: &str) -> Option<Decimal> {
    let (whole, fraction) = run.rsplit_once(['.', ','])?;
    let digits = whole.replace(is_separator, "");
    Decimal::from_str_exact(&format!("{digits}.{fraction}")).ok()
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | ' ')
}

/// The value times the word behind it.
fn scale(after: &str, value: Decimal) -> Option<Decimal> {
    let after = after.strip_prefix(' ').unwrap_or(after);
    let (word, power) = SCALES.iter().find(|(word, _)| after.starts_with(word))?;
    let goes_on = after
        .get(word.len()..)?
        .starts_with(|c: char| c.is_ascii_alphanumeric());
    let factor = Decimal::from(10_u64.checked_pow(*power)?);
    (!goes_on).then(|| value.checked_mul(factor)).flatten()
}
