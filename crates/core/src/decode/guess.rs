//! A guess at a charset that nothing names.
//!
//! The detector is slow, so it is shown the words that are not ASCII and no more than a few
//! kilobytes of them. Words are cut where no multi-byte sequence can be cut in two.

use chardetng::EncodingDetector;
use encoding_rs::Encoding;

use super::declared::family;

const SAMPLE_BYTES: usize = 4096;
/// ASCII in front of a word: letters tell Latin from the rest.
const CONTEXT_BYTES: usize = 24;

pub(super) struct Guess {
    pub(super) encoding: &'static Encoding,
    /// False when there was too little to tell.
    pub(super) certain: bool,
}

pub(super) fn guess(bytes: &[u8]) -> Guess {
    let mut detector = EncodingDetector::new();
    // A word at the edge of the sample may be cut: it is not the last one.
    detector.feed(&sample(bytes), false);
    let (encoding, certain) = detector.guess_assess(None, false);
    Guess {
        encoding: family(encoding),
        certain,
    }
}

/// Whether bytes outside ASCII come in runs, which those of Latin text do not.
pub(super) fn is_dense(bytes: &[u8]) -> bool {
    let sample = sample(bytes);
    let high = sample.iter().filter(|byte| !byte.is_ascii()).count();
    let pairs = sample.windows(2);
    let together = pairs.filter(|pair| pair.iter().all(|byte| !byte.is_ascii() && *byte != 0xA0));
    high >= 8 && together.count().saturating_mul(4) >= high.saturating_mul(3)
}

fn sample(bytes: &[u8]) -> Vec<u8> {
    let mut sample = Vec::with_capacity(SAMPLE_BYTES);
    let mut rest = bytes;
    while let Some(word_at) = rest.iter().position(|byte| !byte.is_ascii()) {
        let from = word_at.saturating_sub(CONTEXT_BYTES);
        let word = rest.get(word_at..).unwrap_or_default();
        let length = word.iter().position(never_second).unwrap_or(word.len());
        let end = word_at.saturating_add(length);
        let room = SAMPLE_BYTES.saturating_sub(sample.len());
        let piece = rest.get(from..end).unwrap_or_default();
        sample.extend(piece.iter().take(room));
        if sample.len() >= SAMPLE_BYTES {
            break;
        }
        // The separator belongs to the next piece, so that words do not run together.
        rest = rest.get(end..).unwrap_or_default();
    }
    sample
}

/// Bytes that are themselves in every charset, wherever they stand.
fn never_second(byte: &u8) -> bool {
    matches!(byte, 0..0x30 | 0x3A..0x40)
}
