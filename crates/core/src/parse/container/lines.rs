//! Lines of JSON, each a record of a board or a whole response that somebody saved.

use std::borrow::Cow;

use jiff::Timestamp;
use readonce_model::Reason;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::File;
use super::saved::{Saved, part};
use crate::parse::body::unreadable;
use crate::parse::fields::Fields;

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// At least two lines, of which the first is a whole object. One line alone is plain JSON.
pub(super) fn are(bytes: &[u8]) -> bool {
    if !begin_with_object(bytes) {
        return false;
    }
    let text = bytes.strip_prefix(MARK).unwrap_or(bytes).trim_ascii();
    let Some(end) = memchr::memchr(b'\n', text) else {
        return false;
    };
    let (first, rest) = text.split_at_checked(end).unwrap_or_default();
    let next = rest.trim_ascii_start().first();
    next == Some(&b'{')
        && first.trim_ascii_end().ends_with(b"}")
        && serde_json::from_slice::<IgnoredAny>(first).is_ok()
}

pub(super) fn begin_with_object(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(MARK).unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"{")
}

pub(super) fn read(file: &mut File) {
    let bytes = file.around.body;
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let mut last = bytes;
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        last = line;
        let nth = place.saturating_add(1);
        match saved(line) {
            Ok(saved) => {
                let saved = saved.unwrap_or_else(|| record(line, file));
                file.take(part("line", nth, saved.url.as_deref()), &saved);
            }
            Err(reason) => file.set_aside(part("line", nth, None), reason),
        }
    }
    let whole = serde_json::from_slice::<IgnoredAny>(last);
    file.found.around.truncated |= whole.is_err_and(|error| error.is_eof());
}

/// A line that is a record itself: of the source that the whole file is of.
fn record<'a>(line: &'a [u8], file: &File) -> Saved<'a> {
    Saved {
        url: file.around.url.map(str::to_owned),
        content_type: None,
        at_ms: None,
        status: 200,
        body: Cow::Borrowed(line),
    }
}

/// A response with its body as text; `None` when the line is something else.
fn saved(line: &[u8]) -> Result<Option<Saved<'static>>, Reason> {
    let Ok(raw) = serde_json::from_slice::<&RawValue>(line) else {
        return Ok(None);
    };
    let Ok(fields) = Fields::of(raw) else {
        return Ok(None);
    };
    let is_response = fields
        .raw("body")
        .is_some_and(|raw| raw.get().starts_with('"'))
        && ["url", "status"]
            .iter()
            .any(|name| fields.raw(name).is_some());
    if !is_response {
        return Ok(None);
    }
    let status = match fields.scalar("status")? {
        None => 200,
        Some(status) => status
            .trim()
            .parse()
            .map_err(|_| unreadable(format!("status '{status}' is none")))?,
    };
    let body = fields.text("body")?.unwrap_or_default();
    Ok(Some(Saved {
        url: fields.text("url")?.map(|url| url.trim().to_owned()),
        content_type: content_type(&fields)?.map(|media| in_text(&media)),
        at_ms: at_ms(&fields)?,
        status,
        body: Cow::Owned(body.into_owned().into_bytes()),
    }))
}

/// By itself, or among the headers: an object with one text or several for a name, or pairs.
fn content_type(fields: &Fields) -> Result<Option<String>, Reason> {
    if let Some(media) = fields.text("content_type")? {
        return Ok(Some(media.into_owned()));
    }
    let is_it = |name: &str| name.eq_ignore_ascii_case("content-type");
    let Some(raw) = fields.raw("headers") else {
        return Ok(None);
    };
    if raw.get().starts_with('[') {
        let pairs: Vec<(String, String)> = serde_json::from_str(raw.get()).unwrap_or_default();
        let found = pairs.into_iter().find(|(name, _)| is_it(name));
        return Ok(found.map(|(_, value)| value));
    }
    let headers = fields.object("headers")?;
    let name = headers.keys().find(|name| is_it(name)).map(str::to_owned);
    let Some(name) = name else {
        return Ok(None);
    };
    let values = headers.words(&name)?;
    Ok(values.into_iter().next().map(Cow::into_owned))
}

/// The body is text here, whatever charset it came in.
fn in_text(content_type: &str) -> String {
    let media = content_type.split(';').next().unwrap_or("").trim();
    format!("{media}; charset=utf-8")
}

/// ms since 1970 or RFC 3339.
fn at_ms(fields: &Fields) -> Result<Option<i64>, Reason> {
    for name in ["fetched_at_ms", "fetched_at"] {
        if let Some(text) = fields.scalar(name)? {
            let text = text.trim();
            let stamp = || {
                text.parse::<Timestamp>()
                    .ok()
                    .map(Timestamp::as_millisecond)
            };
            return Ok(text.parse().ok().or_else(stamp));
        }
    }
    Ok(None)
}
