//! Which page comes next, and whether the whole list was seen.
//!
//! A run that claims to be complete lets items be delisted, so completeness is only said when an
//! empty page ended the list or the list has no pages. Everything doubtful stops as incomplete.

use std::collections::HashSet;

use url::Url;

use super::source::{Paging, SourceSpec};

/// What the last page brought.
#[derive(Clone, Copy, Debug)]
pub struct Brought<'a> {
    /// Ids of the records that could be read.
    pub ids: &'a [String],
    /// Records that could not be read; they are on the page all the same.
    pub rejected: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Fetch(Url),
    /// The whole list was seen.
    Done,
    /// The list was not seen to its end, for this reason.
    Stop(String),
}

/// The way through one listing in one run.
#[derive(Clone, Debug)]
pub struct Pager {
    base: Url,
    paging: Paging,
    /// Pages that were asked for.
    pages: u32,
    /// Records that came, read or not: where an offset goes on.
    records: u64,
    seen: HashSet<String>,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the source has no address to list")]
pub struct NoAddress;

impl Pager {
    pub fn new(source: &SourceSpec) -> Result<Self, NoAddress> {
        let address = source.url.as_deref().ok_or(NoAddress)?;
        Ok(Self {
            base: Url::parse(address).map_err(|_| NoAddress)?,
            paging: source.paging.clone(),
            pages: 0,
            records: 0,
            seen: HashSet::new(),
        })
    }

    /// The page to begin with.
    pub fn first(&mut self) -> Url {
        self.pages = 1;
        self.address()
    }

    /// What to do when the page that was asked for last cannot be used or read: the rest of the
    /// list may be as bad, and a list with a hole is not complete.
    pub fn unusable(&self, words: &str) -> Step {
        Step::Stop(format!("page {} could not be used: {words}", self.pages))
    }

    /// What to do after a page that could be read.
    pub fn next(&mut self, page: Brought) -> Step {
        let records = page.ids.len() + page.rejected;
        if records == 0 || self.paging == Paging::None {
            return Step::Done;
        }
        let known = self.seen.len();
        self.seen.extend(page.ids.iter().cloned());
        if self.seen.len() == known && !page.ids.is_empty() {
            return Step::Stop(format!("page {} repeats earlier pages", self.pages));
        }
        if self.pages >= self.max_pages() {
            return Step::Stop(format!(
                "page {} is the last that max-pages allows",
                self.pages
            ));
        }
        self.records = self.records.saturating_add(records as u64);
        self.pages += 1;
        Step::Fetch(self.address())
    }

    fn max_pages(&self) -> u32 {
        match &self.paging {
            Paging::None => 1,
            Paging::PageNumber(paging) => paging.max_pages,
            Paging::Offset(paging) => paging.max_pages,
        }
    }

