//! XML: feeds, sitemaps, and boards that write XML.

use readonce_model::Reason;

use super::body::unreadable;
use super::found::Found;
use super::{Format, Source};

pub(super) fn read(_source: &Source, _format: Option<Format>) -> Result<Found, Reason> {
    Err(unreadable("this XML is no feed and no sitemap".to_owned()))
}
