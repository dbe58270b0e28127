//! The sites of the world: what they send, in which language and in which charset.

use super::Charset::{
    self, GbkByHeader, GbkByLabel, GbkSilent, Utf8ByHeader, Utf8ByLabel, Utf8Silent,
};
use super::Shape::{
    self, Ashby, Atom, Greenhouse, JsonFeed, Lever, Plain, Recruitee, Rss, RssEscaped,
    SmartRecruiters, Structured, Workable,
};
use super::shape::Design::{Article, Portal, Sections, Tables};
use crate::world::Language::{self, Chinese, English};
use crate::world::text::COMPANIES;

/// One site with its postings.
#[derive(Clone, Debug)]
pub struct Site {
    /// A name for the catalog. Example: rss-zh-gbk-label-12
    pub source: String,
    pub shape: Shape,
    pub language: Language,
    pub charset: Charset,
    /// The number of its first posting, and how many follow.
    pub first: u32,
    pub count: u32,
    pub(super) place: usize,
}

/// Shape, language, charset, share of the postings.
const KINDS: [(Shape, Language, Charset, u32); 40] = [
    (Greenhouse, English, Utf8ByHeader, 5),
    (Greenhouse, Chinese, Utf8Silent, 3),
    (Lever, English, Utf8ByHeader, 5),
    (Lever, Chinese, Utf8Silent, 2),
    (Ashby, English, Utf8Silent, 5),
    (Ashby, Chinese, Utf8ByHeader, 2),
    (Workable, English, Utf8Silent, 4),
    (Workable, Chinese, Utf8ByHeader, 2),
    (Recruitee, English, Utf8ByHeader, 4),
    (Recruitee, Chinese, Utf8Silent, 2),
    (SmartRecruiters, English, Utf8ByHeader, 4),
    (SmartRecruiters, Chinese, Utf8Silent, 2),
    (JsonFeed, English, Utf8Silent, 3),
    (JsonFeed, Chinese, Utf8ByHeader, 2),
    (Rss, English, Utf8ByLabel, 4),
    (Rss, Chinese, GbkByLabel, 3),
    (Rss, Chinese, GbkByHeader, 2),
    (RssEscaped, English, Utf8Silent, 3),
    (RssEscaped, Chinese, Utf8ByLabel, 2),
    (Atom, English, Utf8ByLabel, 4),
    (Atom, Chinese, GbkByLabel, 2),
    (Structured(Article), English, Utf8ByLabel, 3),
    (Structured(Sections), English, Utf8ByHeader, 3),
    (Structured(Portal), English, Utf8Silent, 2),
    (Structured(Article), Chinese, Utf8ByLabel, 2),
    (Structured(Portal), Chinese, GbkByLabel, 2),
    (Structured(Tables), Chinese, GbkByHeader, 2),
    (Structured(Sections), Chinese, GbkSilent, 1),
    (Plain(Article), English, Utf8ByLabel, 3),
    (Plain(Portal), English, Utf8ByHeader, 2),
    (Plain(Tables), English, Utf8Silent, 2),
    (Plain(Sections), English, Utf8ByLabel, 3),
    (Plain(Article), Chinese, Utf8ByLabel, 2),
    (Plain(Article), Chinese, GbkByLabel, 1),
    (Plain(Portal), Chinese, GbkByLabel, 2),
    (Plain(Portal), Chinese, GbkSilent, 1),
    (Plain(Tables), Chinese, GbkByHeader, 2),
    (Plain(Tables), Chinese, GbkByLabel, 1),
    (Plain(Sections), Chinese, Utf8ByHeader, 2),
    (Plain(Sections), Chinese, GbkSilent, 1),
];

/// All sites, with the postings shared out among them.
pub(super) fn all(postings: u32) -> Vec<Site> {
    let whole: u64 = KINDS.iter().map(|kind| u64::from(kind.3)).sum();
    let mut before = 0;
    let mut first = 0;
    let mut sites = Vec::with_capacity(KINDS.len());
    for (place, (shape, language, charset, share)) in KINDS.into_iter().enumerate() {
        before += u64::from(share);
        let end = (u64::from(postings) * before / whole) as u32;
        sites.push(Site {
            source: format!(
                "{}-{}-{}-{place}",
                shape.name(),
                language.tag(),
                charset.name()
            ),
            shape,
            language,
            charset,
            first,
            count: end - first,
            place,
        });
        first = end;
    }
    sites.retain(|site| site.count > 0);
    sites
}

impl Site {
    pub fn holds(&self, number: u32) -> bool {
        (self.first..self.first + self.count).contains(&number)
    }

    /// Postings on one page.
    pub fn page_size(&self) -> u32 {
        match self.shape.is_list() {
            true => 50 + 25 * (self.place as u32 % 7),
            false => 1,
        }
    }

    /// The zone that the site writes its local times in.
    pub fn zone(&self) -> Option<&'static str> {
        (self.language == Chinese).then_some("Asia/Shanghai")
    }

    pub(super) fn host(&self) -> String {
        format!("{}.example.com", self.source)
    }

    pub(super) fn company(&self) -> usize {
        self.place % COMPANIES.len()
    }

    pub(super) fn is_chinese(&self) -> bool {
        self.language == Chinese
    }
}
