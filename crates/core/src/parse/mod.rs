//! Responses into items: bytes in, postings, products, articles and threads with typed facts and
//! visible text out.
//!
//! A bad record never stops its page: it is set aside with the part and the field that are wrong.
//! Nothing is guessed that the response does not say, and nothing here knows a source by name.
//!
//! | room | what it reads |
//! |---|---|
//! | `board` | JSON: job boards by name, feeds in JSON, anything by rules |
//! | `feed` | XML: RSS, Atom, sitemaps, boards that write XML |
//! | `page` | HTML: structured data, lists, main text |
//! | `container` | many responses in one file: WARC, NDJSON |
//! | `html` | markup into blocks of text |
//! | `dom` | markup as a tree, for selectors |
//! | `rules` | any JSON or HTML by a parser document of the catalog |
//! | `sniff` | which format a response is in |

mod board;
mod body;
mod container;
mod dom;
mod feed;
mod fields;
mod format;
mod found;
pub mod html;
mod identity;
mod link;
mod markup;
mod moment;
mod page;
mod pay;
mod plain;
mod robots;
pub mod rules;
mod sniff;
mod terms;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::reason::Code;

use crate::facts::money::Given;
use crate::item::{Item, Rejected};
use body::Body;
use found::Found;
use moment::Moments;

pub use format::{Family, Format};
pub use found::{Around, Child};
pub use page::Wall;

/// One response as it was fetched, with what the catalog knows about its source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Response<'a> {
    pub body: &'a [u8],
    /// The HTTP header. Example: application/json; charset=utf-8
    pub content_type: Option<&'a str>,
    pub url: Option<&'a str>,
    /// IANA zone of times that name none. Example: Asia/Shanghai
    pub site_tz: Option<&'a str>,
    /// Language of the source's texts, where the catalog says it. Example: en-US
    pub lang: Option<&'a str>,
    /// When the response arrived, ms since 1970 UTC.
    pub at_ms: i64,
    /// Found by the shape of the response when `None`.
    pub format: Option<Format>,
    /// Document that says how to read; it overrides the format and what is known of the locale.
    pub parser: Option<&'a rules::Parser>,
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
    pub around: Around,
}

impl Parsed {
    /// Whether the whole list is in here, as far as the response tells.
    pub fn complete(&self) -> bool {
        let held = self.items.len().saturating_add(self.rejected.len());
        let declared = self.around.declared_total.unwrap_or(0);
        let is_short = u64::try_from(held).is_ok_and(|held| held < declared);
        self.around.next_page.is_none() && !self.around.truncated && !is_short
    }
}

/// What every reader is given: the text, and what its facts are read against.
pub(crate) struct Source<'a> {
    pub(crate) response: &'a Response<'a>,
    pub(crate) text: &'a str,
    pub(crate) moments: Moments<'a>,
}

impl<'a> Source<'a> {
    /// What amounts are read against.
    #[allow(dead_code, reason = "pages and boards read with it")]
    pub(crate) fn money(&self) -> Given<'a> {
        Given {
            lang: self.response.lang,
            default_currency: self.response.parser.and_then(rules::Parser::currency),
        }
    }
}

/// Reads a response; an error means that no part of it can be used.
pub fn parse(response: &Response) -> Result<Parsed, Reason> {
    let parser = response.parser;
    let response = &parser.map_or(*response, |parser| parser.over(response));
    let moments = Moments::new(response.site_tz, response.lang, response.at_ms)?
        .in_order(parser.and_then(rules::Parser::day_first));
    if let Some(parsed) = container::read(response) {
        return parsed;
    }
    let Body {
        text,
        charset,
        charset_conflict,
    } = body::decode(response)?;
    let text = match parser {
        Some(parser) => parser.quieted(&text),
        None => Cow::Borrowed(text.as_ref()),
    };
    let source = Source {
        response,
        text: &text,
        moments,
    };
    let mut found = read(&source).map_err(|reason| wall_or(&source, reason))?;
    let Some(parser) = parser else {
        return Ok(settled(found, charset, charset_conflict));
    };
    parser.settle(&mut found);
    let mut parsed = settled(found, charset, charset_conflict);
    parsed.parser_version = parser.version().unwrap_or(parsed.parser_version);
    Ok(parsed)
}

/// Why a response that its reader cannot read is markup instead: a wall says more than "no JSON".
fn wall_or(source: &Source, reason: Reason) -> Reason {
    let may_be_wall =
        reason.code == Code::UnreadableResponse && sniff::family(source.text) == Family::Html;
    let wall = may_be_wall.then(|| page::blocked::reason(source)).flatten();
    wall.unwrap_or(reason)
}

fn read(source: &Source) -> Result<Found, Reason> {
    if let Some(found) = source
        .response
        .parser
        .and_then(|parser| parser.read(source))
    {
        return found;
    }
    let format = match source.response.format {
        Some(format) => Some(format),
        None => sniff::format(source)?,
    };
    let family = format.map_or_else(|| sniff::family(source.text), Format::family);
    match family {
        Family::Board => board::read(source, format),
        Family::Xml => feed::read(source, format),
        Family::Html => page::read(source, format),
        Family::Robots => robots::read(source),
        Family::Container => Err(body::unreadable(
            "a file of records was expected, but its bytes are none".to_owned(),
        )),
    }
}

/// The one address of the thing that a link leads to, whatever was hung on to it on the way; `None`
/// when it leads nowhere on the web. Never for fetching.
pub fn canonical_link(link: &str, base: Option<&str>) -> Option<String> {
    link::canonical(link, base)
}

/// Items with ids that are unique, and what was set aside, both in the order of the response.
fn settled(found: Found, charset: &str, charset_conflict: bool) -> Parsed {
    let Found {
        format,
        records,
        around,
    } = found;
    let mut rejected = Vec::new();
    let mut good = Vec::new();
    let mut parts = Vec::with_capacity(records.len());
    for (place, (part, record)) in records.into_iter().enumerate() {
        parts.push(part);
        match record {
            Ok(item) => good.push((place, item)),
            Err(reason) => rejected.push((place, reason)),
        }
    }
    let items = identity::distinct(format, good, &mut rejected);
    rejected.sort_by_key(|(place, _)| *place);
    let rejected = rejected.into_iter().map(|(place, reason)| Rejected {
        part: parts.get(place).cloned().unwrap_or_default(),
        reason,
    });
    Parsed {
        format,
        parser_version: format.parser_version(),
        charset: charset.to_owned(),
        charset_conflict,
        items,
        rejected: rejected.collect(),
        around,
    }
}

/// A fact's text in one line, without blanks around it.
fn told(text: Option<Cow<str>>) -> Option<String> {
    text.map(|text| crate::canonical::tidy(&text))
        .filter(|line| !line.is_empty())
}
