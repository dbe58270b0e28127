//! How much a text says, in visible characters: letters and digits, dense scripts three times.
//!
//! Chinese says as much as English in a third of the characters.

use crate::canonical::plain_start;

/// ASCII is counted in pieces, which costs less than a look at each character.
const PIECE_BYTES: usize = 64;

/// Weight of a text, as far as it matters: counting stops behind `enough`.
pub(super) fn weight(text: &str, enough: usize) -> usize {
    let (plain, other) = text
        .split_at_checked(plain_start(text))
        .unwrap_or((text, ""));
    let mut sum = 0usize;
    for piece in plain.as_bytes().chunks(PIECE_BYTES) {
        let letters = piece.iter().filter(|byte| byte.is_ascii_alphanumeric());
        sum = sum.saturating_add(letters.count());
        if sum > enough {
            return enough.saturating_add(1);
        }
    }
    for c in other.chars().filter(|c| says_part(*c)) {
        sum = sum.saturating_add(if c < '\u{3000}' { 1 } else { 3 });
        if sum > enough {
            break;
        }
    }
    sum
}

/// A letter or digit. Han characters are known without the table: they are most of a Chinese text.
fn says_part(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '\u{4E00}'..='\u{9FFF}')
        || (!c.is_ascii() && c.is_alphanumeric())
}

/// Whether a text says anything: a row of dashes does not.
pub(super) fn says_something(text: &str) -> bool {
    text.chars().any(says_part)
}
