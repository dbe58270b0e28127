//! Bytes of a response as text, and how their charset was found.
//!
//! The order is the order of cost: mark, zero bytes, HTTP header, the page's own label, UTF-8, and
//! only then a guess on a few kilobytes. A declaration is believed unless the bytes speak against
//! it. Work is linear in the body; no input panics and none is refused: what cannot be read is
//! U+FFFD and is counted.

mod declared;
mod guess;
mod label;
mod page;
mod reading;
#[cfg(test)]
mod tests;
mod wide;

use std::borrow::Cow;

/// Text of a body, with what is known about its charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// Without the byte-order mark. Borrowed when the body is UTF-8.
    pub text: Cow<'a, str>,
    /// WHATWG name in lower case; the gb family is gb18030. Example: shift_jis
    pub charset: &'static str,
    /// The header or the page names another charset than the one that was used.
    pub conflict: bool,
    pub how: How,
    /// Places that could not be read, a sequence cut off at the end included.
    pub replaced: usize,
}

/// What decided the charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The byte-order mark.
    Bom,
    /// The HTTP header.
    Header,
    /// The page: `meta` or the XML declaration.
    Label,
    /// The bytes are UTF-8, and by their number not by chance.
    Utf8,
    /// The pattern of zero bytes, or the frequency of sequences.
    Detected,
    /// Too little to go by.
    Fallback,
}

/// Reads `body`, of which the HTTP header said `content_type`.
pub fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> Decoded<'a> {
    let (mark, bytes) = wide::strip_mark(body);
    let zeros = wide::by_zero_bytes(bytes);
    let page = page::Page {
        bytes,
        header: content_type.and_then(declared::in_header),
        label: label::find(&wide::start(bytes, zeros.is_some())),
    };
    match (mark, zeros) {
        (Some(encoding), _) => page.marked(encoding),
        (None, Some(encoding)) => page.wide(encoding),
        (None, None) => page.narrow(),
    }
}

/// The text of a body that is UTF-8 whatever its header says, without its mark.
///
/// For formats that are UTF-8 by their own standard. Text of zero bytes is UTF-16 without a mark.
pub fn utf8(body: &[u8]) -> Option<&str> {
    let bytes = body.strip_prefix(wide::UTF8_MARK).unwrap_or(body);
    if wide::by_zero_bytes(bytes).is_some() {
        return None;
    }
    reading::utf8(bytes)
}
