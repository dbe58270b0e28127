//! Pieces of a line around a place: sentence and clause.
//!
//! Both look no further than a fixed distance, so that a line of a megabyte with a match on every
//! word is still read in linear time.

use std::ops::Range;

/// How far a sentence or clause reaches at most, in bytes on each side.
const REACH_BYTES: usize = 240;

/// The sentence around a place.
pub(super) fn sentence<'a>(line: &'a str, place: &Range<usize>) -> &'a str {
    piece(line, place, ends_sentence)
}

/// The part of a sentence around a place, as commas and brackets cut it.
pub(super) fn clause<'a>(line: &'a str, place: &Range<usize>) -> &'a str {
    piece(line, place, ends_clause)
}

/// What follows a place up to the end of the sentence.
pub(super) fn rest_of_sentence(line: &str, from: usize) -> &str {
    let window = line
        .get(from..ceil(line, from.saturating_add(REACH_BYTES)))
        .unwrap_or_default();
    let end = ends(window, ends_sentence).next().unwrap_or(window.len());
    window.get(..end).unwrap_or_default()
}

/// Clauses of a piece of text, in order.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let cuts = ends(text, ends_clause).chain([text.len()]);
    cuts.filter_map(move |end| {
        let clause = text.get(start..end);
        start = end;
        clause
    })
}

fn piece<'a>(
    line: &'a str,
    place: &Range<usize>,
    is_end: fn(char, Option<char>) -> bool,
) -> &'a str {
    let low = floor(line, place.start.saturating_sub(REACH_BYTES));
    let high = ceil(line, place.end.saturating_add(REACH_BYTES));
    let before = line.get(low..place.start).unwrap_or_default();
    let after = line.get(place.end..high).unwrap_or_default();
    let start = low + ends(before, is_end).last().unwrap_or(0);
    let end = place.end + ends(after, is_end).next().unwrap_or(after.len());
    line.get(start..end).unwrap_or_default()
}

/// Byte positions right after each character that ends a piece.
fn ends(text: &str, is_end: fn(char, Option<char>) -> bool) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(move |(at, c)| {
        let after = at + c.len_utf8();
        let next = text.get(after..).and_then(|rest| rest.chars().next());
        is_end(c, next).then_some(after)
    })
}

fn ends_sentence(c: char, next: Option<char>) -> bool {
    match c {
        // Not the dot of `Node.js` or `3.5`.
        '.' => next.is_none_or(char::is_whitespace),
        ';' | '；' | '。' | '!' | '！' | '?' | '？' | '\n' => true,
        _ => false,
    }
}

fn ends_clause(c: char, next: Option<char>) -> bool {
    matches!(c, ',' | '，' | '(' | ')' | '（' | '）' | '、') || ends_sentence(c, next)
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
