//! Steps over the bytes of a page: to the next tag, over attributes, behind elements to skip.
//!
//! Every step moves forward and none looks back, so the time is linear in the input whatever it
//! holds. Ends of tags are found as a browser finds them where it matters: in containers.

use memchr::{memchr, memchr2, memmem};

use super::kind::key;
use crate::parse::markup::CLOSING;

/// The bytes of names of elements.
const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'-' || byte == b':';
        byte += 1;
    }
    table
};

#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn forward(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    /// Moves to the next such byte, or to the end.
    pub(super) fn to(&mut self, byte: u8) {
        let rest = self.rest();
        let found = near(byte, rest).unwrap_or_else(|| memchr(byte, rest).unwrap_or(rest.len()));
        self.forward(found);
    }

    /// Moves behind the next `</`; false, and to the end, when there is none.
    fn behind_closing(&mut self) -> bool {
        let rest = self.rest();
        let found = CLOSING.find(rest);
        self.forward(found.map_or(rest.len(), |at| at.saturating_add(2)));
        found.is_some()
    }

    /// Reads the name of an element as its key.
    pub(super) fn name(&mut self) -> u64 {
        let (mut packed, mut length) = (0_u64, 0_usize);
        for byte in self.rest() {
            if !IN_NAME.get(usize::from(*byte)).is_some_and(|is_in| *is_in) {
                break;
            }
            if length < 8 {
                packed = (packed << 8) | u64::from(byte | 0x20);
            }
            length = length.saturating_add(1);
        }
        self.forward(length);
        packed
    }

    /// Moves behind the tag and returns its inside; exact unless a value holds '>' and no '<'.
    pub(super) fn tag(&mut self) -> &'a [u8] {
        let rest = self.rest();
        if rest.first() == Some(&b'>') {
            self.forward(1);
            return &[];
        }
        let found = memchr2(b'>', b'<', rest).unwrap_or(rest.len());
        if rest.get(found) == Some(&b'<') {
            return self.whole_tag();
        }
        self.forward(found.saturating_add(1));
        rest.get(..found).unwrap_or_default()
    }

    /// The same, exact whatever its values hold.
    pub(super) fn whole_tag(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.attribute().is_some() {}
        self.bytes
            .get(start..self.at.saturating_sub(1))
            .unwrap_or_default()
    }

    /// The next attribute; `None`, and behind the tag, when there is no more.
    pub(super) fn attribute(&mut self) -> Option<Attribute<'a>> {
        while matches!(self.peek()?, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/') {
            self.at = self.at.saturating_add(1);
        }
        if self.peek()? == b'>' {
            self.forward(1);
            return None;
        }
        let start = self.at;
        // A name may begin with '=', and so every round takes at least one byte.
        self.forward(1);
        while let Some(byte) = self.peek() {
            if matches!(
                byte,
                b'=' | b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | 0x0C
            ) {
                break;
            }
            self.at = self.at.saturating_add(1);
        }
        let name = self.bytes.get(start..self.at).unwrap_or_default();
        self.blanks();
        if self.peek() != Some(b'=') {
            return Some(Attribute { name, value: b"" });
        }
        self.forward(1);
        self.blanks();
        let value = self.value();
        Some(Attribute { name, value })
    }

    fn value(&mut self) -> &'a [u8] {
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            let start = self.at;
            while let Some(byte) = self.peek() {
                if byte == b'>' || byte.is_ascii_whitespace() {
                    break;
                }
                self.at = self.at.saturating_add(1);
            }
            return self.bytes.get(start..self.at).unwrap_or_default();
        };
        self.forward(1);
        let start = self.at;
        self.to(quote);
        let value = self.bytes.get(start..self.at).unwrap_or_default();
        self.forward(1);
        value
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at = self.at.saturating_add(1);
        }
    }

    /// Moves behind the end tag of an element; false, and nowhere, when there is none.
    pub(super) fn behind_end(&mut self, name: u64) -> bool {
        let mut ahead = *self;
        while ahead.behind_closing() {
            if ahead.name() == name {
                ahead.to(b'>');
                ahead.forward(1);
                *self = ahead;
                return true;
            }
        }
        false
    }

    /// Moves behind a comment, a declaration or the like that begins here.
    pub(super) fn declaration(&mut self) {
        self.forward(2);
        if !self.rest().starts_with(b"--") {
            self.to(b'>');
            return self.forward(1);
        }
        self.forward(2);
        for empty in [&b">"[..], b"->"] {
            if self.rest().starts_with(empty) {
                return self.forward(empty.len());
            }
        }
        let rest = self.rest();
        let found = memmem::find(rest, b"-->");
        self.forward(found.map_or(rest.len(), |at| at.saturating_add(3)));
    }
}

/// Where the byte is among the next eight. Most steps are that short, and then a call of the
/// general search costs more than they do.
fn near(byte: u8, rest: &[u8]) -> Option<usize> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let eight = u64::from_le_bytes(*rest.first_chunk::<8>()?);
    // A byte of the difference is 0 where it is the one; "Hacker's Delight", section 6-1.
    let difference = eight ^ LOW.wrapping_mul(u64::from(byte));
    let zeros = difference.wrapping_sub(LOW) & !difference & HIGH;
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
}

impl<'a> Attribute<'a> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// For attributes told apart by their first eight bytes.
    pub(super) fn key(&self) -> u64 {
        key(self.name)
    }

    pub(super) fn text(&self) -> &'a str {
        std::str::from_utf8(self.value).unwrap_or("")
    }
}
