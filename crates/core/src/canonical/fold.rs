//! One line of text by the rules of the form: usual width, single blanks, plain signs, nothing
//! invisible, NFC.
//!
//! DO NOT CHANGE: part of canonical form version 2. Folding a folded line changes nothing.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::chars::{Fate, fate, is_contextual};
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
    if text.is_ascii() {
        return visible(rules, text);
    }
    let line = if rules.invisible && text.contains(is_contextual) {
        visible(rules, &settled(rules, text))
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

/// The text without the zero-width characters that nothing needs; those left are needed.
fn settled(rules: Rules, text: &str) -> String {
    let standing: Vec<char> = text.chars().filter(|c| fate(*c) != Fate::Gone).collect();
    let plain = standing.iter().map(|c| match fate(*c) {
        Fate::Blank => ' ',
        _ => rules.plain(*c),
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
        let run = rest.find(|c| !stays(rules, c)).unwrap_or(rest.len());
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

fn stays(rules: Rules, c: char) -> bool {
    matches!(c, '!'..='~')
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
