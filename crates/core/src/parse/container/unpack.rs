//! Packed bytes made plain, never more than a bound in all.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use readonce_model::Reason;
use readonce_model::reason::Code;

/// What one file may grow to, whatever is packed how often in it.
pub(super) const MOST_BYTES: usize = 64 * 1024 * 1024;

pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1F\x8B\x08")
}

#[derive(Debug)]
pub(super) struct Unpacked {
    pub(super) bytes: Vec<u8>,
    /// The packed bytes end too early or are damaged; what stands before that is kept.
    pub(super) cut: bool,
}

/// The room that is left for unpacked bytes.
#[derive(Debug)]
pub(super) struct Room {
    left: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { left: MOST_BYTES }
    }
}

impl Room {
    /// One or more members, which is how records are packed one by one.
    pub(super) fn gzip(&mut self, packed: &[u8]) -> Result<Unpacked, Reason> {
        self.fill(MultiGzDecoder::new(packed))
    }

    /// HTTP's deflate: with the frame that the standard asks for, or without as some send it.
    pub(super) fn deflate(&mut self, packed: &[u8]) -> Result<Unpacked, Reason> {
        let framed = matches!(packed, [first, second, ..]
            if first & 0x0F == 8 && (u32::from(*first) * 256 + u32::from(*second)) % 31 == 0);
        match framed {
            true => self.fill(ZlibDecoder::new(packed)),
            false => self.fill(DeflateDecoder::new(packed)),
        }
    }

    fn fill(&mut self, reader: impl Read) -> Result<Unpacked, Reason> {
        let mut bytes = Vec::new();
        let most = u64::try_from(self.left).unwrap_or(u64::MAX);
        let read = reader.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let Some(left) = self.left.checked_sub(bytes.len()) else {
            let detail = format!("unpacked it is more than {} MB", MOST_BYTES / 1024 / 1024);
            return Err(Reason::new(Code::TooLarge, detail));
        };
        self.left = left;
        Ok(Unpacked {
            bytes,
            cut: read.is_err(),
        })
    }
}
