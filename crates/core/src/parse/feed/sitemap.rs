//! Sitemaps: addresses with the time of their last change, and the sitemaps that an index lists.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;

use super::body;
use super::records;
use super::root::records_of;
use super::xml::{Document, Element};
use crate::item::{Content, Item, Kind};
use crate::parse::found::{Child, Found};
use crate::parse::moment::Moments;
use crate::parse::{Format, Source, link, told};

/// Lines that are looked at to tell a plain sitemap from other text.
const LINES_SNIFFED: usize = 50;

pub(super) fn read(source: &Source, document: &Document, format: Format) -> Found {
    let all: Vec<_> = records(document, records_of(format)).collect();
    let whole = || {
        all.iter()
            .filter_map(|(_, record)| record.as_ref().ok().copied())
    };
    let dates: Vec<Cow<str>> = whole().flat_map(times).collect();
    let dates: Vec<&str> = dates.iter().map(AsRef::as_ref).collect();
    let map = Map {
        moments: source.moments.with_evidence(&dates),
        base: source.response.url,
    };
    let mut found = Found::new(format);
    for (part, record) in all {
        match record.and_then(|record| map.entry(record)) {
            Ok(Entry::Child(child)) => found.around.children.push(child),
            Ok(Entry::Item(item)) => found.records.push((part, Ok(*item))),
            Err(reason) => found.records.push((part, Err(reason))),
        }
    }
    found
}

fn times<'a>(record: Element<'_, 'a>) -> impl Iterator<Item = Cow<'a, str>> {
    let published = record
        .child("news")
        .and_then(|news| news.child_text("publication_date"));
    record.child_text("lastmod").into_iter().chain(published)
}

enum Entry {
    Child(Child),
    Item(Box<Item>),
}

struct Map<'f> {
    moments: Moments<'f>,
    base: Option<&'f str>,
}

impl Map<'_> {
    fn entry(&self, record: Element) -> Result<Entry, Reason> {
        let missing = || Reason::new(Code::MissingId, "loc is missing or blank");
        let address = record.child_text("loc").ok_or_else(missing)?;
        let changed = record.child_text("lastmod");
        let changed = changed.and_then(|text| self.moments.read(&text)?.utc);
        if record.is("sitemap") {
            return Ok(Entry::Child(Child {
                url: absolute(&address, self.base)?,
                updated_at: changed,
            }));
        }
        let mut item = linked(&address, self.base)?;
        item.facts.updated_at = changed;
        if let Some(news) = record.child("news") {
            self.news(news, &mut item);
        }
        Ok(Entry::Item(Box::new(item)))
    }

    /// What Google News reads: an article with its title and the time of its publication.
    fn news(&self, news: Element, item: &mut Item) {
        let title = news
            .child("title")
            .map(body::line)
            .filter(|title| !title.is_empty());
        if let Some(title) = title {
            item.content.kind = Kind::Article;
            item.content.title = title;
        }
        let published = news.child_text("publication_date");
        self.moments.publish(&mut item.facts, published.as_deref());
        let publication = news.child("publication");
        item.facts.language = told(publication.and_then(|at| at.child_text("language")));
    }
}

/// A text with one address a line.
pub(super) fn plain(source: &Source) -> Result<Found, Reason> {
    let mut found = Found::new(Format::Sitemap);
    let lines = source.text.lines().map(str::trim).enumerate();
    for (place, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let part = format!("line {}", place.saturating_add(1));
        found.records.push((part, linked(line, None)));
    }
    Ok(found)
}

/// Whether a text is a plain sitemap: nothing but addresses.
pub(in crate::parse) fn is_plain(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.take(LINES_SNIFFED).peekable();
    let is_address = |line: &str| {
        let web = line.starts_with("http://") || line.starts_with("https://");
        web && !line.contains(char::is_whitespace)
    };
    lines.peek().is_some() && lines.all(is_address)
}

/// An address as an item, which has no content of its own.
fn linked(address: &str, base: Option<&str>) -> Result<Item, Reason> {
    let url = absolute(address, base)?;
    let id = link::canonical(&url, None).ok_or_else(|| no_address(address))?;
    Ok(Item {
        id,
        url: Some(url),
        content: Content {
            kind: Kind::Link,
            title: String::new(),
            blocks: Vec::new(),
        },
        facts: Facts::default(),
    })
}

fn absolute(address: &str, base: Option<&str>) -> Result<String, Reason> {
    let url = link::resolve(address, base).ok_or_else(|| no_address(address))?;
    Ok(url.to_string())
}

fn no_address(address: &str) -> Reason {
    let shown: String = address.chars().take(80).collect();
    Reason::new(
        Code::MissingId,
        format!("'{shown}' is no address of the web"),
    )
}
