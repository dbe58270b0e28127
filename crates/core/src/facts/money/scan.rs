//! A text cut into numbers, known terms, other words and marks, in one pass.
//!
//! Every place of the text is looked at once, against the terms that begin with its letter.

use super::fold::{Folded, THIN};
use super::number;
use super::terms::{self, Class, Sign, Term};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Digits with their separators, as written.
    Number(String),
    Term(&'static Term),
    /// A word that says nothing about amounts. `spaced`: of a script that parts words by blanks.
    Word {
        spaced: bool,
    },
    Mark(char),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// No blank stands before it.
    pub(super) glued: bool,
}

impl Token {
    pub(super) fn number(&self) -> Option<&str> {
        match &self.kind {
            Kind::Number(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn term(&self) -> Option<&'static Term> {
        match self.kind {
            Kind::Term(term) => Some(term),
            _ => None,
        }
    }

    pub(super) fn sign(&self) -> Option<&'static Sign> {
        self.term().and_then(|term| term.sign.as_ref())
    }

    pub(super) fn is(&self, class: Class) -> bool {
        self.term().is_some_and(|term| term.is(class))
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// Cuts the text; `blanks`: a plain blank may part the groups of a number.
pub(super) fn scan(text: &Folded, blanks: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut glued = true;
    let mut before = ' ';
    while let Some(c) = rest(&text.lower, at).chars().next() {
        if c == ' ' || c == THIN {
            at += c.len_utf8();
            glued = false;
            before = c;
            continue;
        }
        let (kind, bytes) = next(text, at, before, blanks);
        let end = at + bytes.max(c.len_utf8());
        before = text
            .lower
            .get(at..end)
            .and_then(|cut| cut.chars().last())
            .unwrap_or(c);
        tokens.push(Token { kind, glued });
        glued = true;
        at = end;
    }
    tokens
}

fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

/// The token at this place and its bytes.
fn next(text: &Folded, at: usize, before: char, blanks: bool) -> (Kind, usize) {
    let lower = rest(&text.lower, at);
    let first = lower.chars().next().unwrap_or(' ');
    if starts_number(lower, before) {
        let bytes = number::length(lower, blanks);
        let written = lower.get(..bytes).unwrap_or("").to_owned();
        let empty = number::empty_decimals(rest(lower, bytes));
        return (Kind::Number(written), bytes + empty);
    }
    if let Some(term) = longest(text, at, before) {
        return (Kind::Term(term), term.form.len());
    }
    if !first.is_alphabetic() {
        return (Kind::Mark(first), first.len_utf8());
    }
    if !spaced(first) {
        return (Kind::Word { spaced: false }, first.len_utf8());
    }
    let end = lower
        .find(|c: char| !c.is_alphabetic() || !spaced(c))
        .unwrap_or(lower.len());
    (Kind::Word { spaced: true }, end)
}

/// A digit, or a decimal sign with a digit behind it and none before it: ".99".
fn starts_number(lower: &str, before: char) -> bool {
    let mut chars = lower.chars();
    match chars.next() {
        Some('.') => {
            !before.is_alphanumeric()
                && before != '.'
                && chars.next().is_some_and(|c| c.is_ascii_digit())
        }
        Some(c) => c.is_ascii_digit(),
        None => false,
    }
}

/// The longest term at this place that is a whole word.
fn longest(text: &Folded, at: usize, before: char) -> Option<&'static Term> {
    let lower = rest(&text.lower, at);
    let shown = rest(&text.shown, at);
    let lists = [lower.chars().next()?, shown.chars().next()?];
    let same = lists.first() == lists.last();
    let found = lists
        .iter()
        .take(if same { 1 } else { 2 })
        .filter_map(|first| {
            let mut terms = terms::starting_with(*first).iter();
            terms.find(|term| {
                let text = if term.exact { shown } else { lower };
                text.starts_with(&term.form) && whole(term, before, rest(lower, term.form.len()))
            })
        });
    found.max_by_key(|term| term.form.len())
}

/// Whether no letter of a spaced script touches the term's own letters.
fn whole(term: &Term, before: char, after: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() && spaced(c);
    let starts = term.form.starts_with(letter) && letter(before);
    let ends = term.form.ends_with(letter) && after.starts_with(letter);
    !starts && !ends
}

/// Whether words of the letter's script are parted by blanks.
fn spaced(c: char) -> bool {
    !matches!(c as u32, 0x1100..=0x11ff | 0x2e80..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}
