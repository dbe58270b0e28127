//! Quotation marks, dashes and dots that a typesetting program puts in for those of a keyboard.
//!
//! DO NOT CHANGE: part of canonical form version 2. Only what looks like the plain character and
//! means the same is in here: primes are minutes and inches, corner brackets and title marks are
//! typed on purpose, and bullets are text.

/// U+2026 becomes three full stops, which no table of single characters can say.
pub(super) const ELLIPSIS: char = '…';
pub(super) const DOTS: &str = "...";

pub(super) const fn plain_quote(c: char) -> char {
    match c {
        // “ ” „ ‟ « »
        '\u{201C}'..='\u{201F}' | '\u{AB}' | '\u{BB}' => '"',
        // ‘ ’ ‚ ‛ ‹ › and the letter apostrophe
        '\u{2018}'..='\u{201B}' | '\u{2039}' | '\u{203A}' | '\u{2BC}' => '\'',
        _ => c,
    }
}

pub(super) const fn plain_dash(c: char) -> char {
    match c {
        // hyphen, unbreakable hyphen, figure dash, en dash, em dash, bar, sign for minus
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        // wave dash: one byte pair of Shift_JIS is read as it or as the full-width tilde
        '\u{301C}' => '~',
        _ => c,
    }
}
