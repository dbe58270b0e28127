//! What a single character is in canonical text: shown, a blank, or nothing.
//!
//! DO NOT CHANGE: part of canonical form version 2. The tables are written out, so that a newer
//! Unicode in a library cannot move a hash.

/// What happens to one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Shown,
    Blank,
    Gone,
    /// Stays or goes by its neighbours.
    Contextual,
}

/// How many bytes a text begins with that are ASCII; looked at in pieces, as long as they last.
pub(crate) fn plain_start(text: &str) -> usize {
    const PIECE_BYTES: usize = 64;
    let pieces = text.as_bytes().chunks(PIECE_BYTES);
    let whole = pieces.take_while(|piece| piece.is_ascii());
    let sure = whole.map(<[u8]>::len).sum();
    let rest = text.as_bytes().get(sure..).unwrap_or_default();
    let plain = rest.iter().position(|byte| !byte.is_ascii());
    plain.map_or(text.len(), |plain| plain.saturating_add(sure))
}

/// How many bytes a text begins with that are Han characters (U+4E00 to U+9FFF), told by their first
/// two bytes: three bytes each, from E4 B8 80 to E9 BF BF.
pub(crate) fn han_start(text: &str) -> usize {
    let (threes, _) = text.as_bytes().as_chunks::<3>();
    let is_han = |[first, second, _]: &&[u8; 3]| {
        matches!(first, 0xE5..=0xE9) || (*first == 0xE4 && *second >= 0xB8)
    };
    let count = threes.iter().take_while(is_han).count();
    count.saturating_mul(3)
}

pub(super) fn fate(c: char) -> Fate {
    match c {
        '!'..='~' => Fate::Shown,
        _ if is_blank(c) => Fate::Blank,
        _ if is_contextual(c) => Fate::Contextual,
        _ if is_gone(c) => Fate::Gone,
        _ => Fate::Shown,
    }
}

/// Blanks of every kind: Unicode white space, and the fillers that show as a blank.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}'
        | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
        // Braille blank, Hangul fillers
        | '\u{2800}' | '\u{3164}' | '\u{FFA0}')
}

/// Joiners, Mongolian selectors and tags of flags.
pub(super) fn is_contextual(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}' | '\u{180B}'..='\u{180F}' | '\u{E0020}'..='\u{E007F}')
}

/// Zero-width characters and controls: they show nothing.
fn is_gone(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        // soft hyphen, grapheme joiner, direction marks, zero-width space, word joiner
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        // variation selectors, byte-order mark, annotation marks
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E001F}' | '\u{E0080}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_is_told_by_bytes_as_by_characters() {
        for c in '\0'..=char::MAX {
            let is_han = matches!(c, '\u{4E00}'..='\u{9FFF}');
            let right = if is_han { 3 } else { 0 };
            assert_eq!(han_start(c.encode_utf8(&mut [0; 4])), right, "{c:?}");
        }
        assert_eq!(han_start("中文a字"), 6);
        assert_eq!(han_start("中é文"), 3);
    }
}
