//! WARC files (ISO 28500): the answers in them, and the visits that refer to earlier answers.
//!
//! Requests, and records about the file or about a record, hold nothing to read and are passed
//! over. A visit to the same address that found the same payload tells nothing new either.

use std::collections::HashMap;

use jiff::Timestamp;
use readonce_model::Reason;
use readonce_model::reason::Code;

use super::File;
use super::http::{Answer, Headers, split_head};
use super::saved::{Saved, part};
use super::unpack::Room;
use crate::parse::body::unreadable;

const MAGIC: &[u8] = b"WARC/";

pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(MAGIC)
}

pub(super) fn read(file: &mut File) -> Result<(), Reason> {
    let bytes = file.around.body;
    let mut earlier = Earlier::default();
    let mut records = Records::of(bytes);
    for record in records.by_ref() {
        let name = part("record", record.nth, record.url());
        match record.saved(&earlier, &mut file.room) {
            Ok(Some(saved)) => file.take(name, &saved),
            Ok(None) => {}
            // The bound is one for the whole file.
            Err(reason) if reason.code == Code::TooLarge => return Err(reason),
            Err(reason) => file.set_aside(name, reason),
        }
        earlier.remember(&record);
    }
    file.found.around.truncated |= records.damaged;
    Ok(())
}

struct Record<'a> {
    /// Counted from 1, those passed over too.
    nth: usize,
    headers: Headers<'a>,
    block: &'a [u8],
    /// The file ends before the block does.
    cut: bool,
}

impl<'a> Record<'a> {
    fn url(&self) -> Option<&str> {
        let url = self.headers.get("warc-target-uri")?;
        Some(url.trim_start_matches('<').trim_end_matches('>'))
    }

    fn kind(&self) -> &str {
        self.headers.get("warc-type").unwrap_or("")
    }

    fn is_http(&self) -> bool {
        let media = self.headers.get("content-type").unwrap_or("");
        media.trim_start().starts_with("application/http")
    }

    /// What there is to read in it; `None` when that is nothing.
    fn saved(&self, earlier: &Earlier<'a>, room: &mut Room) -> Result<Option<Saved<'a>>, Reason> {
        let reads = match self.kind() {
            "response" => self.is_http(),
            "resource" | "conversion" | "revisit" => true,
            "continuation" => {
                let detail = "a record in several segments is not read";
                return Err(unreadable(detail.to_owned()));
            }
            _ => false,
        };
        if !reads {
            return Ok(None);
        }
        if let Some(why) = self.headers.get("warc-truncated") {
            return Err(unreadable(format!("it was cut when it was saved ({why})")));
        }
        if self.cut {
            return Err(unreadable("the file ends within it".to_owned()));
        }
        match self.kind() {
            "revisit" => self.visited_again(earlier, room),
            "response" => Answer::of(self.block).and_then(|answer| {
                let body = answer.body(room)?;
                let media = answer.headers.get("content-type");
                Ok(Some(self.with_body(answer.status, media, body)))
            }),
            _ => {
                let media = self.headers.get("content-type");
                Ok(Some(self.with_body(200, media, self.block.into())))
            }
        }
    }

    fn with_body(
        &self,
        status: u16,
        media: Option<&str>,
        body: std::borrow::Cow<'a, [u8]>,
    ) -> Saved<'a> {
        let at = self.headers.get("warc-date");
        let at = at.and_then(|at| at.parse::<Timestamp>().ok());
        Saved {
            url: self.url().map(str::to_owned),
            content_type: media.map(str::to_owned),
            at_ms: at.map(Timestamp::as_millisecond),
            status,
            body,
        }
    }

    /// The same payload as an earlier record has: new only under another address.
    fn visited_again(
        &self,
        earlier: &Earlier<'a>,
        room: &mut Room,
    ) -> Result<Option<Saved<'a>>, Reason> {
        let found = earlier.of(self).ok_or_else(|| {
            let detail = "it refers to a payload that is not in the file";
            unreadable(detail.to_owned())
        })?;
        if found.url.as_deref() == self.url() {
            return Ok(None);
        }
        if !found.is_http {
            return Ok(Some(self.with_body(200, None, found.block.into())));
        }
        let first = Answer::of(found.block)?;
        let again = Answer::of(self.block).ok();
        let named = again
            .as_ref()
            .and_then(|again| again.headers.get("content-type"));
        let media = named.or(first.headers.get("content-type"));
        let body = first.body(room)?;
        Ok(Some(self.with_body(first.status, media, body)))
    }
}

/// Payloads by what later visits call them: the digest, or the address with the time.
#[derive(Default)]
struct Earlier<'a> {
    seen: Vec<Seen<'a>>,
    by_digest: HashMap<String, usize>,
    by_visit: HashMap<(String, String), usize>,
}

struct Seen<'a> {
    url: Option<String>,
    block: &'a [u8],
    is_http: bool,
}

impl<'a> Earlier<'a> {
    fn remember(&mut self, record: &Record<'a>) {
        if !matches!(record.kind(), "response" | "resource") || record.cut {
            return;
        }
        let place = self.seen.len();
        let own = |name| record.headers.get(name).map(str::to_owned);
        if let Some(digest) = own("warc-payload-digest") {
            self.by_digest.entry(digest).or_insert(place);
        }
        let url = record.url().map(str::to_owned);
        if let Some(visit) = url.clone().zip(own("warc-date")) {
            self.by_visit.insert(visit, place);
        }
        self.seen.push(Seen {
            url,
            block: record.block,
            is_http: record.is_http(),
        });
    }

    fn of(&self, again: &Record) -> Option<&Seen<'a>> {
        let own = |name| again.headers.get(name);
        let visit = own("warc-refers-to-target-uri").zip(own("warc-refers-to-date"));
        let by_visit =
            visit.and_then(|(url, date)| self.by_visit.get(&(url.to_owned(), date.to_owned())));
        let by_digest = || self.by_digest.get(own("warc-payload-digest")?);
        by_visit
            .or_else(by_digest)
            .and_then(|place| self.seen.get(*place))
    }
}

/// The records of a file, one after the other.
struct Records<'a> {
    rest: &'a [u8],
    nth: usize,
    /// Something between the records is no record, or the last one is not whole.
    damaged: bool,
}

impl<'a> Records<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            nth: 0,
            damaged: false,
        }
    }

    /// Moves to the next place where a record begins.
    fn seek(&mut self) -> bool {
        self.rest = self.rest.trim_ascii_start();
        if self.rest.is_empty() || self.rest.starts_with(MAGIC) {
            return !self.rest.is_empty();
        }
        self.damaged = true;
        let mut lines = self.rest;
        while let Some(end) = lines.iter().position(|byte| *byte == b'\n') {
            lines = lines.get(end.saturating_add(1)..).unwrap_or_default();
            if lines.starts_with(MAGIC) {
                self.rest = lines;
                return true;
            }
        }
        false
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        if !self.seek() {
            return None;
        }
        self.nth = self.nth.saturating_add(1);
        let (head, rest) = split_head(self.rest);
        let headers = Headers::of(head);
        let length = headers.get("content-length");
        let length = length.and_then(|length| length.parse::<usize>().ok());
        self.damaged |= length.is_none();
        let length = length.unwrap_or(0);
        let cut = rest.len() < length;
        self.damaged |= cut;
        let (block, rest) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        self.rest = rest;
        Some(Record {
            nth: self.nth,
            headers,
            block,
            cut,
        })
    }
}
