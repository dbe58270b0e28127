//! How much a text says, in visible characters: letters and digits, dense scripts three times.
//!
//! Chinese says as much as English in a third of the characters.

/// Weight of a text, as far as it matters: counting stops behind `enough`.
pub(super) fn weight(text: &str, enough: usize) -> usize {
    let mut sum = 0usize;
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        sum = sum.saturating_add(if c < '\u{3000}' { 1 } else { 3 });
        if sum > enough {
            break;
        }
    }
    sum
}

/// Whether a text says anything: a row of dashes does not.
pub(super) fn says_something(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}
