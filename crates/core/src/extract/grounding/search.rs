//! Every place of a value in a text, overlapping ones too, in linear time.
//!
//! `str::find` from place to place would be quadratic on texts that repeat themselves, and such
//! texts come from outside.

use std::ops::Range;

/// The first place that `is_right` accepts.
pub(super) fn find(
    text: &str,
    value: &str,
    is_right: impl Fn(&Range<usize>) -> bool,
) -> Option<Range<usize>> {
    // Most values are there and right, or not there at all; this is the fast way to know.
    let first = text.find(value)?;
    let place = first..first.saturating_add(value.len());
    if value.is_empty() || is_right(&place) {
        return (!value.is_empty()).then_some(place);
    }
    places(text.as_bytes(), value.as_bytes()).find(is_right)
}

/// Knuth, Morris and Pratt: the text is read once.
fn places<'a>(text: &'a [u8], value: &'a [u8]) -> impl Iterator<Item = Range<usize>> + 'a {
    let borders = borders(value);
    let mut matched = 0;
    text.iter().enumerate().filter_map(move |(at, byte)| {
        matched = longest(value, &borders, matched, *byte);
        let end = at.saturating_add(1);
        (matched == value.len()).then(|| end.saturating_sub(matched)..end)
    })
}

/// For each prefix length the length of its longest proper border; lengths from 0.
fn borders(value: &[u8]) -> Vec<usize> {
    let mut borders = vec![0];
    for (at, byte) in value.iter().enumerate() {
        let before = borders.get(at).copied().unwrap_or(0);
        let border = match at {
            0 => 0,
            _ => longest(value, &borders, before, *byte),
        };
        borders.push(border);
    }
    borders
}

/// How much of the value is matched after one more byte.
fn longest(value: &[u8], borders: &[usize], mut matched: usize, byte: u8) -> usize {
    loop {
        if value.get(matched) == Some(&byte) {
            return matched.saturating_add(1);
        }
        if matched == 0 {
            return 0;
        }
        matched = borders.get(matched).copied().unwrap_or(0);
    }
}
