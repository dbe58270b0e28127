//! XML: feeds, sitemaps, and boards that write XML.
//!
//! Names are matched without their namespaces, which are wrong or missing too often. A broken
//! document gives what is whole in it: nothing here fails on a record for the fault of another one.

mod body;
mod channel;
mod entry;
mod field;
mod job;
mod person;
mod personio;
mod root;
mod sitemap;
mod tail;
#[cfg(test)]
mod tests;
mod times;
mod xml;

use readonce_model::Reason;

use super::body::unreadable;
use super::found::Found;
use super::{Format, Source};
use xml::{Document, Element};

pub(super) use root::{Outer, outer};
pub(super) use sitemap::is_plain;

pub(super) fn read(source: &Source, format: Option<Format>) -> Result<Found, Reason> {
    if format == Some(Format::Sitemap) && !source.text.trim_start().starts_with('<') {
        return sitemap::plain(source);
    }
    let document = xml::document(source.text);
    let root =
        root::of(&document).ok_or_else(|| unreadable("the XML has no element".to_owned()))?;
    let found = root.format(&document, format)?;
    let mut read = match found {
        Format::Personio => personio::read(source, &document),
        Format::Sitemap | Format::SitemapIndex => sitemap::read(source, &document, found),
        _ => channel::read(source, &document, &root, found),
    };
    read.around.truncated = root.is_cut();
    Ok(read)
}

/// The records of a document, each with its name and place: item[3].
///
/// The one that the document stops in is set aside: what is missing in it is unknown, and a text
/// that is cut must never look like an edit.
fn records<'d, 'a>(
    document: &'d Document<'a>,
    names: &[&str],
) -> impl Iterator<Item = (String, Result<Element<'d, 'a>, Reason>)> + use<'d, 'a> {
    let found = document.records(names).into_iter().enumerate();
    found.map(|(place, record)| {
        let part = format!("{}[{place}]", record.local().to_ascii_lowercase());
        let cut = || unreadable("the document stops inside it".to_owned());
        (part, record.is_whole().then_some(record).ok_or_else(cut))
    })
}
