//! Feeds, sitemaps and boards in XML, good and broken.

mod broken;
mod cases;
mod personio;
mod sitemaps;
mod texts;

use crate::canonical::canonicalize;
use crate::item::Item;
use crate::parse::{Parsed, Response, parse};

/// 2026-11-01T00:00:00Z
const FETCHED_AT_MS: i64 = 1_793_491_200_000;

fn response(body: &str) -> Response<'_> {
    Response {
        body: body.as_bytes(),
        at_ms: FETCHED_AT_MS,
        ..Response::default()
    }
}

fn read(body: &str) -> Parsed {
    parse(&response(body)).unwrap()
}

fn failure(body: &str) -> String {
    parse(&response(body)).unwrap_err().detail
}

/// A feed of RSS with these items.
fn rss(items: &str) -> String {
    format!("<rss version=\"2.0\"><channel><title>F</title>{items}</channel></rss>")
}

/// The one item of an RSS feed that holds these fields.
fn item(fields: &str) -> Item {
    let feed = rss(&format!(
        "<item><title>T</title><guid>g1</guid>{fields}</item>"
    ));
    let mut parsed = read(&feed);
    assert_eq!(
        (parsed.items.len(), parsed.rejected.len()),
        (1, 0),
        "{parsed:?}"
    );
    parsed.items.remove(0)
}

/// The one entry of an Atom feed.
fn entry(fields: &str) -> Item {
    let feed = format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>urn:1</id><title>T</title>{fields}</entry></feed>"
    );
    let mut parsed = read(&feed);
    assert_eq!(
        (parsed.items.len(), parsed.rejected.len()),
        (1, 0),
        "{parsed:?}"
    );
    parsed.items.remove(0)
}

fn text(item: &Item) -> String {
    canonicalize(&item.content).text
}
