//! Text as it is compared: the canonical line, without differences that people read over.
//!
//! Only for comparing. Hashes rest on `canonical::fold` alone, so nothing of this may go there.

use crate::canonical;

/// Letter case and the kinds of dash and quote vanish. Each character is mapped by itself, so
/// that a part of a text folds to a part of the folded text.
pub(super) fn fold(text: &str) -> String {
    canonical::tidy(text)
        .chars()
        .map(plain)
        .flat_map(char::to_lowercase)
        .map(last_sigma)
        .collect()
}

fn plain(c: char) -> char {
    match c {
        // Hyphens and dashes, and the sign for minus.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{201B}' => '\'',
        '\u{201C}'..='\u{201F}' => '"',
        _ => c,
    }
}

/// The Greek sigma at a word's end has a small form of its own.
const fn last_sigma(c: char) -> char {
    match c {
        'ς' => 'σ',
        _ => c,
    }
}
