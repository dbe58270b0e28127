//! Real feeds, sitemaps and robots files give the facts that a correct reader finds, and the cases
//! of feeds their exact answers.
//!
//! The files lie beside the repository and are not part of it; without them there is nothing to
//! test, and the test says so.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files; the crate does not"
)]

use std::path::PathBuf;

use readonce_core::inspect::inspect;
use readonce_core::parse::{Format, Parsed, Response, parse};
use readonce_core::robots::Robots;
use readonce_model::record::Outcome;
use serde_json::Value;

/// 2026-11-01T00:00:00Z
const FETCHED_AT_MS: i64 = 1_793_491_200_000;

fn file(name: &str) -> Option<Vec<u8>> {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if !shared.exists() {
        eprintln!("skipped: no {}", shared.display());
        return None;
    }
    let file = shared.join(name);
    Some(std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

fn read(name: &str, site_tz: Option<&str>) -> Option<Parsed> {
    let body = file(&format!("samples/{name}"))?;
    let response = Response {
        body: &body,
        site_tz,
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    };
    Some(parse(&response).unwrap())
}

fn published(parsed: &Parsed) -> Vec<&str> {
    let facts = parsed.items.iter().map(|item| &item.facts);
    facts
        .map(|facts| facts.published_at.as_deref().unwrap_or(""))
        .collect()
}

#[test]
fn press_releases_in_gb2312_with_offsets_that_touch_the_time() {
    let Some(feed) = read("feeds/acn_press_releases_gb2312.xml", None) else {
        return;
    };
    assert_eq!(
        (feed.format, feed.charset.as_str()),
        (Format::Rss, "gb18030")
    );
    assert_eq!((feed.items.len(), feed.rejected.len()), (8, 0));
    let times = published(&feed);
    assert_eq!(times[0], "2005-12-27T04:08:54Z");
    assert_eq!(times[3], "2005-12-01T15:34:16Z");
    assert_eq!(
        feed.around.updated_at.as_deref(),
        Some("2005-12-30T21:15:55Z")
    );
    assert!(feed.complete());
    for item in &feed.items {
        let text = readonce_core::canonical::canonicalize(&item.content).text;
        assert!(!text.ends_with("more"), "{text}");
        assert_eq!(item.facts.author.as_deref(), Some("NAME"));
        assert_eq!(item.facts.tz_assumed, Some(false));
    }
}

#[test]
fn unpadded_local_dates_take_the_zone_of_the_site() {
    let name = "feeds/w3cn_unpadded_local_dates_gb2312.xml";
    let Some(feed) = read(name, Some("Asia/Shanghai")) else {
        return;
    };
    assert_eq!((feed.charset.as_str(), feed.items.len()), ("gb18030", 20));
    assert_eq!(
        published(&feed)[..2],
        ["2005-05-28T08:05:36Z", "2005-05-25T01:51:45Z"]
    );
    assert_eq!(feed.items[0].facts.tz_assumed, Some(true));
    assert_eq!(feed.items[0].facts.language.as_deref(), Some("zh"));
}

#[test]
fn items_that_share_their_time_are_items() {
    let Some(feed) = read("feeds/stormcrawler_same_pubdate.rss", None) else {
        return;
    };
    assert_eq!(published(&feed), ["2024-10-19T11:21:53Z"; 6]);
    let ids = feed.items.iter().map(|item| item.id.as_str());
    let urls = feed.items.iter().map(|item| item.url.as_deref().unwrap());
    let urls = urls.map(|url| url.trim_end_matches('/'));
    assert!(ids.eq(urls), "the guid is the link");
}

#[test]
fn a_feed_that_stops_in_a_section_is_truncated() {
    let Some(feed) = read("feeds/rss_truncated_in_cdata.xml", None) else {
        return;
    };
    assert!(feed.around.truncated && !feed.complete());
    assert_eq!((feed.items.len(), feed.rejected.len()), (0, 1));
    assert_eq!(
        feed.around.title.as_deref(),
        Some("can feedparser read this xml")
    );
}

#[test]
fn utf16_without_a_mark_is_read() {
    let Some(feed) = read("feeds/rss_utf16be_nobom_declared_u16.xml", None) else {
        return;
    };
    assert_eq!((feed.charset.as_str(), feed.items.len()), ("utf-16be", 0));
    assert!(feed.complete());
}

#[test]
fn robots_files_with_a_mark_and_with_old_line_ends() {
    let name = "robots_sitemap/robots_utf8_bom_usajobs.txt";
    let Some(marked) = read(name, None) else {
        return;
    };
    assert_eq!(
        (marked.format, marked.around.children.len()),
        (Format::Robots, 1)
    );
    let robots = marked.around.robots.unwrap();
    assert!(!robots.allowed("readonce", "/Content/a.css"));
    assert!(!robots.allowed("readonce", "/Service%20References/x"));
    assert!(robots.allowed("readonce", "/Search"));
    let old = read("robots_sitemap/robots_cr_only_news.txt", None).unwrap();
    assert_eq!((old.format, old.around.children.len()), (Format::Robots, 1));
    let robots = old.around.robots.unwrap();
    assert!(!robots.allowed("readonce", "/css/main.css"));
    assert!(!robots.allowed("readonce", "/a/b.json"));
    assert!(robots.allowed("readonce", "/a/b.json?x"));
}

#[test]
fn a_sitemap_index_lists_its_children() {
    let Some(index) = read("robots_sitemap/sitemap_index_gz_children.xml", None) else {
        return;
    };
    let children = &index.around.children;
    assert_eq!((index.format, children.len()), (Format::SitemapIndex, 4));
    assert!(children[0].url.ends_with("/sitemap-001.xml.gz"));
    for child in children {
        assert_eq!(child.updated_at.as_deref(), Some("2024-10-19T11:21:53Z"));
    }
}

/// The rows of the expected answers that are about these files.
fn cases(files: &[&str]) -> Option<Vec<(String, Value)>> {
    let expected = String::from_utf8(file("cases/expected.jsonl")?).unwrap();
    let rows = expected
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let rows = rows.map(|row: Value| (row["file"].as_str().unwrap().to_owned(), row));
    let found: Vec<_> = rows
        .filter(|(name, _)| files.contains(&name.as_str()))
        .collect();
    assert_eq!(found.len(), files.len());
    Some(found)
}

#[test]
fn feeds_of_the_cases_give_their_answers() {
    let files = [
        "B05_feed.xml",
        "B06_feed.xml",
        "B07_feed.xml",
        "B08_feed.xml",
        "B11_feed.xml",
        "B12_feed.xml",
    ];
    for (name, row) in cases(&files).into_iter().flatten() {
        let body = file(&format!("cases/{name}")).unwrap();
        let fetched = row["given"]["fetched_at"].as_str();
        let response = Response {
            body: &body,
            site_tz: row["given"]["site_tz"].as_str(),
            at_ms: fetched.map_or(FETCHED_AT_MS, |at| {
                at.parse::<jiff::Timestamp>().unwrap().as_millisecond()
            }),
            ..Response::default()
        };
        let items = parse(&response).unwrap().items;
        let facts = || items.iter().map(|item| &item.facts);
        for (field, answer) in row["expect"].as_object().unwrap() {
            let found: Value = match field.as_str() {
                "items" => items.len().into(),
                "ids" => items.iter().map(|item| item.id.as_str()).collect(),
                "titles" => items
                    .iter()
                    .map(|item| item.content.title.as_str())
                    .collect(),
                "published" => facts().map(|facts| facts.published_at.clone()).collect(),
                "precision" => facts()
                    .map(|facts| facts.published_precision.clone())
                    .collect(),
                "tz_assumed" => facts().map(|facts| facts.tz_assumed).collect(),
                other => panic!("{name}: nothing answers '{other}'"),
            };
            assert_eq!(found, *answer, "{name} {field}");
        }
    }
}

#[test]
fn an_edited_headline_is_an_update() {
    for (name, row) in cases(&["B30_run2.xml"]).into_iter().flatten() {
        let previous = file("cases/B30_run1.xml").unwrap();
        let body = file(&format!("cases/{name}")).unwrap();
        let response = |body| Response {
            body,
            at_ms: FETCHED_AT_MS,
            ..Response::default()
        };
        let earlier = parse(&response(&previous)).unwrap();
        let found = inspect(&response(&body), "dw", Some(&earlier)).unwrap();
        let outcomes: Vec<Outcome> = found
            .items
            .iter()
            .map(|item| item.comparison.as_ref().unwrap().outcome)
            .collect();
        let count = |outcome| outcomes.iter().filter(|other| **other == outcome).count();
        assert_eq!(Value::from(count(Outcome::New)), row["expect"]["new"]);
        assert_eq!(
            Value::from(count(Outcome::Changed)),
            row["expect"]["updated"]
        );
    }
}

#[test]
fn robots_of_the_cases_give_their_answers() {
    for (name, row) in cases(&["B01_robots.txt"]).into_iter().flatten() {
        let robots = Robots::parse(&file(&format!("cases/{name}")).unwrap());
        for (path, answer) in row["expect"]["allowed"].as_object().unwrap() {
            assert_eq!(
                Value::from(robots.allowed("readonce", path)),
                *answer,
                "{path}"
            );
        }
        let delay = robots.crawl_delay_s("readonce");
        assert_eq!(delay, row["expect"]["crawl_delay_s"].as_f64());
    }
}
