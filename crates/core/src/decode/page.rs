//! Which of the claims about a body's charset stands.
//!
//! A claim falls when the bytes are UTF-8 by more than chance, when its reading is implausible, or,
//! for the header, when the page names another charset and the bytes side with the page.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

use super::declared::{self, Named};
use super::guess::{self, guess};
use super::reading::{self, Reading, read};
use super::{Decoded, How};

/// A body without its mark, and what is claimed about it.
pub(super) struct Page<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: Option<Named>,
    pub(super) label: Option<Named>,
}

impl<'a> Page<'a> {
    pub(super) fn marked(&self, encoding: &'static Encoding) -> Decoded<'a> {
        let text = reading::utf8(self.bytes).filter(|_| encoding == UTF_8);
        let reading = text.map_or_else(|| read(self.bytes, encoding), Reading::whole);
        self.decoded(encoding, How::Bom, reading)
    }

    pub(super) fn wide(&self, encoding: &'static Encoding) -> Decoded<'a> {
        let how = self.source_of(encoding).unwrap_or(How::Detected);
        self.decoded(encoding, how, read(self.bytes, encoding))
    }

    /// Everything but marks and zero bytes.
    pub(super) fn narrow(&self) -> Decoded<'a> {
        let utf8 = reading::utf8(self.bytes);
        if let Some(text) = utf8.filter(|text| self.is_plain(text)) {
            return self.plain(text);
        }
        for (named, how) in self.claims() {
            if let Some(reading) = self.stands(named, how, utf8) {
                return self.decoded(named.encoding(), how, reading);
            }
        }
        match utf8.map(Reading::whole).or_else(|| self.damaged_utf8()) {
            Some(reading) => self.decoded(UTF_8, How::Utf8, reading),
            None => self.guessed(),
        }
    }

    fn claims(&self) -> impl Iterator<Item = (Named, How)> {
        let header = self.header.map(|named| (named, How::Header));
        header
            .into_iter()
            .chain(self.label.map(|named| (named, How::Label)))
    }

    fn source_of(&self, encoding: &'static Encoding) -> Option<How> {
        self.claims()
            .find_map(|(named, how)| named.means(encoding).then_some(how))
    }

    /// ASCII alone is the same in every charset but UTF-16 and the one that shifts by escapes.
    fn is_plain(&self, text: &str) -> bool {
        let shifts = self.claims().any(|(named, _)| named.means(ISO_2022_JP));
        text.is_ascii() && !(shifts && text.contains('\u{1B}'))
    }

    fn plain(&self, text: &'a str) -> Decoded<'a> {
        let claim = self.claims().find(|(named, _)| !named.is_wide());
        let (encoding, how) =
            claim.map_or((UTF_8, How::Utf8), |(named, how)| (named.encoding(), how));
        self.decoded(encoding, how, Reading::whole(text))
    }

    fn stands(&self, named: Named, how: How, utf8: Option<&'a str>) -> Option<Reading<'a>> {
        let encoding = named.encoding();
        if encoding == UTF_8 {
            let reading = utf8.map_or_else(|| read(self.bytes, UTF_8), Reading::whole);
            // Few bytes of other charsets are UTF-8 by chance, so half of them are enough.
            return Some(reading).filter(|reading| reading.holds_one_bad_per(1));
        }
        if utf8.is_some_and(|text| self.is_utf8_rather_than(encoding, text)) {
            return None;
        }
        let reading = read(self.bytes, encoding);
        let stands = reading.holds_one_bad_per(20);
        (stands && !(how == How::Header && self.speaks_against(encoding))).then_some(reading)
    }

    /// A legacy text of one accented letter is never UTF-8; one of two Chinese characters can be.
    fn is_utf8_rather_than(&self, encoding: &'static Encoding, text: &str) -> bool {
        let says_so = self.claims().any(|(named, _)| named.means(UTF_8));
        let single = encoding.is_single_byte() || declared::is_wide(encoding);
        let enough = if says_so || single { 1 } else { 4 };
        reading::foreign(text) >= enough
    }

    /// Whether the bytes side with the page, or are no Latin text, against a header that reads
    /// them without a fault. Between two charsets of one byte the header keeps its rank.
    fn speaks_against(&self, header: &'static Encoding) -> bool {
        let Some(label) = self.label.map(Named::encoding) else {
            return header == WINDOWS_1252 && self.is_multi_byte();
        };
        let both_single = header.is_single_byte() && label.is_single_byte();
        if label == header || label == UTF_8 || both_single || !self.reads_cleanly(label) {
            return false;
        }
        let found = guess(self.bytes).encoding;
        let no_single = header.is_single_byte() && !found.is_single_byte();
        found == label || (no_single && !label.is_single_byte())
    }

    fn is_multi_byte(&self) -> bool {
        if !guess::is_dense(self.bytes) {
            return false;
        }
        let found = guess(self.bytes);
        found.certain && !found.encoding.is_single_byte() && self.reads_cleanly(found.encoding)
    }

    fn reads_cleanly(&self, encoding: &'static Encoding) -> bool {
        read(self.bytes, encoding).is_clean()
    }

    /// A page with a byte cut out, or cut off at the end, is still UTF-8.
    fn damaged_utf8(&self) -> Option<Reading<'a>> {
        let reading = read(self.bytes, UTF_8);
        (reading.has_foreign_characters() && reading.holds_one_bad_per(10)).then_some(reading)
    }

    fn guessed(&self) -> Decoded<'a> {
        let found = guess(self.bytes);
        let fallback = if found.certain {
            How::Detected
        } else {
            How::Fallback
        };
        if !found.certain {
            // A claim that reads every byte is worth more than a guess from too little.
            for (named, how) in self.claims() {
                let reading = read(self.bytes, named.encoding());
                if reading.replaced == 0 && !named.is_wide() {
                    return self.decoded(named.encoding(), how, reading);
                }
            }
        }
        let how = self.source_of(found.encoding).unwrap_or(fallback);
        self.decoded(found.encoding, how, read(self.bytes, found.encoding))
    }

    fn decoded(&self, encoding: &'static Encoding, how: How, reading: Reading<'a>) -> Decoded<'a> {
        let plain = reading.text.is_ascii() && !declared::is_wide(encoding);
        let against = |named: Named| !named.means(encoding) && (!plain || named.is_wide());
        Decoded {
            conflict: self.claims().any(|(named, _)| against(named)),
            charset: declared::name(encoding),
            text: reading.text,
            how,
            replaced: reading.replaced,
        }
    }
}
