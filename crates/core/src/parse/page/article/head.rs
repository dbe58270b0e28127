//! What the head of a page says to machines: meta and link elements.
//!
//! Of several that say the same the first counts. Values stay raw: entities are read where a value
//! is used.

use super::cursor::Cursor;
use super::outline::Head;

pub(super) fn meta<'a>(cursor: &mut Cursor<'a>, head: &mut Head<'a>) {
    let (mut name, mut content) = ("", "");
    while let Some(attribute) = cursor.attribute() {
        if attribute.is("content") {
            content = attribute.text();
        } else if attribute.is("name") || attribute.is("property") || attribute.is("itemprop") {
            name = attribute.text();
        }
    }
    if let Some(field) = field(head, name).filter(|field| field.is_empty()) {
        *field = content.trim();
    }
}

fn field<'h, 'a>(head: &'h mut Head<'a>, name: &str) -> Option<&'h mut &'a str> {
    let mut lower = [0_u8; 32];
    let place = lower.get_mut(..name.len())?;
    place.copy_from_slice(name.as_bytes());
    place.make_ascii_lowercase();
    Some(match &*place {
        b"og:title" => &mut head.og_title,
        b"og:type" => &mut head.og_type,
        b"og:site_name" => &mut head.site,
        b"og:url" => &mut head.og_url,
        b"article:published_time"
        | b"datepublished"
        | b"pubdate"
        | b"publishdate"
        | b"publish_date"
        | b"date"
        | b"dc.date"
        | b"dc.date.issued"
        | b"dcterms.created"
        | b"og:published_time"
        | b"og:release_date"
        | b"parsely-pub-date"
        | b"weibo:article:create_at" => &mut head.published,
        b"article:modified_time"
        | b"datemodified"
        | b"og:updated_time"
        | b"lastmod"
        | b"dcterms.modified"
        | b"last-modified"
        | b"weibo:article:update_at" => &mut head.modified,
        b"author" | b"dc.creator" | b"parsely-author" | b"byl" => &mut head.author,
        _ => return None,
    })
}

pub(super) fn link<'a>(cursor: &mut Cursor<'a>, head: &mut Head<'a>) {
    let (mut rel, mut href) = ("", "");
    while let Some(attribute) = cursor.attribute() {
        if attribute.is("rel") {
            rel = attribute.text();
        } else if attribute.is("href") {
            href = attribute.text();
        }
    }
    let canonical = rel
        .split_ascii_whitespace()
        .any(|word| word.eq_ignore_ascii_case("canonical"));
    if canonical && head.canonical.is_empty() {
        head.canonical = href.trim();
    }
}
