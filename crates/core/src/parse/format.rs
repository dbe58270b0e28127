//! The formats that are read here, by name.

use std::fmt;
use std::str::FromStr;

/// A response format. The names are stable: they are catalog words and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Greenhouse,
    Lever,
    Ashby,
    Workable,
    SmartRecruiters,
    Workday,
    Personio,
    Teamtailor,
    Recruitee,
    HackerNews,
    /// Any JSON, by the rules of a parser document.
    Json,
    JsonFeed,
    Rss,
    Atom,
    Sitemap,
    SitemapIndex,
    /// One thing on one page: structured data, or else its main text.
    Page,
    /// A page that lists many things.
    List,
    Ndjson,
    Warc,
    Robots,
}

/// What the bytes of a format are made of, and so which reader takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A board's own JSON, record by record.
    Board,
    Xml,
    Html,
    /// Many responses or records in one file.
    Container,
    Robots,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is no format; known: {known}", known = Format::names())]
pub struct NotAFormat(pub String);

impl Format {
    pub const ALL: [Format; 21] = [
        Format::Greenhouse,
        Format::Lever,
        Format::Ashby,
        Format::Workable,
        Format::SmartRecruiters,
        Format::Workday,
        Format::Personio,
        Format::Teamtailor,
        Format::Recruitee,
        Format::HackerNews,
        Format::Json,
        Format::JsonFeed,
        Format::Rss,
        Format::Atom,
        Format::Sitemap,
        Format::SitemapIndex,
        Format::Page,
        Format::List,
        Format::Ndjson,
        Format::Warc,
        Format::Robots,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Greenhouse => "greenhouse",
            Format::Lever => "lever",
            Format::Ashby => "ashby",
            Format::Workable => "workable",
            Format::SmartRecruiters => "smartrecruiters",
            Format::Workday => "workday",
            Format::Personio => "personio",
            Format::Teamtailor => "teamtailor",
            Format::Recruitee => "recruitee",
            Format::HackerNews => "hackernews",
            Format::Json => "json",
            Format::JsonFeed => "json-feed",
            Format::Rss => "rss",
            Format::Atom => "atom",
            Format::Sitemap => "sitemap",
            Format::SitemapIndex => "sitemap-index",
            Format::Page => "page",
            Format::List => "list",
            Format::Ndjson => "ndjson",
            Format::Warc => "warc",
            Format::Robots => "robots",
        }
    }

    pub const fn family(self) -> Family {
        match self {
            Format::Greenhouse
            | Format::Lever
            | Format::Ashby
            | Format::Workable
            | Format::SmartRecruiters
            | Format::Workday
            | Format::Teamtailor
            | Format::Recruitee
            | Format::HackerNews
            | Format::Json
            | Format::JsonFeed => Family::Board,
            Format::Personio
            | Format::Rss
            | Format::Atom
            | Format::Sitemap
            | Format::SitemapIndex => Family::Xml,
            Format::Page | Format::List => Family::Html,
            Format::Ndjson | Format::Warc => Family::Container,
            Format::Robots => Family::Robots,
        }
    }

    /// Raised when the same bytes come to be read differently.
    pub const fn parser_version(self) -> i32 {
        1
    }

    fn names() -> String {
        Self::ALL.map(Self::as_str).join(", ")
    }
}

impl FromStr for Format {
    type Err = NotAFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|format| format.as_str() == text);
        known.ok_or_else(|| NotAFormat(text.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
