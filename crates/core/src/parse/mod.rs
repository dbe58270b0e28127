//! Responses into items: bytes of a board in, postings with typed facts and visible text out.
//!
//! A bad record never stops its page: it is set aside with the part and the field that are wrong.
//! Nothing is guessed that the response does not say, and nothing here knows a source by name.

mod ashby;
mod body;
mod fields;
mod format;
mod greenhouse;
pub mod html;
mod identity;
mod lever;
mod moment;
mod pay;
mod plain;
mod shape;
mod terms;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::record::Facts;
use serde_json::value::RawValue;

use crate::item::{Item, Rejected};
use fields::Fields;
use moment::{Moment, Moments};

pub use format::Format;

/// One response as it was fetched, with what the catalog knows about its source.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    pub body: &'a [u8],
    /// The HTTP header. Example: application/json; charset=utf-8
    pub content_type: Option<&'a str>,
    pub url: Option<&'a str>,
    /// IANA zone of times that name none. Example: Asia/Shanghai
    pub site_tz: Option<&'a str>,
    /// When the response arrived, ms since 1970 UTC.
    pub at_ms: i64,
    /// Found by the shape of the response when `None`.
    pub format: Option<Format>,
}

/// What a response holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    pub format: Format,
    pub parser_version: i32,
    /// WHATWG name in lower case. Example: utf-8
    pub charset: String,
    /// The header names a charset that the bytes contradict.
    pub charset_conflict: bool,
    pub items: Vec<Item>,
    pub rejected: Vec<Rejected>,
    /// How many items the response says there are. It may be more than it holds.
    pub declared_total: Option<u64>,
    /// Where the rest of the list is.
    pub next_page: Option<String>,
}

impl Parsed {
    /// Whether the whole list is in here, as far as the response tells.
    pub fn complete(&self) -> bool {
        self.next_page.is_none()
    }
}

/// Reads a response; an error means that no part of it can be used.
pub fn parse(response: &Response) -> Result<Parsed, Reason> {
    let moments = Moments::new(response.site_tz, response.at_ms)?;
    let body = body::decode(response)?;
    let page = shape::page(&body.text, response)?;
    let (items, rejected) = records(&page, &moments);
    Ok(Parsed {
        format: page.format,
        parser_version: page.format.parser_version(),
        charset: body.charset.to_owned(),
        charset_conflict: body.charset_conflict,
        items,
        rejected,
        declared_total: page.declared_total,
        next_page: None,
    })
}

fn records(page: &shape::Page, moments: &Moments) -> (Vec<Item>, Vec<Rejected>) {
    let mut rejected = Vec::new();
    let mut found = Vec::new();
    for (place, raw) in page.records.iter().enumerate() {
        match record(page.format, raw, moments) {
            Ok(item) => found.push((place, item)),
            Err(reason) => rejected.push((place, reason)),
        }
    }
    let items = identity::distinct(found, &mut rejected);
    rejected.sort_by_key(|(place, _)| *place);
    let part = |place: usize| page.format.part(place);
    let rejected = rejected.into_iter().map(|(place, reason)| Rejected {
        part: part(place),
        reason,
    });
    (items, rejected.collect())
}

fn record(format: Format, raw: &RawValue, moments: &Moments) -> Result<Item, Reason> {
    let fields = Fields::of(raw)?;
    match format {
        Format::Greenhouse => greenhouse::item(&fields, moments),
        Format::Lever => lever::item(&fields, moments),
        Format::Ashby => ashby::item(&fields, moments),
    }
}

/// A fact's text in one line, without blanks around it.
fn told(text: Option<Cow<str>>) -> Option<String> {
    text.map(|text| crate::canonical::fold(&text))
        .filter(|line| !line.is_empty())
}

fn publish(facts: &mut Facts, published: Option<Moment>) {
    let Some(moment) = published else {
        return;
    };
    facts.published_at = Some(moment.utc);
    facts.published_precision = Some(moment.precision.to_owned());
    facts.tz_assumed = Some(moment.tz_assumed);
}
