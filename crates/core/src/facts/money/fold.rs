//! One way of writing for the many of the same sign: full-width forms, dashes, blanks, digits.
//!
//! The small-letter copy keeps every byte position, so a place found in one is a place in both.

/// A blank that holds a number together: no-break, thin, figure.
pub(super) const THIN: char = '\u{a0}';

/// The text as written and in small letters, both with the same byte positions.
pub(super) struct Folded {
    pub(super) shown: String,
    pub(super) lower: String,
}

pub(super) fn fold(text: &str) -> Folded {
    let shown: String = text.chars().filter_map(one).collect();
    let lower = shown.chars().map(small).collect();
    Folded { shown, lower }
}

fn one(c: char) -> Option<char> {
    let folded = match c {
        '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\u{ad}' => return None,
        '\u{ff01}'..='\u{ff5d}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{ffe5}' => '¥',
        '\u{ffe1}' => '£',
        '\u{ffe6}' => '₩',
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => THIN,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => '-',
        '\u{ff5e}' | '\u{301c}' | '\u{223c}' => '~',
        '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{66c}' => '\'',
        '\u{66b}' => '.',
        '\u{660}'..='\u{669}' => digit(c, 0x660),
        '\u{6f0}'..='\u{6f9}' => digit(c, 0x6f0),
        c if c.is_whitespace() => ' ',
        c => c,
    };
    Some(folded)
}

fn digit(c: char, zero: u32) -> char {
    char::from_digit(c as u32 - zero, 10).unwrap_or(c)
}

/// The small letter where it takes as many bytes.
fn small(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(low), None) if low.len_utf8() == c.len_utf8() => low,
        _ => c,
    }
}
