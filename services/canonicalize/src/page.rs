//! The body of a raw record, decoded and checked against its digest.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::RawRecord;

/// Bytes that a body may unpack to: the fetcher's own limit, with room.
const MAX_BODY_BYTES: u64 = 64 * 1024 * 1024;

/// The body as it came over the wire.
pub fn body(raw: &RawRecord) -> Result<Cow<'_, [u8]>, Reason> {
    let stored = raw.body.as_deref().unwrap_or_default();
    match raw.body_encoding.as_deref() {
        None | Some("identity") => Ok(Cow::Borrowed(stored)),
        Some("zstd") => unpack(stored).map(Cow::Owned),
        Some(other) => Err(Reason::new(
            Code::Inconsistent,
            format!("body_encoding is '{other}'; identity and zstd are known"),
        )),
    }
}

/// Stops at the limit while it unpacks: a small bomb must not become a large page.
fn unpack(stored: &[u8]) -> Result<Vec<u8>, Reason> {
    use std::io::Read as _;
    let refuse = |error: std::io::Error| {
        Reason::new(
            Code::UnreadableResponse,
            format!("the body is no zstd: {error}"),
        )
    };
    let decoder = zstd::Decoder::new(stored).map_err(refuse)?;
    let mut body = Vec::new();
    decoder
        .take(MAX_BODY_BYTES + 1)
        .read_to_end(&mut body)
        .map_err(refuse)?;
    if body.len() as u64 > MAX_BODY_BYTES {
        let detail = format!("the body unpacks to more than {MAX_BODY_BYTES} bytes");
        return Err(Reason::new(Code::TooLarge, detail));
    }
    Ok(body)
}
