//! What a single character becomes in canonical text.
//!
//! DO NOT CHANGE: part of canonical form version 1. The tables are written out, so that a newer
//! Unicode in a library cannot move a hash.

/// What happens to one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Keep(char),
    Blank,
    Gone,
    /// Stays or goes by its neighbours.
    Contextual,
}

pub(super) fn fate(c: char) -> Fate {
    match c {
        '!'..='~' => Fate::Keep(c),
        _ if is_blank(c) => Fate::Blank,
        _ if is_contextual(c) => Fate::Contextual,
        _ if is_gone(c) => Fate::Gone,
        '\u{FF5F}'..='\u{FFEE}' | '\u{FF01}'..='\u{FF5E}' => Fate::Keep(to_usual_width(c)),
        _ => Fate::Keep(c),
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

/// U+FF61 to U+FF9F in order; the last two are combining sound marks.
const HALF_KANA: [char; 63] = [
    '。', '「', '」', '、', '・', 'ヲ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ャ', 'ュ', 'ョ', 'ッ', 'ー',
    'ア', 'イ', 'ウ', 'エ', 'オ', 'カ', 'キ', 'ク', 'ケ', 'コ', 'サ', 'シ', 'ス', 'セ', 'ソ', 'タ',
    'チ', 'ツ', 'テ', 'ト', 'ナ', 'ニ', 'ヌ', 'ネ', 'ノ', 'ハ', 'ヒ', 'フ', 'ヘ', 'ホ', 'マ', 'ミ',
    'ム', 'メ', 'モ', 'ヤ', 'ユ', 'ヨ', 'ラ', 'リ', 'ル', 'レ', 'ロ', 'ワ', 'ン', '\u{3099}',
    '\u{309A}',
];

/// Full-width and half-width forms in their usual width: the `<wide>` and `<narrow>` mappings of
/// Unicode, all of them and nothing else.
fn to_usual_width(c: char) -> char {
    let shifted = |first: u32, base: u32| {
        char::from_u32((c as u32).wrapping_sub(first).wrapping_add(base)).unwrap_or(c)
    };
    match c {
        '\u{FF01}'..='\u{FF5E}' => shifted(0xFF01, 0x21),
        '\u{FF5F}'..='\u{FF60}' => shifted(0xFF5F, 0x2985),
        '\u{FF61}'..='\u{FF9F}' => {
            let place = (c as usize).saturating_sub(0xFF61);
            HALF_KANA.get(place).copied().unwrap_or(c)
        }
        '\u{FFA1}'..='\u{FFBE}' => shifted(0xFFA1, 0x3131),
        '\u{FFC2}'..='\u{FFC7}' => shifted(0xFFC2, 0x314F),
        '\u{FFCA}'..='\u{FFCF}' => shifted(0xFFCA, 0x3155),
        '\u{FFD2}'..='\u{FFD7}' => shifted(0xFFD2, 0x315B),
        '\u{FFDA}'..='\u{FFDC}' => shifted(0xFFDA, 0x3161),
        '\u{FFE0}' => '¢',
        '\u{FFE1}' => '£',
        '\u{FFE2}' => '¬',
        '\u{FFE3}' => '¯',
        '\u{FFE4}' => '¦',
        '\u{FFE5}' => '¥',
        '\u{FFE6}' => '₩',
        '\u{FFE8}' => '│',
        '\u{FFE9}'..='\u{FFEC}' => shifted(0xFFE9, 0x2190),
        '\u{FFED}' => '■',
        '\u{FFEE}' => '○',
        _ => c,
    }
}
