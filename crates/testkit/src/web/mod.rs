//! A large world of postings on many kinds of sites, over three days.
//!
//! Day 1 shows every posting for the first time. On day 2 every one of them is dressed anew and none
//! has changed. On day 3 they are dressed anew again, and a known few have changed: in a word, a
//! number, a line, a paragraph, a title, or in their pay alone. Equal specs give equal bytes; a page
//! is made when it is asked for, so that the size of the world costs no memory. No clock, no IO.

mod chrome;
mod dress;
mod edit;
mod encode;
mod json;
mod markup;
mod posting;
mod shape;
mod site;

use std::collections::BTreeMap;

use crate::random::Random;

pub use edit::Edit;
pub use encode::Charset;
pub use posting::{Pay, Posting};
pub use shape::{Design, Shape};
pub use site::Site;

/// Days that a world has.
pub const DAYS: u32 = 3;

/// What numbers of postings begin with, so that one is found in any id or address.
const FIRST_NUMBER: u32 = 70_000_000;

#[derive(Clone, Debug)]
pub struct Spec {
    pub seed: u64,
    pub postings: u32,
    /// When the first page of day 1 is fetched, ms since 1970 UTC: relative times count from it.
    pub first_fetch_ms: i64,
    /// From one day to the next. A test on the real clock takes seconds.
    pub between_ms: i64,
    /// No posting is younger than this at the first fetch.
    pub youngest_ms: i64,
    /// Postings in 10,000 whose content changes on day 3.
    pub edited: u32,
    /// Postings in 10,000 whose pay alone changes on day 3, where the site states pay.
    pub paid_otherwise: u32,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            seed: 7,
            postings: 47_000,
            // 2026-09-07T06:00:00Z, a Monday.
            first_fetch_ms: 1_788_760_800_000,
            between_ms: 86_400_000,
            youngest_ms: 0,
            edited: 70,
            paid_otherwise: 20,
        }
    }
}

/// One response as it comes over the wire.
#[derive(Clone, Debug)]
pub struct Page {
    /// A name for a file, with the extension of its kind. Example: p0003.json
    pub name: String,
    pub url: String,
    /// The HTTP header.
    pub content_type: Option<String>,
    pub body: Vec<u8>,
    pub records: Vec<Record>,
}

/// One posting of a page, as its site sends it, before the charset.
#[derive(Clone, Debug)]
pub struct Record {
    pub number: u32,
    pub raw: String,
}

/// All sites, and what changes on the last day.
#[derive(Clone, Debug)]
pub struct World {
    spec: Spec,
    sites: Vec<Site>,
    edits: BTreeMap<u32, Edit>,
}

impl World {
    pub fn new(spec: &Spec) -> Self {
        let sites = site::all(spec.postings);
        let edits = edit::plan(spec, &sites);
        Self {
            spec: spec.clone(),
            sites,
            edits,
        }
    }

    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// What changes on day 3, by the number of the posting.
    pub fn edits(&self) -> &BTreeMap<u32, Edit> {
        &self.edits
    }

    /// When the pages of a day are fetched.
    pub fn fetch_ms(&self, day: u32) -> i64 {
        self.spec.first_fetch_ms + i64::from(day - 1) * self.spec.between_ms
    }

    /// The posting as it is on a day.
    pub fn posting(&self, number: u32, site: &Site, day: u32) -> Posting {
        let mut posting = Posting::draw(self, number, site.language);
        if let Some(edit) = self.edits.get(&number).filter(|_| day >= DAYS) {
            edit.apply(&mut posting);
        }
        posting
    }

    /// How many pages a site has.
    pub fn pages(&self, site: &Site) -> u32 {
        site.count.div_ceil(site.page_size())
    }

    /// The pages of a site on a day. Postings change places between them from day to day.
    pub fn site_pages<'a>(&'a self, site: &'a Site, day: u32) -> impl Iterator<Item = Page> + 'a {
        let mut numbers: Vec<u32> = (site.first..site.first + site.count).collect();
        if site.shape.is_list() {
            self.random(&format!("order {}", site.source), day.into())
                .shuffle(&mut numbers);
        }
        let size = site.page_size() as usize;
        let count = numbers.len().div_ceil(size);
        (0..count).map(move |page| {
            let from = page * size;
            let of_page = &numbers[from..numbers.len().min(from + size)];
            shape::page(self, site, day, page as u32, of_page)
        })
    }

    /// One posting as each kind of site of its language shows it on a day.
    pub fn everywhere(&self, number: u32, day: u32) -> Vec<(Site, Page)> {
        let Some(home) = self.sites.iter().find(|site| site.holds(number)) else {
            return Vec::new();
        };
        let alike = self
            .sites
            .iter()
            .filter(|site| site.language == home.language);
        let alone = alike.map(|site| Site {
            first: number,
            count: 1,
            ..site.clone()
        });
        alone
            .map(|site| {
                let page = shape::page(self, &site, day, 0, &[number]);
                (site, page)
            })
            .collect()
    }

    fn random(&self, label: &str, number: u64) -> Random {
        Random::new(self.spec.seed)
            .fork("web", 0)
            .fork(label, number)
    }
}

/// The number of the posting that an id or an address names.
pub fn number_of(id: &str) -> Option<u32> {
    let runs = id.split(|letter: char| !letter.is_ascii_digit());
    let known = runs.filter(|run| run.len() == 8 && run.starts_with('7'));
    known
        .filter_map(|run| run.parse::<u32>().ok()?.checked_sub(FIRST_NUMBER))
        .next()
}
