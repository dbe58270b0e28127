//! Faults that were reported against other readers, with the right answers.

use super::*;
use crate::parse::Format;

fn feed(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>Example feed</title><link>https://news.example.com/</link>\n{items}\n</channel></rss>\n"
    )
}

fn dated(date: &str, at: usize) -> String {
    format!(
        "<item><title>T{at}</title><link>https://a.example.com/{at}</link><guid isPermaLink=\"false\">{at}</guid><pubDate>{date}</pubDate></item>"
    )
}

fn at(site_tz: Option<&str>, dates: &[&str]) -> Vec<(String, String, bool)> {
    let items: Vec<String> = dates
        .iter()
        .enumerate()
        .map(|(at, date)| dated(date, at))
        .collect();
    let body = feed(&items.concat());
    let parsed = parse(&Response {
        site_tz,
        ..response(&body)
    })
    .unwrap();
    let facts = parsed.items.into_iter().map(|item| item.facts);
    facts
        .map(|facts| {
            (
                facts.published_at.unwrap_or_default(),
                facts.published_precision.unwrap_or_default(),
                facts.tz_assumed.unwrap_or_default(),
            )
        })
        .collect()
}

fn told(utc: &str, precision: &str, assumed: bool) -> (String, String, bool) {
    (utc.to_owned(), precision.to_owned(), assumed)
}

#[test]
fn a_year_of_two_digits_is_near() {
    let found = at(
        None,
        &[
            "Thu, 24 Sep 26 00:03:07 +0200",
            "Wed, 23 Sep 98 10:00:00 GMT",
        ],
    );
    assert_eq!(found[0], told("2026-09-23T22:03:07Z", "second", false));
    assert_eq!(found[1], told("1998-09-23T10:00:00Z", "second", false));
}

#[test]
fn a_date_with_slashes_is_read_whole() {
    let found = at(Some("Asia/Shanghai"), &["2026/9/24 16:20:05", "2026/9/4"]);
    assert_eq!(found[0], told("2026-09-24T08:20:05Z", "second", true));
    assert_eq!(
        (found[1].0.as_str(), found[1].1.as_str()),
        ("2026-09-04", "day")
    );
}

#[test]
fn a_german_weekday_without_a_zone_takes_that_of_the_site() {
    let dates = ["Mo, 21 Sep 2026 14:07:52", "Di, 06 Okt 2026 08:00:00 +0200"];
    let found = at(Some("Europe/Berlin"), &dates);
    assert_eq!(found[0], told("2026-09-21T12:07:52Z", "second", true));
    assert_eq!(found[1], told("2026-10-06T06:00:00Z", "second", false));
}

#[test]
fn an_offset_needs_no_blank_before_it_and_a_day_no_zero() {
    let dates = [
        "Tue, 27 Dec 2005 13:08:54+0900",
        "Fri, 2 Dec 2005 00:34:16+0900",
        "2005-5-28 16:05:36",
    ];
    let found = at(Some("Asia/Shanghai"), &dates);
    assert_eq!(found[0].0, "2005-12-27T04:08:54Z");
    assert_eq!(found[1].0, "2005-12-01T15:34:16Z");
    assert_eq!(found[2], told("2005-05-28T08:05:36Z", "second", true));
}

#[test]
fn the_order_of_day_and_month_is_told_by_all_dates_of_the_feed() {
    let found = at(None, &["04/09/2026 10:00", "24/09/2026 10:00"]);
    assert_eq!(found[0].0, "2026-09-04T10:00:00Z");
    assert_eq!(at(None, &["04/09/2026 10:00"])[0].0, "", "nothing tells it");
}

#[test]
fn a_time_after_the_fetch_is_no_time_of_publication() {
    assert_eq!(at(None, &["Thu, 24 Sep 2027 00:00:00 GMT"])[0].0, "");
}

