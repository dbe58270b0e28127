//! One spelling for what looks alike: full-width forms, accents, letter case, blanks, dashes.
//! Never drops a digit or a letter.

/// The text in small letters without accents, with plain digits, marks and blanks.
pub(super) fn fold(text: &str) -> String {
    let shown = text.chars().filter(|c| !is_invisible(*c));
    shown
        .flat_map(|c| narrow(c).to_lowercase())
        .map(bare)
        .collect()
}

fn is_invisible(c: char) -> bool {
    // Marks of direction and zero width; a combining accent follows its letter.
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}'
        | '\u{feff}' | '\u{ad}' | '\u{300}'..='\u{36f}')
}

/// Full-width ASCII and its cousins as ASCII.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c).saturating_sub(0xfee0)).unwrap_or(c),
        '\u{2236}' | '\u{fe55}' => ':',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '、' => ',',
        '。' => '.',
        '【' => '[',
        '】' => ']',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Latin letters without their accents, so that each name is listed once.
fn bare(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'ª' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'º' | '°' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        c => c,
    }
}
