//! One line of text by the rules of the form: usual width, single blanks, plain signs, nothing
//! invisible, NFC.
//!
//! DO NOT CHANGE: part of canonical form version 2. Folding a folded line changes nothing.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::chars::{Fate, fate, han_start, is_contextual, plain_start};
use super::chinese::{self, Blanks};
use super::context;
use super::rules::Rules;
use super::typography::{DOTS, ELLIPSIS};

/// The text as one canonical line: line breaks are blanks like any other.
pub fn fold(text: &str) -> String {
    fold_by(Rules::CONTENT, text)
}

/// A fact's text as one line: noise goes, but its quotation marks, dashes and blanks stay as the
/// source sets them.
pub fn tidy(text: &str) -> String {
    fold_by(Rules::FACT, text)
}

/// A text as people are shown it: one line, with every sign as the source has it.
pub fn shown(text: &str) -> String {
    fold_by(Rules::SHOWN, text)
}

/// Whether a character shows: it is no blank, and has width.
pub(crate) fn is_shown(c: char) -> bool {
    fate(c) == Fate::Shown
}

/// A text with the characters that show as a blank or as nothing spelled out: `<U+00A0>`.
pub(crate) fn spelled(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match fate(c) {
            Fate::Shown => line.push(c),
            _ if c == ' ' => line.push(c),
            _ => line.push_str(&format!("<U+{:04X}>", u32::from(c))),
        }
    }
    line
}

pub(crate) fn fold_by(rules: Rules, text: &str) -> String {
    if is_settled(text) {
        return visible(rules, text);
    }
    let line = if rules.invisible && text.contains(is_contextual) {
        visible(rules, &settled(text))
    } else {
        visible(rules, text)
    };
    if !rules.nfc {
        return line;
    }
    match ComposingNormalizerBorrowed::new_nfc().normalize(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(normal) => normal,
    }
}

/// Whether no neighbours can change what becomes of a character: there are no joiners, and what the
/// rules make of the text is in NFC. True of nearly all texts; a look at the few characters outside
/// ASCII is cheaper than two passes.
fn is_settled(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.get(plain_start(rest)..).unwrap_or_default();
        rest = rest.get(han_start(rest)..).unwrap_or_default();
        let mut chars = rest.chars();
        match chars.next() {
            None => return true,
            Some(c) if is_plain(c) => rest = chars.as_str(),
            Some(_) => return false,
        }
    }
}

/// Letters of Western Europe, Han, and signs: none of them combines with any other of them.
const fn is_plain(c: char) -> bool {
    matches!(c,
        '\0'..='\u{2FF}' | '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3011}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF5E}')
}

/// The text without the zero-width characters that nothing needs; those left are needed.
///
/// Judged by what content makes of their neighbours, whatever the rules: a text as it is shown must
/// keep what the same text as content needs.
fn settled(text: &str) -> String {
    let standing: Vec<char> = text.chars().filter(|c| fate(*c) != Fate::Gone).collect();
    let plain = standing.iter().map(|c| match fate(*c) {
        Fate::Blank => ' ',
        _ => Rules::CONTENT.plain(*c),
    });
    let needed = context::needed(&plain.collect::<Vec<char>>());
    let pairs = standing.into_iter().zip(needed);
    pairs
        .filter_map(|(c, is_needed)| is_needed.then_some(c))
        .collect()
}

/// The characters that show, with one blank where there were any: copied run by run, since nearly
/// all of them stay as they are.
fn visible(rules: Rules, text: &str) -> String {
    let mut line = Line::new(rules, text);
    let mut rest = text;
    loop {
        let run = match &line.chinese {
            None => plain_run(rest.as_bytes()),
            Some(_) => 0,
        };
        let run = match run {
            0 => staying_run(rules, rest),
            run => run,
        };
        let (same, other) = rest.split_at_checked(run).unwrap_or((rest, ""));
        line.append(same, rest);
        let mut chars = other.chars();
        let Some(c) = chars.next() else {
            return line.text;
        };
        match fate(c) {
            Fate::Blank if rules.blanks => line.blank = !line.text.is_empty(),
            Fate::Gone if rules.invisible => {}
            _ if c == ELLIPSIS && rules.ellipsis => line.append(DOTS, other),
            Fate::Shown => line.append_changed(c, other),
            _ => line.append(c.encode_utf8(&mut [0; 4]), other),
        }
        rest = chars.as_str();
    }
}

