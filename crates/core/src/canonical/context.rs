//! Zero-width characters that a script needs: they stay where they are needed and go elsewhere.
//!
//! DO NOT CHANGE: part of canonical form version 2. Linear: the look ahead only moves forward.

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::chars::is_contextual;

const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';

/// Which characters stay: all but the contextual ones that nothing needs.
pub(super) fn needed(chars: &[char]) -> Vec<bool> {
    let marks = Marks(CanonicalCombiningClassMapBorrowed::new());
    let mut last = ' ';
    let mut before = ' ';
    let mut ahead = Ahead::new(chars, &marks);
    let decide = |(at, c): (usize, char)| {
        if is_contextual(c) && !is_needed(c, last, before, ahead.after(at)) {
            return false;
        }
        last = c;
        if marks.is_starter(c) {
            before = c;
        }
        true
    };
    chars.iter().copied().enumerate().map(decide).collect()
}

/// `last` is the character kept before; `before` and `after` are the nearest ones that are no
/// combining marks, whose order normalization may still change.
fn is_needed(c: char, last: char, before: char, after: char) -> bool {
    match c {
        ZWNJ => is_joining(before) && is_joining(after),
        ZWJ => {
            is_joining(before)
                || (is_joining(after) && !is_contextual(before))
                || (is_pictograph(before) && is_pictograph(after))
        }
        '\u{180B}'..='\u{180F}' => matches!(before, '\u{1800}'..='\u{18AF}'),
        _ => matches!(last, '\u{1F3F4}' | '\u{E0020}'..='\u{E007F}'),
    }
}

struct Marks(CanonicalCombiningClassMapBorrowed<'static>);

impl Marks {
    fn is_starter(&self, c: char) -> bool {
        self.0.get_u8(c) == 0
    }
}

/// The next starter that is not contextual, for positions that only grow.
struct Ahead<'a> {
    chars: &'a [char],
    marks: &'a Marks,
    next: usize,
}

impl<'a> Ahead<'a> {
    fn new(chars: &'a [char], marks: &'a Marks) -> Self {
        Self {
            chars,
            marks,
            next: 0,
        }
    }

    fn after(&mut self, at: usize) -> char {
        self.next = self.next.max(at.saturating_add(1));
        while let Some(c) = self.chars.get(self.next).copied() {
            if !is_contextual(c) && self.marks.is_starter(c) {
                return c;
            }
            self.next = self.next.saturating_add(1);
        }
        ' '
    }
}

/// Scripts whose letters change shape by joiners: Arabic and its kin, Indic, Mongolian.
fn is_joining(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{DFF}' | '\u{F00}'..='\u{109F}' | '\u{1780}'..='\u{18AF}'
        | '\u{1900}'..='\u{1C4F}' | '\u{1CD0}'..='\u{1CFF}' | '\u{A840}'..='\u{A8FF}'
        | '\u{A980}'..='\u{A9FF}' | '\u{AAE0}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}'
        | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10A00}'..='\u{10AFF}'
        | '\u{10D00}'..='\u{10D3F}' | '\u{10EC0}'..='\u{10EFF}' | '\u{11000}'..='\u{11FFF}'
        | '\u{1E900}'..='\u{1E95F}' | '\u{1EE00}'..='\u{1EEFF}')
        && !is_contextual(c)
}

/// Characters that emoji sequences are joined from.
fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{2328}' | '\u{232B}'..='\u{23FF}' | '\u{25A0}'..='\u{27BF}'
        | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}'
        | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}
