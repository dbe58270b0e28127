//! One line of text in its canonical form: usual width, single blanks, nothing invisible, NFC.
//!
//! DO NOT CHANGE: part of canonical form version 1. Folding a folded line changes nothing.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::chars::{Fate, fate, is_blank, is_contextual};
use super::context;

/// The text as one canonical line: line breaks are blanks like any other.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return folded(text.chars());
    }
    let line = if text.contains(is_contextual) {
        let visible: Vec<char> = text.chars().filter_map(standing).collect();
        folded(context::settle(&visible).into_iter())
    } else {
        folded(text.chars())
    };
    match ComposingNormalizerBorrowed::new_nfc().normalize(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(normal) => normal,
    }
}

/// What a character is before its neighbours are asked; `None` when it goes in any case.
fn standing(c: char) -> Option<char> {
    match fate(c) {
        Fate::Keep(kept) => Some(kept),
        Fate::Blank => Some(' '),
        Fate::Contextual => Some(c),
        Fate::Gone => None,
    }
}

fn folded(chars: impl Iterator<Item = char>) -> String {
    let mut line = String::with_capacity(chars.size_hint().0);
    let mut blank = false;
    for c in chars.filter_map(standing) {
        if is_blank(c) {
            blank = !line.is_empty();
            continue;
        }
        if std::mem::take(&mut blank) {
            line.push(' ');
        }
        line.push(c);
    }
    line
}