/// The bytes of a start that is visible ASCII with single blanks between: no rule changes any of
/// it where blanks have no Chinese neighbours. Looked at in pieces, as long as they last.
fn plain_run(text: &[u8]) -> usize {
    const PIECE_BYTES: usize = 32;
    let mut at = 0;
    if !text.first().is_some_and(u8::is_ascii_graphic) {
        return 0;
    }
    while let Some((piece, behind)) = text.get(at..).and_then(|rest| {
        let piece = rest.get(..PIECE_BYTES)?;
        Some((piece, rest.get(1..=PIECE_BYTES)?))
    }) {
        let pairs = piece.iter().zip(behind);
        let odd = pairs.fold(0_u8, |odd, (byte, next)| {
            let shows = (b' '..=b'~').contains(byte);
            odd | u8::from(!shows) | u8::from((*byte == b' ') & (*next == b' '))
        });
        if odd != 0 {
            break;
        }
        at = at.saturating_add(PIECE_BYTES);
    }
    let mut end = at;
    // A blank that ends a piece has something else behind it, but what shows is not known yet.
    let mut blank = at > 0 && text.get(at.saturating_sub(1)) == Some(&b' ');
    if blank {
        end = at.saturating_sub(1);
    }
    for byte in text.get(at..).unwrap_or_default() {
        at = at.saturating_add(1);
        match byte {
            b'!'..=b'~' => (end, blank) = (at, false),
            b' ' if !blank => blank = true,
            _ => break,
        }
    }
    end
}

/// The bytes of a start that no rule changes, blanks apart.
fn staying_run(rules: Rules, text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.get(han_start(rest)..).unwrap_or_default();
        let mut chars = rest.chars();
        match chars.next() {
            Some(c) if stays(rules, c) => rest = chars.as_str(),
            _ => return text.len().saturating_sub(rest.len()),
        }
    }
}

fn stays(rules: Rules, c: char) -> bool {
    matches!(c, '!'..='~' | '\u{4E00}'..='\u{9FFF}')
        || (!c.is_ascii()
            && fate(c) == Fate::Shown
            && rules.plain(c) == c
            && !(rules.ellipsis && c == ELLIPSIS))
}

/// A line as it grows.
struct Line {
    rules: Rules,
    text: String,
    /// Blanks were passed; whether one is written depends on what stands around it.
    blank: bool,
    /// Only where Chinese signs are about: elsewhere every blank counts.
    chinese: Option<Blanks>,
}

impl Line {
    fn new(rules: Rules, text: &str) -> Self {
        let is_chinese = rules.chinese_blanks && rules.blanks && chinese::may_be_in(text);
        Self {
            rules,
            text: String::with_capacity(text.len()),
            blank: false,
            chinese: is_chinese.then(Blanks::new),
        }
    }

    /// `ahead` is the rest of the text from this piece on.
    fn append(&mut self, piece: &str, ahead: &str) {
        if piece.is_empty() {
            return;
        }
        if std::mem::take(&mut self.blank) {
            let chinese = self.chinese.as_mut();
            if chinese.is_none_or(|blanks| blanks.counts(&self.text, ahead)) {
                self.text.push(' ');
            }
        }
        self.text.push_str(piece);
    }

    fn append_changed(&mut self, c: char, ahead: &str) {
        self.append(self.rules.plain(c).encode_utf8(&mut [0; 4]), ahead);
        if let Some(blanks) = &mut self.chinese
            && chinese::is_wide_sign(c)
        {
            blanks.wide_until(self.text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn normal(text: &str) -> String {
        ComposingNormalizerBorrowed::new_nfc()
            .normalize(text)
            .into_owned()
    }

    #[test]
    fn plain_characters_are_normal_and_stay_so_beside_each_other() {
        let plain: Vec<char> = ('\0'..=char::MAX).filter(|c| is_plain(*c)).collect();
        for c in &plain {
            assert!(!is_contextual(*c), "{c:?}");
            for before in ["", "A", "e", "\u{1FF}", "一", "・"] {
                let text = format!("{before}{c}");
                assert_eq!(normal(&text), text);
                let folded = Rules::CONTENT.plain(*c);
                assert_eq!(
                    normal(&format!("{before}{folded}")),
                    format!("{before}{folded}")
                );
            }
        }
    }

    proptest! {
        #[test]
        fn short_ways_change_nothing(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "word", " ", "  ", "\n", "\t", "\u{7F}", "a line of plain words in ASCII, long enough for pieces",
                    "é", "\u{A0}", "’", "–", "…", "中", "，", "\u{301}", "ﬁ", "\u{200D}", "한", "ｶ", "ﾞ", "がＡ",
                ]),
                0..12,
            ),
        ) {
            let text = parts.concat();
            for rules in [Rules::CONTENT, Rules::FACT, Rules::SHOWN, Rules { blanks: false, ..Rules::CONTENT }] {
                // The long way: each character on its own, then NFC over all.
                let settled = match rules.invisible && text.contains(is_contextual) {
                    true => settled(&text),
                    false => text.clone(),
                };
                let mut line = Line::new(rules, &settled);
                let mut rest = settled.as_str();
                while let Some(c) = rest.chars().next() {
                    let behind = rest.get(c.len_utf8()..).unwrap();
                    match fate(c) {
                        Fate::Blank if rules.blanks => line.blank = !line.text.is_empty(),
                        Fate::Gone if rules.invisible => {}
                        _ if c == ELLIPSIS && rules.ellipsis => line.append(DOTS, rest),
                        Fate::Shown => line.append_changed(c, rest),
                        _ => line.append(c.encode_utf8(&mut [0; 4]), rest),
                    }
                    rest = behind;
                }
                prop_assert_eq!(fold_by(rules, &text), normal(&line.text), "{:?}", rules);
            }
        }
    }
}