#[test]
fn where_guids_repeat_the_link_is_the_id() {
    let items: Vec<String> = (1..=3)
        .map(|at| format!("<item><title>Update {at}</title><link>https://shop.example.com/posts/{at}</link><guid isPermaLink=\"false\">https://shop.example.com/?p=0</guid></item>"))
        .collect();
    let ids: Vec<String> = read(&feed(&items.concat()))
        .items
        .into_iter()
        .map(|item| item.id)
        .collect();
    assert_eq!(
        ids,
        [1, 2, 3].map(|at| format!("https://shop.example.com/posts/{at}"))
    );
}

#[test]
fn rss_in_the_namespace_of_atom_is_rss() {
    let body = feed("<item><title>Dataset A</title><link>https://data.example.eu/a</link></item><item><title>Dataset B</title><link>https://data.example.eu/b</link></item>")
        .replace("version=\"2.0\"", "version=\"2.0\" xmlns=\"http://www.w3.org/2005/Atom\"");
    let parsed = read(&body);
    let titles: Vec<&str> = parsed
        .items
        .iter()
        .map(|item| item.content.title.as_str())
        .collect();
    assert_eq!(
        (parsed.format, titles),
        (Format::Rss, vec!["Dataset A", "Dataset B"])
    );
}

#[test]
fn entities_of_html_are_read_in_xml() {
    let parsed = read(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>IR&nbsp;news</title><id>urn:x:feed</id><updated>2026-09-24T10:00:00Z</updated>\n<entry><title>Q3 results &ndash; outlook raised</title><id>urn:x:1</id><link href=\"https://ir.example.com/1\"/><updated>2026-09-24T09:00:00-08:00</updated></entry>\n<entry><title>Dividend&nbsp;&euro;0.42</title><id>urn:x:2</id><link href=\"https://ir.example.com/2\"/><updated>2026-09-23T09:00:00Z</updated></entry></feed>",
    );
    let found: Vec<_> = parsed
        .items
        .iter()
        .map(|item| {
            (
                item.content.title.as_str(),
                item.facts.published_at.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("Q3 results – outlook raised", Some("2026-09-24T17:00:00Z")),
            ("Dividend €0.42", Some("2026-09-23T09:00:00Z")),
        ]
    );
    assert_eq!(parsed.around.title.as_deref(), Some("IR news"));
    assert_eq!(
        parsed.around.updated_at.as_deref(),
        Some("2026-09-24T10:00:00Z")
    );
}

#[test]
fn an_edited_headline_is_the_same_item() {
    let run = |title: &str| {
        let item = format!(
            "<item><title>{title}</title><link>https://dw.example.com/a-77</link><guid isPermaLink=\"false\">a-77</guid></item>"
        );
        read(&feed(&item)).items.remove(0)
    };
    let (one, two) = (
        run("Council approves budget"),
        run("Council approves record budget after long debate"),
    );
    assert_eq!(one.id, two.id);
    assert_ne!(one.content, two.content);
}

#[test]
fn an_entry_that_the_feed_says_is_gone_is_withdrawn() {
    let feed = |more: &str| {
        read(&format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' \
             xmlns:at='http://purl.org/atompub/tombstones/1.0'><title>F</title>\
             <at:deleted-entry ref='tag:example.com,2026:7' when='2026-10-31T10:00:00Z'/>\
             <at:deleted-entry ref='https://example.com/8?utm_source=feed' when='2026-10-31T10:00:00Z'>\
             <at:comment>sold</at:comment></at:deleted-entry>{more}</feed>"
        ))
    };
    let gone = feed("<entry><id>tag:example.com,2026:9</id><title>T</title></entry>");
    assert_eq!((gone.items.len(), gone.rejected.len()), (1, 0));
    let named = [
        "tag:example.com,2026:7",
        "https://example.com/8?utm_source=feed",
        "https://example.com/8",
    ];
    assert_eq!(gone.around.withdrawn, named);
    let back = feed("<entry><id>tag:example.com,2026:7</id><title>T</title></entry>");
    assert!(!back.around.withdrawn.contains(&named[0].to_owned()));
}
