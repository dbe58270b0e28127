//! What each kind of site sends. A posting's text is the same in all of them.

mod board;
mod feed;
mod page;
mod structured;
mod time;

use super::dress::Dress;
use super::{Page, Posting, Record, Site, World};
use crate::random::Random;

/// What a site sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    Greenhouse,
    Lever,
    Ashby,
    Workable,
    Recruitee,
    SmartRecruiters,
    JsonFeed,
    /// With the whole text in `content:encoded`.
    Rss,
    /// With the whole text in `description`, its markup escaped.
    RssEscaped,
    Atom,
    /// A page with JSON-LD.
    Structured(Design),
    /// A page without.
    Plain(Design),
}

/// How a page is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Design {
    /// `main` and `article`, as newer sites have it.
    Article,
    /// `div`s with telling names and a column on the side.
    Portal,
    /// Laid out by tables.
    Tables,
    /// `section`s below each other.
    Sections,
}

impl Shape {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greenhouse => "greenhouse",
            Self::Lever => "lever",
            Self::Ashby => "ashby",
            Self::Workable => "workable",
            Self::Recruitee => "recruitee",
            Self::SmartRecruiters => "smartrecruiters",
            Self::JsonFeed => "json-feed",
            Self::Rss => "rss",
            Self::RssEscaped => "rss-escaped",
            Self::Atom => "atom",
            Self::Structured(Design::Article) => "jsonld-article",
            Self::Structured(Design::Portal) => "jsonld-portal",
            Self::Structured(Design::Tables) => "jsonld-tables",
            Self::Structured(Design::Sections) => "jsonld-sections",
            Self::Plain(Design::Article) => "page-article",
            Self::Plain(Design::Portal) => "page-portal",
            Self::Plain(Design::Tables) => "page-tables",
            Self::Plain(Design::Sections) => "page-sections",
        }
    }

    /// Whether one response holds many postings.
    pub const fn is_list(self) -> bool {
        !matches!(self, Self::Structured(_) | Self::Plain(_))
    }

    /// Whether pay stands there in typed form.
    pub const fn states_pay(self) -> bool {
        matches!(
            self,
            Self::Lever | Self::Ashby | Self::Recruitee | Self::Structured(_)
        )
    }
}

/// What a shape needs to show one posting.
struct Sheet<'a> {
    site: &'a Site,
    posting: Posting,
    /// When the page is fetched.
    now_ms: i64,
    published_ms: i64,
    dress: Dress,
}

impl Sheet<'_> {
    /// The address that never changes.
    fn url(&self) -> String {
        let host = self.site.host();
        format!("https://{host}/jobs/{}", self.posting.shown_number())
    }

    /// A time between the first day and now that means nothing.
    fn moved_ms(&mut self) -> i64 {
        self.now_ms - self.dress.random.between(60, 20_000) as i64 * 1_000
    }
}

/// One response of a site on a day.
pub(super) fn page(world: &World, site: &Site, day: u32, place: u32, numbers: &[u32]) -> Page {
    let random = |number: u32| {
        let label = format!("dress {} {}", site.shape.name(), site.place);
        world.random(&label, u64::from(number) * 8 + u64::from(day))
    };
    let sheets = numbers.iter().map(|number| {
        let posting = world.posting(*number, site, day);
        Sheet {
            site,
            published_ms: world.fetch_ms(1) - posting.age_ms,
            posting,
            now_ms: world.fetch_ms(day),
            dress: Dress::new(random(*number), site.is_chinese()),
        }
    });
    let around = Around {
        site,
        place,
        now_ms: world.fetch_ms(day),
        random: random(numbers.first().copied().unwrap_or_default()).fork("around", place.into()),
    };
    match site.shape {
        Shape::Rss | Shape::RssEscaped | Shape::Atom => feed::page(around, sheets.collect()),
        Shape::Structured(_) | Shape::Plain(_) => page::page(around, sheets.collect()),
        _ => board::page(around, sheets.collect()),
    }
}

/// What a response needs around its postings.
struct Around<'a> {
    site: &'a Site,
    place: u32,
    now_ms: i64,
    random: Random,
}

impl Around<'_> {
    fn page(&self, kind: Kind, body: &str, records: Vec<Record>) -> Page {
        let (extension, media_type) = match kind {
            Kind::Json => ("json", "application/json"),
            Kind::Xml => ("xml", "application/xml"),
            Kind::Html => ("html", "text/html"),
        };
        let (name, url) = match records.as_slice() {
            [one] if kind == Kind::Html => {
                let number = super::FIRST_NUMBER + one.number;
                (
                    number.to_string(),
                    format!("https://{}/jobs/{number}", self.site.host()),
                )
            }
            _ => {
                let name = format!("p{:04}", self.place);
                let url = format!("https://{}/list?page={}", self.site.host(), self.place);
                (name, url)
            }
        };
        Page {
            name: format!("{name}.{extension}"),
            url,
            content_type: Some(self.site.charset.header(media_type)),
            body: self.site.charset.encode(body),
            records,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Json,
    Xml,
    Html,
}
