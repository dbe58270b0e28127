//! What stands at the end of an excerpt and only leads to the rest: "... more", "Read more »",
//! "[…]", "The post X appeared first on Y."
//!
//! Words count only where nothing else can be meant: alone, behind an ellipsis, or before an arrow.
//! "You should read more" is content.

use crate::canonical::fold;
use crate::item::Block;

/// Looked at from the end of a text; a longer tail is none.
const WINDOW_BYTES: usize = 400;

const PHRASES: [&str; 26] = [
    "read more",
    "continue reading",
    "read the full story",
    "read full article",
    "read the full article",
    "read full story",
    "read on",
    "keep reading",
    "learn more",
    "view article",
    "full story",
    "weiterlesen",
    "mehr lesen",
    "jetzt lesen",
    "lire la suite",
    "lire plus",
    "leer más",
    "seguir leyendo",
    "continua a leggere",
    "leggi tutto",
    "lees verder",
    "阅读全文",
    "閱讀全文",
    "查看全文",
    "阅读更多",
    "続きを読む",
];

/// Too common to count before an arrow alone.
const WORDS: [&str; 7] = ["more", "mehr", "suite", "más", "更多", "全文", "详细"];

const ARROWS: [char; 8] = ['→', '»', '›', '⟶', '➔', '▸', '►', '>'];

const QUOTES: [char; 7] = ['"', '“', '”', '„', '«', '»', '\''];

/// What blogs add to every body: how it begins, and what is in it.
const NOTICES: [(&str, &str); 9] = [
    ("the post ", " appeared first on "),
    ("the post ", " first appeared on "),
    ("der beitrag ", " erschien zuerst auf "),
    ("der beitrag ", " erschien erstmals auf "),
    ("l’article ", " est apparu en premier sur "),
    ("cet article ", " est apparu en premier sur "),
    ("la entrada ", " se publicó primero en "),
    ("la entrada ", " aparece primero en "),
    ("l'articolo ", " proviene da "),
];

/// Takes the tails off the end of a body of this title.
pub(super) fn strip(blocks: &mut Vec<Block>, title: &str) {
    while let Some(Block::Text(last)) = blocks.last_mut() {
        let kept = match is_notice(last, title) {
            true => Some(0),
            false => without_tail(last),
        };
        let Some(kept) = kept else {
            return;
        };
        last.truncate(kept);
        if last.trim().is_empty() {
            blocks.pop();
        }
    }
}

/// A line that is made of the title and where it was published: "The post Title appeared first on
/// Site."
fn is_notice(line: &str, title: &str) -> bool {
    let bytes = title.len();
    if bytes == 0 || bytes > WINDOW_BYTES || line.len() > bytes.saturating_add(WINDOW_BYTES) {
        return false;
    }
    let line = fold(line).to_ascii_lowercase();
    let title = title.to_ascii_lowercase();
    NOTICES.iter().any(|(start, inside)| {
        let behind = line
            .strip_prefix(start)
            .map(|rest| rest.trim_start_matches(QUOTES));
        let behind = behind.and_then(|rest| rest.strip_prefix(title.as_str()));
        behind.is_some_and(|rest| rest.trim_start_matches(QUOTES).starts_with(inside))
    })
}

/// How many bytes of the text are left without its tail; `None` when it has none. Always fewer
/// than it has.
fn without_tail(text: &str) -> Option<usize> {
    let text = text.trim_end();
    let mut from = text.len().saturating_sub(WINDOW_BYTES);
    while !text.is_char_boundary(from) {
        from = from.saturating_add(1);
    }
    let window = Window {
        whole: from == 0,
        text: text.get(from..).unwrap_or("").to_ascii_lowercase(),
    };
    let kept = window.led_on().or_else(|| window.open_bracket())?;
    Some(from.saturating_add(kept))
}

/// The end of a text in small letters; lengths in bytes are those of the text.
struct Window {
    text: String,
    whole: bool,
}

impl Window {
    /// Words that lead on, at the end or with the title of the text and an arrow behind them.
    fn led_on(&self) -> Option<usize> {
        let core = self.text.trim_end_matches(closes);
        let marks = self.text.get(core.len()..).unwrap_or("");
        let points_on = marks.contains(ARROWS) || marks.contains('…') || marks.contains("..");
        let ends = |phrases: &[&str]| {
            let found = phrases.iter().filter(|phrase| core.ends_with(*phrase));
            found
                .filter_map(|phrase| self.before(core.len().checked_sub(phrase.len())?))
                .min()
        };
        let strong = ends(&PHRASES).filter(|before| points_on || before.sure);
        let weak = || ends(&WORDS).filter(|before| before.sure);
        let behind = || marks.contains(ARROWS).then(|| self.titled()).flatten();
        Some(strong.or_else(weak).or_else(behind)?.kept)
    }

    /// "… Continue reading The title of it →"
    fn titled(&self) -> Option<Before> {
        let places = PHRASES.iter().filter_map(|phrase| self.text.rfind(phrase));
        places
            .filter_map(|at| self.before(at))
            .filter(|before| before.sure)
            .min()
    }

    /// What is left before words at a place; `None` when they are the end of a longer word.
    fn before(&self, at: usize) -> Option<Before> {
        let before = self.text.get(..at)?;
        let dense = self.text.get(at..)?.starts_with(|c| c >= '\u{2e80}');
        if !dense && before.ends_with(char::is_alphanumeric) {
            return None;
        }
        let kept = without_ellipsis(before);
        let gap = before.get(kept.len()..).unwrap_or("");
        let cut = gap.contains("..") || gap.contains(['…', '[', '(']);
        Some(Before {
            kept: kept.len(),
            sure: cut || (kept.is_empty() && self.whole),
        })
    }

    /// "[…]" and "(...)".
    fn open_bracket(&self) -> Option<usize> {
        let inside = self.text.strip_suffix([']', ')'])?.trim_end();
        let before = inside
            .strip_suffix("...")
            .or_else(|| inside.strip_suffix('…'))?;
        let before = before.trim_end().strip_suffix(['[', '('])?;
        Some(before.trim_end().len())
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Before {
    kept: usize,
    /// An ellipsis or a bracket stands before the words, or nothing at all.
    sure: bool,
}

/// What may stand behind the words.
fn closes(c: char) -> bool {
    c.is_whitespace() || ARROWS.contains(&c) || matches!(c, '.' | '…' | ']' | ')' | '&' | ':' | '!')
}

/// Without what stands between a text and the words; a full stop is the text's own.
fn without_ellipsis(text: &str) -> &str {
    let mut kept = text;
    loop {
        let less = kept.trim_end_matches(|c: char| {
            c.is_whitespace() || matches!(c, '…' | '[' | '(' | '|' | '-' | '–')
        });
        let less = match less.ends_with("..") {
            true => less.trim_end_matches('.'),
            false => less,
        };
        if less.len() == kept.len() {
            return kept;
        }
        kept = less;
    }
}