    fn address(&self) -> Url {
        let mut url = self.base.clone();
        match &self.paging {
            Paging::None => {}
            Paging::PageNumber(paging) => {
                let number = u64::from(paging.first) + u64::from(self.pages.saturating_sub(1));
                set_parameter(&mut url, &paging.param, number);
                if let (Some(param), Some(size)) = (&paging.size_param, paging.size) {
                    set_parameter(&mut url, param, u64::from(size));
                }
            }
            Paging::Offset(paging) => {
                set_parameter(&mut url, &paging.param, self.records);
                set_parameter(&mut url, &paging.limit_param, u64::from(paging.limit));
            }
        }
        url
    }
}

/// Sets a query parameter and leaves the others in their order.
fn set_parameter(url: &mut Url, name: &str, value: u64) {
    let others: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(known, _)| known != name)
        .map(|(known, value)| (known.into_owned(), value.into_owned()))
        .collect();
    url.query_pairs_mut()
        .clear()
        .extend_pairs(others)
        .append_pair(name, &value.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::source::parse_source;

    fn pager(paging: &str) -> Pager {
        let text = format!(
            "{{strategy: listing, url: 'https://b.example.com/jobs?content=true', paging: {paging}}}"
        );
        Pager::new(&parse_source("board", &text).unwrap()).unwrap()
    }

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn after(pager: &mut Pager, page: &[&str]) -> Step {
        pager.next(Brought {
            ids: &ids(page),
            rejected: 0,
        })
    }

    fn fetch(query: &str) -> Step {
        Step::Fetch(Url::parse(&format!("https://b.example.com/jobs?{query}")).unwrap())
    }

    #[test]
    fn a_list_without_pages_is_done_after_one() {
        let mut pager = pager("none");
        assert_eq!(
            pager.first().as_str(),
            "https://b.example.com/jobs?content=true"
        );
        assert_eq!(after(&mut pager, &["1"]), Step::Done);
    }

    #[test]
    fn page_numbers_count_up_until_a_page_is_empty() {
        let mut pager = pager(
            "{page-number: {param: page, first: 0, size-param: per, size: 50, max-pages: 9}}",
        );
        assert_eq!(pager.first().query(), Some("content=true&page=0&per=50"));
        assert_eq!(
            after(&mut pager, &["1", "2"]),
            fetch("content=true&page=1&per=50")
        );
        assert_eq!(
            after(&mut pager, &["3"]),
            fetch("content=true&page=2&per=50")
        );
        assert_eq!(after(&mut pager, &[]), Step::Done);
    }

    #[test]
    fn an_offset_goes_on_where_the_records_ended_even_if_fewer_came_than_asked_for() {
        let mut pager =
            pager("{offset: {param: skip, limit-param: limit, limit: 500, max-pages: 9}}");
        assert_eq!(pager.first().query(), Some("content=true&skip=0&limit=500"));
        let step = pager.next(Brought {
            ids: &ids(&["1", "2"]),
            rejected: 1,
        });
        assert_eq!(step, fetch("content=true&skip=3&limit=500"));
        assert_eq!(after(&mut pager, &[]), Step::Done);
    }

    #[test]
    fn a_board_that_begins_again_is_stopped_as_incomplete() {
        // Case of a public report: past the server's cap the first page came back for ever.
        let pages = [
            ["JR1", "JR2"],
            ["JR3", "JR4"],
            ["JR1", "JR2"],
            ["JR1", "JR2"],
        ];
        let mut pager = pager("{offset: {param: offset, limit-param: n, limit: 2, max-pages: 99}}");
        pager.first();
        let mut requests = 0;
        let mut unique = HashSet::new();
        let end = pages.iter().find_map(|page| {
            requests += 1;
            unique.extend(page.iter().copied());
            let step = after(&mut pager, page);
            (!matches!(step, Step::Fetch(_))).then_some(step)
        });
        let reason = "page 3 repeats earlier pages".to_owned();
        assert_eq!(end, Some(Step::Stop(reason)));
        assert_eq!((requests, unique.len()), (3, 4));
    }

    #[test]
    fn a_page_that_overlaps_but_brings_something_new_goes_on() {
        let mut pager = pager("{page-number: {param: p, max-pages: 9}}");
        pager.first();
        assert_eq!(after(&mut pager, &["1", "2"]), fetch("content=true&p=2"));
        assert_eq!(after(&mut pager, &["2", "3"]), fetch("content=true&p=3"));
        assert_eq!(after(&mut pager, &[]), Step::Done);
    }

    #[test]
    fn the_largest_number_of_pages_ends_a_run_as_incomplete() {
        let mut pager = pager("{page-number: {param: p, max-pages: 2}}");
        pager.first();
        assert_eq!(after(&mut pager, &["1"]), fetch("content=true&p=2"));
        let reason = "page 2 is the last that max-pages allows".to_owned();
        assert_eq!(after(&mut pager, &["2"]), Step::Stop(reason));
    }

    #[test]
    fn a_page_of_unreadable_records_is_not_the_end_of_the_list() {
        let mut pager = pager("{page-number: {param: p, max-pages: 9}}");
        pager.first();
        let page = Brought {
            ids: &[],
            rejected: 3,
        };
        assert_eq!(pager.next(page), fetch("content=true&p=2"));
    }

    #[test]
    fn a_page_that_cannot_be_used_ends_the_run_as_incomplete() {
        let mut pager = pager("none");
        pager.first();
        let reason = "page 1 could not be used: status 503: the server failed";
        assert_eq!(
            pager.unusable("status 503: the server failed"),
            Step::Stop(reason.to_owned())
        );
    }

    #[test]
    fn a_source_of_files_has_no_pages() {
        let files = parse_source("saved", "{strategy: files, paths: [a.json]}").unwrap();
        assert_eq!(Pager::new(&files).unwrap_err(), NoAddress);
    }
}
