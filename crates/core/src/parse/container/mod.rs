//! Many responses or records in one file: WARC, lines of JSON, and either of them or a single
//! response packed with gzip.
//!
//! Each response inside is read as if it had come alone, and one level deep: a container in a
//! container is refused. A response that was cut off is set aside, since half a page is no version
//! of it; the whole ones around it are read. Everything unpacked counts against one bound.

mod http;
mod lines;
mod saved;
mod superseded;
#[cfg(test)]
mod tests;
mod unpack;
mod warc;

use std::borrow::Cow;

use readonce_model::Reason;

use super::body::unreadable;
use super::found::Found;
use super::{Family, Format, Parsed, Response, settled};
use crate::item::Item;
use saved::Saved;
use unpack::Room;

/// `None` when the bytes are no container.
pub(super) fn read(response: &Response) -> Option<Result<Parsed, Reason>> {
    if !unpack::is_gzip(response.body) {
        let kind = Kind::of(response.body, response.format)?;
        return Some(kind.read(response, false, Room::default()));
    }
    let mut room = Room::default();
    Some(room.gzip(response.body).and_then(|unpacked| {
        let inside = Response {
            body: &unpacked.bytes,
            content_type: response.content_type.filter(|name| !is_packing(name)),
            ..*response
        };
        match Kind::of(&unpacked.bytes, response.format) {
            Some(kind) => kind.read(&inside, unpacked.cut, room),
            None => packed(&inside, unpacked.cut),
        }
    }))
}

/// One response in gzip, as sitemaps are.
fn packed(inside: &Response, cut: bool) -> Result<Parsed, Reason> {
    if unpack::is_gzip(inside.body) {
        return Err(nested());
    }
    match super::parse(inside) {
        Ok(mut parsed) => {
            parsed.around.truncated |= cut;
            Ok(parsed)
        }
        Err(reason) if cut => {
            let detail = format!("{}; the packed bytes are cut off or damaged", reason.detail);
            Err(Reason::new(reason.code, detail))
        }
        Err(reason) => Err(reason),
    }
}

fn nested() -> Reason {
    unreadable("a file of records inside another is not read".to_owned())
}

/// Media types that name the packing and not what is packed.
fn is_packing(content_type: &str) -> bool {
    let media = content_type.split(';').next().unwrap_or("").trim();
    let packings = [
        "application/gzip",
        "application/x-gzip",
        "application/octet-stream",
        "binary/octet-stream",
    ];
    packings.iter().any(|name| media.eq_ignore_ascii_case(name))
}

#[derive(Clone, Copy)]
enum Kind {
    Warc,
    Lines,
}

impl Kind {
    fn of(bytes: &[u8], format: Option<Format>) -> Option<Self> {
        if warc::is_one(bytes) {
            return Some(Self::Warc);
        }
        let lines = match format {
            Some(Format::Ndjson) => lines::begin_with_object(bytes),
            Some(format) if format.family() != Family::Board => false,
            _ => lines::are(bytes),
        };
        lines.then_some(Self::Lines)
    }

    fn read(self, response: &Response, cut: bool, room: Room) -> Result<Parsed, Reason> {
        let mut file = File {
            around: *response,
            found: Found::new(match self {
                Kind::Warc => Format::Warc,
                Kind::Lines => Format::Ndjson,
            }),
            taken_at_ms: Vec::new(),
            charset_conflict: false,
            room,
        };
        file.found.around.truncated = cut;
        match self {
            Kind::Warc => warc::read(&mut file)?,
            Kind::Lines => lines::read(&mut file),
        }
        superseded::set_aside(&mut file.found.records, &file.taken_at_ms);
        Ok(settled(file.found, "utf-8", file.charset_conflict))
    }
}

/// A file of records while it is read.
struct File<'a> {
    /// The response that the file itself is.
    around: Response<'a>,
    found: Found,
    /// Of each record, when it was fetched.
    taken_at_ms: Vec<i64>,
    charset_conflict: bool,
    room: Room,
}

impl<'a> File<'a> {
    fn set_aside(&mut self, part: String, reason: Reason) {
        self.push(part, Err(reason), self.around.at_ms);
    }

    fn push(&mut self, part: String, record: Result<Item, Reason>, at_ms: i64) {
        self.found.records.push((part, record));
        self.taken_at_ms.push(at_ms);
    }

    /// Reads a response that was saved in the file.
    fn take(&mut self, part: String, saved: &Saved) {
        let at_ms = saved.at_ms.unwrap_or(self.around.at_ms);
        let format = self.around.format;
        let parsed = saved.readable().and_then(|()| {
            self.read_inside(Response {
                body: &saved.body,
                content_type: saved.content_type.as_deref(),
                url: saved.url.as_deref(),
                at_ms,
                format: format.filter(|format| format.family() != Family::Container),
                ..self.around
            })
        });
        match parsed {
            Ok(parsed) => self.add(&part, parsed, at_ms),
            Err(reason) => self.push(part, Err(reason), at_ms),
        }
    }

    fn read_inside(&self, inside: Response) -> Result<Parsed, Reason> {
        if unpack::is_gzip(inside.body) || Kind::of(inside.body, None).is_some() {
            return Err(nested());
        }
        super::parse(&inside)
    }

    /// What a response inside says of the rest of its list says nothing of this file.
    fn add(&mut self, part: &str, parsed: Parsed, at_ms: i64) {
        for item in parsed.items {
            self.push(part.to_owned(), Ok(item), at_ms);
        }
        for aside in parsed.rejected {
            let part = match aside.part.as_str() {
                "" | "the record" => Cow::Borrowed(part),
                inner => Cow::Owned(format!("{part}: {inner}")),
            };
            self.push(part.into_owned(), Err(aside.reason), at_ms);
        }
        let around = &mut self.found.around;
        around.truncated |= parsed.around.truncated;
        around.bad_blocks.extend(parsed.around.bad_blocks);
        around.children.extend(parsed.around.children);
        self.charset_conflict |= parsed.charset_conflict;
    }
}
