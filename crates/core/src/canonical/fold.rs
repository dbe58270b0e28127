//! One line of text in its canonical form: usual width, single blanks, nothing invisible, NFC.
//!
//! DO NOT CHANGE: part of canonical form version 1. Folding a folded line changes nothing.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::chars::{Fate, fate, is_contextual};
use super::context;

/// The text as one canonical line: line breaks are blanks like any other.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return visible(text);
    }
    let line = if text.contains(is_contextual) {
        visible(&settled(text))
    } else {
        visible(text)
    };
    match ComposingNormalizerBorrowed::new_nfc().normalize(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(normal) => normal,
    }
}

/// The text without the zero-width characters that nothing needs; those left are needed.
fn settled(text: &str) -> String {
    let standing = text.chars().filter_map(|c| match fate(c) {
        Fate::Keep(kept) => Some(kept),
        Fate::Blank => Some(' '),
        Fate::Contextual => Some(c),
        Fate::Gone => None,
    });
    context::settle(&standing.collect::<Vec<char>>())
        .into_iter()
        .collect()
}

/// The characters that show, with one blank where there were any: copied run by run, since nearly
/// all of them stay as they are.
fn visible(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut blank = false;
    let mut rest = text;
    loop {
        let run = rest.find(|c| !stays(c)).unwrap_or(rest.len());
        let (same, other) = rest.split_at_checked(run).unwrap_or((rest, ""));
        append(&mut line, &mut blank, same);
        let mut chars = other.chars();
        let Some(c) = chars.next() else {
            return line;
        };
        match fate(c) {
            Fate::Blank => blank = !line.is_empty(),
            Fate::Keep(kept) => append(&mut line, &mut blank, kept.encode_utf8(&mut [0; 4])),
            Fate::Contextual => append(&mut line, &mut blank, c.encode_utf8(&mut [0; 4])),
            Fate::Gone => {}
        }
        rest = chars.as_str();
    }
}

fn append(line: &mut String, blank: &mut bool, run: &str) {
    if run.is_empty() {
        return;
    }
    if std::mem::take(blank) {
        line.push(' ');
    }
    line.push_str(run);
}

fn stays(c: char) -> bool {
    matches!(c, '!'..='~') || (!c.is_ascii() && fate(c) == Fate::Keep(c))
}
