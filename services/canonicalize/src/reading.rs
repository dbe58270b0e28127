//! A raw page into what the fold takes: sightings, what was set aside, walls, withdrawals.
//!
//! Pure but for nothing: the same record and parser give the same reading. What it means for an
//! item, `core::observe` decides.

use readonce_core::canonical::{CANONICALIZER_VERSION, sight_by};
use readonce_core::item::Rejected;
use readonce_core::observe::{Reader, Reading};
use readonce_core::parse::rules::Parser;
use readonce_core::parse::{self, Format, Parsed, Response, Wall};
use readonce_core::quality::DataContract;
use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::RawRecord;

use crate::page;

/// What a raw page turns out to be.
#[derive(Debug)]
pub enum Page {
    /// With the parts that were set aside.
    Read(Reading, Vec<Rejected>),
    /// A captcha, a login wall, an error page with a good status.
    Blocked(Reason),
    Unreadable(Reason),
}

/// Reads a page by the parser document that it names, if any.
pub fn read(raw: &RawRecord, parser: Option<&Parser>) -> Page {
    let item = own_item(raw);
    if let Some(id) = item.filter(|_| matches!(raw.http_status, Some(404 | 410))) {
        return gone(id, raw);
    }
    match (parsed(raw, parser), item) {
        (Ok(parsed), _) => sorted(parsed, raw, parser.and_then(Parser::quality)),
        (Err(reason), Some(id)) if is_soft_not_found(&reason) => gone(id, raw),
        (Err(reason), _) if reason.code == Code::Blocked => Page::Blocked(reason),
        (Err(reason), _) => Page::Unreadable(reason),
    }
}

/// The item whose own address the page was fetched from. A list that answers 404 says it of itself,
/// not of its items.
fn own_item(raw: &RawRecord) -> Option<&str> {
    let rest = raw.scope.strip_prefix(raw.source.as_str())?;
    rest.strip_prefix('/').filter(|id| !id.is_empty())
}

/// Of all walls the only one that says something of the item behind it.
fn is_soft_not_found(reason: &Reason) -> bool {
    reason.code == Code::Blocked && reason.detail.starts_with(Wall::SoftNotFound.as_str())
}

fn gone(id: &str, raw: &RawRecord) -> Page {
    let reading = Reading {
        reader: reader(raw.format.as_deref().unwrap_or("page"), 1, raw),
        withdrawn: vec![id.to_owned()],
        ..Reading::default()
    };
    Page::Read(reading, Vec::new())
}

/// What a response holds, before it is folded.
pub fn parsed(raw: &RawRecord, parser: Option<&Parser>) -> Result<Parsed, Reason> {
    let body = page::body(raw)?;
    let format = raw.format.as_deref().map(str::parse::<Format>).transpose();
    let format = format.map_err(|error| Reason::new(Code::Inconsistent, error.to_string()))?;
    parse::parse(&Response {
        body: &body,
        content_type: raw.content_type.as_deref(),
        url: raw.final_url.as_deref().or(raw.url.as_deref()),
        site_tz: raw.site_tz.as_deref(),
        lang: None,
        at_ms: raw.at_ms,
        format,
        parser,
    })
}

/// Walls among the parts of a file are counted and not set aside: there is nothing to mend.
fn sorted(parsed: Parsed, raw: &RawRecord, judge: Option<&DataContract>) -> Page {
    let reader = reader(parsed.format.as_str(), parsed.parser_version, raw);
    let (blocked, rejected): (Vec<_>, Vec<_>) = parsed
        .rejected
        .into_iter()
        .partition(|part| part.reason.code == Code::Blocked);
    let reading = Reading {
        reader,
        sightings: parsed
            .items
            .into_iter()
            .map(|item| sight_by(item, judge))
            .collect(),
        rejected: rejected.len(),
        blocked: blocked.len(),
        withdrawn: parsed.around.withdrawn,
    };
    Page::Read(reading, rejected)
}

fn reader(format: &str, parser_version: i32, raw: &RawRecord) -> Reader {
    Reader {
        format: format.to_owned(),
        parser_version,
        canonicalizer_version: CANONICALIZER_VERSION,
        parser: raw.parser.clone(),
    }
}

#[cfg(test)]
mod tests;
