//! Whether a text can be in the language that its source names: by script, never by words.

/// Fewer letters do not tell.
const FEWEST_LETTERS: usize = 40;
/// More letters tell nothing new.
const LETTERS: usize = 400;
/// Of a hundred letters so many are at least of the language's own script: terms and names of
/// other scripts stand in any text.
const OWN_OF_HUNDRED: usize = 15;

/// True where the script fits, and where the language or its script is not known here.
pub(super) fn may_be_in(tag: &str, text: &str) -> bool {
    let Some(own) = script_of(tag) else {
        return true;
    };
    let letters = text.chars().filter(|c| c.is_alphabetic()).take(LETTERS);
    let (mut all, mut of_script) = (0usize, 0usize);
    for c in letters {
        all = all.saturating_add(1);
        of_script = of_script.saturating_add(usize::from(own(c)));
    }
    all < FEWEST_LETTERS || of_script.saturating_mul(100) >= all.saturating_mul(OWN_OF_HUNDRED)
}

fn script_of(tag: &str) -> Option<fn(char) -> bool> {
    let primary = tag.split(['-', '_']).next().unwrap_or_default();
    Some(match primary.to_ascii_lowercase().as_str() {
        "zh" | "yue" => |c| matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}'),
        "ja" => |c| matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'),
        "ko" => {
            |c| matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7AF}')
        }
        "ru" | "uk" | "bg" | "be" | "mk" => |c| matches!(c, '\u{400}'..='\u{52F}'),
        "el" => |c| matches!(c, '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}'),
        "ar" | "fa" | "ur" => |c| matches!(c, '\u{600}'..='\u{77F}' | '\u{FB50}'..='\u{FEFC}'),
        "he" => |c| matches!(c, '\u{590}'..='\u{5FF}'),
        "hi" | "mr" | "ne" => |c| matches!(c, '\u{900}'..='\u{97F}'),
        "th" => |c| matches!(c, '\u{E00}'..='\u{E7F}'),
        "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "nb" | "fi"
        | "pl" | "cs" | "sk" | "sl" | "hu" | "ro" | "tr" | "id" | "vi" | "ca" | "et" | "lv"
        | "lt" => {
            |c| matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
        }
        _ => return None,
    })
}
