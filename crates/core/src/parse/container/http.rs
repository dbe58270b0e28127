//! One HTTP answer as it came over the wire: status, headers, and the body in plain bytes.

use std::borrow::Cow;

use readonce_model::Reason;

use super::unpack::{Room, Unpacked, is_gzip};
use crate::parse::body::unreadable;

pub(super) struct Answer<'a> {
    pub(super) status: u16,
    pub(super) headers: Headers<'a>,
    /// As it was sent: in chunks, packed.
    sent: &'a [u8],
}

impl<'a> Answer<'a> {
    pub(super) fn of(block: &'a [u8]) -> Result<Self, Reason> {
        let (head, sent) = split_head(block);
        let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let first = String::from_utf8_lossy(first);
        let status = first
            .strip_prefix("HTTP/")
            .and_then(|rest| rest.split_ascii_whitespace().nth(1))
            .and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| unreadable("it is no HTTP answer".to_owned()))?;
        Ok(Self {
            status,
            headers: Headers::of(head),
            sent,
        })
    }

    /// The body in plain bytes. Some files keep the headers of the wire with a body that is plain
    /// already; the bytes tell.
    pub(super) fn body(&self, room: &mut Room) -> Result<Cow<'a, [u8]>, Reason> {
        let mut body = Cow::Borrowed(self.sent);
        let transfer = self.headers.get("transfer-encoding").unwrap_or_default();
        if transfer.to_ascii_lowercase().contains("chunked")
            && let Some(whole) = joined(self.sent)
        {
            body = Cow::Owned(whole.ok_or_else(|| cut("its last chunk"))?);
        }
        let packings = self.headers.get("content-encoding").unwrap_or_default();
        for packing in packings.rsplit(',') {
            if let Some(unpacked) = unpacked(packing.trim(), &body, room)? {
                if unpacked.cut {
                    return Err(cut("all of it is unpacked"));
                }
                body = Cow::Owned(unpacked.bytes);
            }
        }
        Ok(body)
    }
}

fn cut(before: &str) -> Reason {
    unreadable(format!("the answer ends before {before}"))
}

/// `None` where nothing is packed.
fn unpacked(packing: &str, body: &[u8], room: &mut Room) -> Result<Option<Unpacked>, Reason> {
    match packing.to_ascii_lowercase().as_str() {
        "" | "identity" => Ok(None),
        "gzip" | "x-gzip" if is_gzip(body) => room.gzip(body).map(Some),
        "gzip" | "x-gzip" => Ok(None),
        "deflate" if is_text(body) => Ok(None),
        "deflate" => room.deflate(body).map(Some),
        other => Err(unreadable(format!("the packing '{other}' is not read"))),
    }
}

fn is_text(body: &[u8]) -> bool {
    matches!(
        body.trim_ascii_start().first(),
        Some(b'<' | b'{' | b'[') | None
    )
}

/// Chunks put together: `None` when there are none, `Some(None)` when they end too early.
fn joined(sent: &[u8]) -> Option<Option<Vec<u8>>> {
    let mut whole = Vec::new();
    let mut rest = sent;
    let mut first = true;
    loop {
        let line_end = rest.iter().position(|byte| *byte == b'\n');
        let size = line_end.and_then(|end| size_of_chunk(rest.get(..end)?));
        let (Some(end), Some(size)) = (line_end, size) else {
            return (!first).then_some(None);
        };
        first = false;
        if size == 0 {
            return Some(Some(whole));
        }
        let from = end.saturating_add(1);
        let to = from.saturating_add(size);
        let Some(chunk) = rest.get(from..to) else {
            return Some(None);
        };
        whole.extend_from_slice(chunk);
        let behind = rest.get(to..).unwrap_or_default();
        rest = behind
            .strip_prefix(b"\r\n")
            .or_else(|| behind.strip_prefix(b"\n"))
            .unwrap_or(behind);
    }
}

/// A size in hexadecimal, with extensions behind a semicolon.
fn size_of_chunk(line: &[u8]) -> Option<usize> {
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// What stands before the first empty line, and what stands behind it.
pub(super) fn split_head(block: &[u8]) -> (&[u8], &[u8]) {
    let mut from = 0_usize;
    while let Some(line) = block.get(from..).filter(|rest| !rest.is_empty()) {
        let end = line.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(line.len(), |end| end.saturating_add(1));
        let next = from.saturating_add(length);
        let empty = line
            .get(..length)
            .is_some_and(|line| line.trim_ascii().is_empty());
        if empty {
            let head = block.get(..from).unwrap_or_default();
            return (head, block.get(next..).unwrap_or_default());
        }
        from = next;
    }
    (block, &[])
}

/// Header fields, of HTTP and of WARC alike.
pub(super) struct Headers<'a>(Vec<(Cow<'a, str>, String)>);

impl<'a> Headers<'a> {
    /// The lines behind the first; a line that begins with a blank goes on with the one before.
    pub(super) fn of(head: &'a [u8]) -> Self {
        let mut fields: Vec<(Cow<str>, String)> = Vec::new();
        for line in head.split(|byte| *byte == b'\n').skip(1) {
            let folded = matches!(line.first(), Some(b' ' | b'\t'));
            let line = String::from_utf8_lossy(line);
            if folded {
                if let Some((_, value)) = fields.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                let name = name.trim().to_owned();
                fields.push((Cow::Owned(name), value.trim().to_owned()));
            }
        }
        Self(fields)
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let found = fields.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}
