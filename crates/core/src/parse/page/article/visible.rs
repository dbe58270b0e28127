//! How much of a text shows: what decisions about a line or a part of a page are taken on.
//!
//! Blanks, characters without width and combining marks weigh nothing, an entity weighs what it
//! stands for, and the forms that canonical text makes equal weigh the same. So two ways to write
//! one text are one size, and no noise moves a threshold.

use crate::canonical::{han_start, is_dense, is_shown};

/// What shows of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Visible {
    /// A letter is 1; a Chinese character is 3, as it says as much.
    pub(super) weight: u32,
    /// The last character that shows, in its usual width.
    pub(super) last: Option<char>,
}

/// Of text as it stands in markup, between two tags.
pub(super) fn of_markup(raw: &str) -> Visible {
    if memchr::memchr(b'&', raw.as_bytes()).is_none() {
        return of_text(raw);
    }
    of_text(&htmlize::unescape(raw))
}

/// Of text without markup.
pub(super) fn of_text(text: &str) -> Visible {
    if text.is_ascii() {
        return of_ascii(text.as_bytes());
    }
    let mut visible = Visible::default();
    let mut rest = text;
    loop {
        rest = visible.take_ascii(rest);
        rest = visible.take_han(rest);
        let mut chars = rest.chars();
        let Some(c) = chars.next() else {
            return visible;
        };
        rest = chars.as_str();
        let weight = weight(c);
        if weight > 0 {
            visible.weight = visible.weight.saturating_add(weight);
            visible.last = Some(usual(c));
        }
    }
}

impl Visible {
    /// Takes the ASCII that a text begins with, and returns what is behind it.
    fn take_ascii<'t>(&mut self, text: &'t str) -> &'t str {
        let length = text.bytes().take_while(u8::is_ascii).count();
        let (ascii, rest) = text.split_at_checked(length).unwrap_or(("", text));
        let seen = of_ascii(ascii.as_bytes());
        self.weight = self.weight.saturating_add(seen.weight);
        self.last = seen.last.or(self.last);
        rest
    }

    /// Takes the Han characters that a text begins with, and returns what is behind them.
    fn take_han<'t>(&mut self, text: &'t str) -> &'t str {
        let (han, rest) = text.split_at_checked(han_start(text)).unwrap_or(("", text));
        if let Some(last) = han.chars().next_back() {
            self.last = Some(last);
            let weight = u32::try_from(han.len()).unwrap_or(u32::MAX);
            self.weight = self.weight.saturating_add(weight);
        }
        rest
    }
}

fn of_ascii(text: &[u8]) -> Visible {
    let shows = |byte: &u8| matches!(byte, b'!'..=b'~');
    // Bytes are counted in bytes, as many as one can hold: several times faster than in words.
    let pieces = text.chunks(usize::from(u8::MAX)).map(|piece| {
        let count = piece.iter().map(|byte| u8::from(shows(byte)));
        u32::from(count.fold(0, u8::wrapping_add))
    });
    Visible {
        weight: pieces.fold(0, u32::saturating_add),
        last: text
            .iter()
            .rfind(|byte| shows(byte))
            .map(|byte| char::from(*byte)),
    }
}

fn weight(c: char) -> u32 {
    match c {
        '!'..='~' | '\u{FF01}'..='\u{FF5E}' => 1,
        // Controls, blanks, and marks that join the letter before them.
        '\0'..='\u{A0}' | '\u{300}'..='\u{36F}' => 0,
        '\u{4E00}'..='\u{9FFF}' => 3,
        // Canonical text writes it as three full stops.
        '…' => 3,
        _ if !is_shown(c) => 0,
        _ if is_dense(c) => 3,
        _ => 1,
    }
}

/// Full-width signs as the ASCII ones that they stand for.
fn usual(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => {
            let ascii = u32::from(c).saturating_sub(0xFEE0);
            char::from_u32(ascii).unwrap_or(c)
        }
        _ => c,
    }
}

/// Whether the text, short as it is, is folded already as far as words are told by it.
pub(super) fn is_plain(raw: &str) -> bool {
    let mut before = 'x';
    raw.chars().all(|c| {
        let doubled = before == ' ' && c == ' ';
        before = c;
        let plain = match c {
            '&' => false,
            ' '..='~' => true,
            '\u{4E00}'..='\u{9FFF}' | '。' | '、' => true,
            _ => false,
        };
        plain && !doubled
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_write_one_text_are_one_size() {
        for (plain, others) in [
            (
                "Order online today.",
                [
                    "Order\u{A0}on\u{200B}line  today.\u{FEFF}",
                    "Order&nbsp;on&shy;line today&#46;&#8203;",
                    "Order\u{2009}online&ensp;today. ",
                ],
            ),
            (
                "团队现有9人,诚聘AI人才!",
                [
                    "团队现有９人，诚聘AI人才！",
                    "团队现有 9 人，诚聘 ＡＩ 人才!",
                    "团队现有9人&#65292;诚聘&#8203;AI人才！\u{3000}",
                ],
            ),
            (
                "\"Café\" - ...",
                [
                    "“Cafe\u{301}” – …",
                    "&ldquo;Café&rdquo; &ndash; ...",
                    "\"Caf&eacute;\" - …",
                ],
            ),
        ] {
            let right = of_markup(plain);
            for other in others {
                assert_eq!(of_markup(other).weight, right.weight, "{other}");
            }
        }
        assert_eq!(of_markup("So.&#8203; ").last, Some('.'));
        assert_eq!(of_markup("何人？\u{200B}").last, Some('?'));
        assert_eq!(of_markup("&nbsp;\u{200B} \u{AD}").weight, 0);
    }
}
