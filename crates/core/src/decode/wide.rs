//! Byte-order marks, and UTF-16 that has none.
//!
//! Text in one byte a character holds no zero bytes, so zeros on one side of each pair are UTF-16.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

pub(super) const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How much of a body shows whether it is UTF-16.
const START_BYTES: usize = 1024;
/// How far a label is looked for, in characters.
const LABEL_CHARS: usize = 4096;

/// Takes one mark off; a second one is text.
pub(super) fn strip_mark(body: &[u8]) -> (Option<&'static Encoding>, &[u8]) {
    let marks: [(&[u8], &'static Encoding); 3] = [
        (UTF8_MARK, UTF_8),
        (b"\xFE\xFF", UTF_16BE),
        (b"\xFF\xFE", UTF_16LE),
    ];
    marks
        .into_iter()
        .find_map(|(mark, encoding)| Some((Some(encoding), body.strip_prefix(mark)?)))
        .unwrap_or((None, body))
}

pub(super) fn by_zero_bytes(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.get(..START_BYTES).unwrap_or(bytes);
    if !start.contains(&0) {
        return None;
    }
    let (pairs, _) = start.as_chunks::<2>();
    by_beginning(pairs).or_else(|| by_number(pairs))
}

/// Markup and JSON begin with two characters of ASCII, whatever follows.
fn by_beginning(pairs: &[[u8; 2]]) -> Option<&'static Encoding> {
    let ascii = |byte: u8| (1..0x80).contains(&byte);
    match pairs {
        [[0, a], [0, b], ..] if ascii(*a) && ascii(*b) => Some(UTF_16BE),
        [[a, 0], [b, 0], ..] if ascii(*a) && ascii(*b) => Some(UTF_16LE),
        _ => None,
    }
}

fn by_number(pairs: &[[u8; 2]]) -> Option<&'static Encoding> {
    let high_zeros = pairs.iter().filter(|[high, _]| *high == 0).count();
    let low_zeros = pairs.iter().filter(|[_, low]| *low == 0).count();
    let (most, least) = (high_zeros.max(low_zeros), high_zeros.min(low_zeros));
    let clear = most.saturating_mul(4) >= pairs.len() && most >= least.saturating_mul(8);
    if pairs.len() < 2 || most < 2 || !clear {
        return None;
    }
    Some(if high_zeros > low_zeros {
        UTF_16BE
    } else {
        UTF_16LE
    })
}

/// The first bytes in which a label can stand; of UTF-16 its ASCII alone.
pub(super) fn start(bytes: &[u8], wide: bool) -> Cow<'_, [u8]> {
    let limit = if wide { LABEL_CHARS * 2 } else { LABEL_CHARS };
    let start = bytes.get(..limit).unwrap_or(bytes);
    if !wide {
        return Cow::Borrowed(start);
    }
    Cow::Owned(start.iter().copied().filter(|byte| *byte != 0).collect())
}
