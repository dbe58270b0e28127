//! Where a value may begin and end in a text: not inside of a word or a number.
//!
//! Chinese, Japanese, Korean and Thai write words without blanks or attach endings to them; there
//! every place is a boundary.

use std::ops::Range;

/// Whether the place holds whole words and numbers.
pub(super) fn is_whole(text: &str, place: &Range<usize>) -> bool {
    let (Some(before), Some(value), Some(after)) = (
        text.get(..place.start),
        text.get(place.clone()),
        text.get(place.end..),
    ) else {
        return false;
    };
    begins(before, value) && ends(value, after)
}

fn begins(before: &str, value: &str) -> bool {
    let mut left = before.chars().rev();
    match (left.next(), value.chars().next()) {
        (Some(near), Some(first)) => {
            let splits_number = first.is_ascii_digit() && in_number(near, left.next());
            !joins(near, first) && !splits_number
        }
        _ => true,
    }
}

fn ends(value: &str, after: &str) -> bool {
    let mut right = after.chars();
    match (value.chars().next_back(), right.next()) {
        (Some(last), Some(near)) => {
            let far = right.next();
            let splits_number = last.is_ascii_digit() && in_number(near, far);
            !joins(last, near) && !splits_number && !extends_name(last, near, far)
        }
        _ => true,
    }
}

/// The same word goes on from one character to the next.
fn joins(left: char, right: char) -> bool {
    is_word(left) && is_word(right) && !is_unspaced(left) && !is_unspaced(right)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36F}')
}

/// `3` is no part of `3.5` or `12,3`: a separator with a digit behind it.
fn in_number(near: char, far: Option<char>) -> bool {
    matches!(near, '.' | ',') && far.is_some_and(|far| far.is_ascii_digit())
}

/// `C` is no part of `C++` or `C#`; in `Rust+Kafka` the sign is a blank.
fn extends_name(last: char, near: char, far: Option<char>) -> bool {
    last.is_ascii_alphabetic() && matches!(near, '+' | '#') && !far.is_some_and(is_word)
}

/// Scripts without blanks between words, or with endings written to the word.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        // Thai, Lao; Myanmar; Khmer
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        // Hangul letters; kana, bopomofo, Hangul letters; Han
        | '\u{1100}'..='\u{11FF}' | '\u{3005}'..='\u{318F}' | '\u{31A0}'..='\u{9FFF}'
        // Hangul syllables; Han, compatibility and later planes
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}
