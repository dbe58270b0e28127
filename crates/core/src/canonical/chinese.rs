//! Blanks next to Chinese and Japanese text: those scripts write none, so one that stands there is
//! a line break of the source or a habit of its typesetter.
//!
//! DO NOT CHANGE: part of canonical form version 2. Linear: both looks move over each character a
//! bounded number of times.

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::chars::{Fate, fate, is_contextual};
use super::rules::Rules;

/// What a character means for the blanks around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Han, kana, and the punctuation that only they have.
    Dense,
    /// Punctuation of any script: it belongs to the text that it touches.
    Sign,
    /// A combining mark: it belongs to the character before.
    Mark,
    /// Korean is written with blanks.
    Hangul,
    Digit,
    Other,
}

/// What is reached from a blank, over signs and other blanks, in one direction.
#[derive(Clone, Copy, Default)]
struct Side {
    dense: bool,
    digit: bool,
    /// A full-width sign was passed: it has its blank within itself.
    wide: bool,
}

/// Decides about the blanks of one line, from left to right.
pub(super) struct Blanks {
    marks: CanonicalCombiningClassMapBorrowed<'static>,
    /// What was reached to the left of the blank before, and where the text behind it starts.
    before: Side,
    from: usize,
    /// Where the last full-width sign ends in the line.
    wide_end: usize,
    ahead: Option<Ahead>,
    only_markers: bool,
}

/// What a look to the right came to, in bytes before the end of the text.
#[derive(Clone, Copy)]
struct Ahead {
    stop: usize,
    last_wide: Option<usize>,
    side: Side,
}

/// Whether a text can hold anything that this file is about; quick for the texts of Europe.
pub(super) fn may_be_in(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().any(|byte| *byte >= 0xE3) || bytes.windows(2).any(|pair| pair == [0xE2, 0x8C])
}

/// Full-width punctuation that folds to that of ASCII.
pub(super) const fn is_wide_sign(c: char) -> bool {
    matches!(c,
        '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF5E}')
}

impl Blanks {
    pub(super) const fn new() -> Self {
        Self {
            marks: CanonicalCombiningClassMapBorrowed::new(),
            before: Side {
                dense: false,
                digit: false,
                wide: false,
            },
            from: 0,
            wide_end: 0,
            ahead: None,
            only_markers: true,
        }
    }

    /// The character that was written last is a full-width sign of the source.
    pub(super) const fn wide_until(&mut self, end: usize) {
        self.wide_end = end;
    }

    /// Whether a blank between the line so far and the text ahead is one.
    pub(super) fn counts(&mut self, line: &str, ahead: &str) -> bool {
        let (last, first) = (line.chars().next_back(), ahead.chars().next());
        let left = self.left(line);
        self.only_markers &= is_marker(line.get(self.from..).unwrap_or_default());
        self.before = left;
        self.from = line.len();
        if self.only_markers || self.is_bound(last, first) {
            return true;
        }
        let right = self.right(ahead);
        let in_number = left.digit && right.digit;
        !(left.dense || right.dense || ((left.wide || right.wide) && !in_number))
    }

    /// Korean keeps its blanks, and nothing may attach to a character that it did not belong to.
    fn is_bound(&self, last: Option<char>, first: Option<char>) -> bool {
        last.is_some_and(|c| self.class(c) == Class::Hangul)
            || first.is_some_and(|c| {
                is_contextual(c) || matches!(self.class(c), Class::Hangul | Class::Mark)
            })
    }

    fn left(&self, line: &str) -> Side {
        let mut side = Side::default();
        let since = line.get(self.from..).unwrap_or_default();
        for (at, c) in since.char_indices().rev() {
            let end = self.from.saturating_add(at).saturating_add(c.len_utf8());
            side.wide |= end == self.wide_end;
            match self.class(c) {
                Class::Sign | Class::Mark => {}
                _ if c == ' ' => {}
                class => return side.at(class),
            }
        }
        Side {
            wide: side.wide || self.before.wide,
            ..self.before
        }
    }

    fn right(&mut self, ahead: &str) -> Side {
        let found = match self.ahead.filter(|found| found.stop <= ahead.len()) {
            Some(found) => found,
            None => self.look(ahead),
        };
        self.ahead = Some(found);
        Side {
            wide: found.last_wide.is_some_and(|left| left <= ahead.len()),
            ..found.side
        }
    }

    fn look(&self, ahead: &str) -> Ahead {
        let mut last_wide = None;
        let mut chars = ahead.chars();
        let mut stop = ahead.len();
        while let Some(c) = chars.next() {
            if is_wide_sign(c) {
                last_wide = Some(stop);
            }
            let class = match fate(c) {
                Fate::Blank | Fate::Gone => Class::Sign,
                Fate::Contextual => Class::Other,
                Fate::Shown => self.class(c),
            };
            if !matches!(class, Class::Sign | Class::Mark) {
                let side = Side::default().at(class);
                return Ahead {
                    stop,
                    last_wide,
                    side,
                };
            }
            stop = chars.as_str().len();
        }
        Ahead {
            stop: 0,
            last_wide,
            side: Side::default(),
        }
    }

    fn class(&self, c: char) -> Class {
        match Rules::CONTENT.plain(c) {
            '0'..='9' => Class::Digit,
            c if c.is_ascii_punctuation() || is_sign(c) => Class::Sign,
            c if c.is_ascii() => Class::Other,
            c if is_dense(c) => Class::Dense,
            c if is_hangul(c) => Class::Hangul,
            c if self.marks.get_u8(c) != 0 => Class::Mark,
            _ => Class::Other,
        }
    }
}

impl Side {
    const fn at(self, class: Class) -> Self {
        Self {
            dense: matches!(class, Class::Dense),
            digit: matches!(class, Class::Digit),
            wide: self.wide,
        }
    }
}

/// What a list item begins with in canonical text: a blank behind it is part of the drawing.
fn is_marker(text: &str) -> bool {
    let word = text.strip_prefix(' ').unwrap_or(text);
    let number = word.strip_suffix('.').unwrap_or_default();
    word == "-" || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

const fn is_dense(c: char) -> bool {
    matches!(c,
        // punctuation of Chinese and Japanese, and two signs that become such by NFC
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301B}'
        | '\u{301D}'..='\u{301F}' | '\u{2329}' | '\u{232A}'
        // Han with its iteration marks and zero
        | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{303B}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}'
        // kana, bopomofo
        | '\u{3041}'..='\u{3096}' | '\u{309B}'..='\u{309F}' | '\u{30A0}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' | '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}')
}

/// Punctuation beyond ASCII, with three characters that become such by NFC.
const fn is_sign(c: char) -> bool {
    matches!(c,
        '\u{A7}' | '\u{AB}' | '\u{B7}' | '\u{BB}' | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205E}' | '\u{37E}' | '\u{387}' | '\u{1FEF}')
}

const fn is_hangul(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{FFA1}'..='\u{FFDC}')
}
