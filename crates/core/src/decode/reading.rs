//! A body read in one charset, and whether that makes sense.
//!
//! Implausible is: too many places without a character, or control characters that no page holds
//! (U+0080 to U+009F). One sequence cut off at the end speaks against no charset.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, UTF_8};

pub(super) struct Reading<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) replaced: usize,
    /// The last sequence is not whole; it is one of those replaced.
    cut: bool,
}

/// The whole body as UTF-8, when it is.
pub(super) fn utf8(bytes: &[u8]) -> Option<&str> {
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes)? {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}

/// In pieces: the decoder touches all of its free room at each fault, so the room must be small.
const PIECE_BYTES: usize = 4096;

pub(super) fn read(bytes: &[u8], encoding: &'static Encoding) -> Reading<'static> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut room = String::with_capacity(PIECE_BYTES.saturating_mul(3));
    let mut text = String::with_capacity(bytes.len().saturating_add(bytes.len() / 2));
    let (mut rest, mut replaced, mut cut) = (bytes, 0_usize, false);
    loop {
        let piece = rest.get(..PIECE_BYTES).unwrap_or(rest);
        let last = piece.len() == rest.len();
        let (result, taken) = decoder.decode_to_string_without_replacement(piece, &mut room, last);
        text.push_str(&room);
        room.clear();
        rest = rest.get(taken..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty if last => break,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                text.push(char::REPLACEMENT_CHARACTER);
                replaced = replaced.saturating_add(1);
                cut = rest.is_empty();
            }
        }
    }
    Reading {
        text: Cow::Owned(text),
        replaced,
        cut,
    }
}

impl<'a> Reading<'a> {
    pub(super) fn whole(text: &'a str) -> Self {
        Reading {
            text: Cow::Borrowed(text),
            replaced: 0,
            cut: false,
        }
    }

    /// At most one unreadable place among `per` readable characters outside ASCII.
    pub(super) fn holds_one_bad_per(&self, per: usize) -> bool {
        let bad = self.bad();
        // Nearly every page has none, and then nothing needs to be counted.
        if bad == 0 {
            return true;
        }
        let readable = foreign(&self.text).saturating_sub(self.replaced);
        bad.saturating_mul(per) <= readable
    }

    pub(super) fn has_foreign_characters(&self) -> bool {
        foreign(&self.text) > self.replaced
    }

    pub(super) fn is_clean(&self) -> bool {
        self.bad() == 0
    }

    fn bad(&self) -> usize {
        self.replaced
            .saturating_sub(usize::from(self.cut))
            .saturating_add(controls(self.text.as_bytes()))
    }
}

/// How many characters are U+0080 to U+009F. Their first byte is rare in real text.
fn controls(text: &[u8]) -> usize {
    let firsts = memchr::memchr_iter(0xC2, text);
    let seconds = firsts.filter_map(|at| text.get(at.saturating_add(1)));
    seconds.filter(|byte| matches!(byte, 0x80..=0x9F)).count()
}

/// How many characters are not ASCII: counted in bytes a piece at a time, which is several times
/// faster than in machine words.
pub(super) fn foreign(text: &str) -> usize {
    const PIECE_BYTES: usize = 128;
    let pieces = text.as_bytes().chunks(PIECE_BYTES);
    let counts = pieces.map(|piece| {
        piece
            .iter()
            .fold(0_u8, |n, byte| n.wrapping_add(u8::from(*byte >= 0xC0)))
    });
    counts.map(usize::from).sum()
}
