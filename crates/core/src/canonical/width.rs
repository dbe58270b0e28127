//! Full-width and half-width forms in their usual width.
//!
//! DO NOT CHANGE: part of canonical form version 2. Written out, so that a newer Unicode in a
//! library cannot move a hash.

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
pub(super) fn to_usual_width(c: char) -> char {
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
