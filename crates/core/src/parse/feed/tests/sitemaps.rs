//! Sitemaps in XML and in plain text, indexes, and robots.txt as responses.

use super::*;
use crate::item::Kind;
use crate::parse::Format;

#[test]
fn addresses_are_links_with_the_time_of_their_change() {
    let parsed = read(
        "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='i'><url><loc> https://a.example/p?a=1&amp;b=2 </loc><lastmod>2026-09-24T10:00:00+02:00</lastmod><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url><url><loc>/no-base</loc></url><url><lastmod>2026-01-01</lastmod></url><url><loc>http://www.a.example/q/</loc><lastmod>2026-09-04</lastmod></url></urlset>",
    );
    assert_eq!(parsed.format, Format::Sitemap);
    let found: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            (
                item.id.as_str(),
                item.url.as_deref().unwrap(),
                item.facts.updated_at.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                "https://a.example/p?a=1&b=2",
                "https://a.example/p?a=1&b=2",
                Some("2026-09-24T08:00:00Z")
            ),
            (
                "https://a.example/q",
                "http://www.a.example/q/",
                Some("2026-09-04")
            ),
        ]
    );
    assert!(
        parsed
            .items
            .iter()
            .all(|item| item.content.kind == Kind::Link)
    );
    let rejected: Vec<&str> = parsed
        .rejected
        .iter()
        .map(|part| part.reason.detail.as_str())
        .collect();
    assert_eq!(
        rejected,
        [
            "'/no-base' is no address of the web",
            "loc is missing or blank"
        ]
    );
}

#[test]
fn news_are_articles_with_title_and_time() {
    let parsed = read(
        "<urlset xmlns:n='http://www.google.com/schemas/sitemap-news/0.9'><url><loc>https://a.example/1</loc><n:news><n:publication><n:name>Post</n:name><n:language>en</n:language></n:publication><n:publication_date>2026-09-24</n:publication_date><n:title>A &amp;amp; B</n:title></n:news></url></urlset>",
    );
    let item = &parsed.items[0];
    assert_eq!(
        (item.content.kind, item.content.title.as_str()),
        (Kind::Article, "A & B")
    );
    assert_eq!(item.facts.published_at.as_deref(), Some("2026-09-24"));
    assert_eq!(item.facts.language.as_deref(), Some("en"));
}

#[test]
fn an_index_lists_sitemaps() {
    let parsed = read(
        "<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2024-10-19T11:21:53Z</lastmod></sitemap><sitemap><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>",
    );
    assert_eq!(
        (parsed.format, parsed.items.len()),
        (Format::SitemapIndex, 0)
    );
    let children: Vec<_> = parsed
        .around
        .children
        .iter()
        .map(|child| (child.url.as_str(), child.updated_at.as_deref()))
        .collect();
    assert_eq!(
        children,
        [
            ("https://a.example/1.xml.gz", Some("2024-10-19T11:21:53Z")),
            ("https://a.example/2.xml", None)
        ]
    );
}

#[test]
fn a_sitemap_that_stops_early_is_cut() {
    let parsed = read(
        "<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/long-add",
    );
    assert_eq!((parsed.items.len(), parsed.rejected.len()), (1, 1));
    assert!(parsed.around.truncated);
}

#[test]
fn lines_of_addresses_are_a_sitemap() {
    let parsed = read("https://a.example/1\r\n\r\nhttp://a.example/2/\n");
    assert_eq!(parsed.format, Format::Sitemap);
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["https://a.example/1", "https://a.example/2"]);
    assert!(failure("https://a.example/1 is nice").starts_with("not JSON"));
}

#[test]
fn robots_txt_gives_its_rules_and_sitemaps() {
    let body = "\u{FEFF}User-agent: *\r\nDisallow: /Content/\r\nDisallow: /Service References/\r\nCrawl-delay: 5\r\nSitemap: https://a.example/s.xml";
    let parsed = read(body);
    assert_eq!((parsed.format, parsed.items.len()), (Format::Robots, 0));
    assert_eq!(
        parsed.around.title.as_deref(),
        Some("robots.txt: 1 group, 2 rules, 1 sitemap")
    );
    assert_eq!(parsed.around.children[0].url, "https://a.example/s.xml");
    let robots = parsed.around.robots.unwrap();
    assert!(!robots.allowed("readonce", "/Content/a"));
    assert!(!robots.allowed("readonce", "/Service%20References/"));
    assert_eq!(robots.crawl_delay_s("readonce"), Some(5.0));
    let by_address = parse(&Response {
        url: Some("https://a.example/robots.txt"),
        ..response("# nothing here")
    });
    assert_eq!(by_address.unwrap().format, Format::Robots);
}
