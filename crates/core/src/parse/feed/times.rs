//! The times of a feed: which of them say when a thing was published, and when it was changed.

use std::borrow::Cow;

use readonce_model::record::Facts;

use super::field::{Entry, Field};
use crate::parse::moment::{Moments, publish};

/// All texts of times of a record, as evidence of how the document writes its days.
pub(super) fn texts<'a>(entry: &Entry<'_, 'a>) -> impl Iterator<Item = Cow<'a, str>> {
    let times = entry.all(Field::Published).chain(entry.all(Field::Updated));
    times.filter_map(|element| element.told())
}

/// Reads the times of a record into facts.
///
/// Formats that know one time only (an Atom entry must have `updated`) tell by it when the thing
/// appeared. A time of publication that is there but cannot be is not replaced by another one.
pub(super) fn read(entry: &Entry, moments: &Moments, facts: &mut Facts) {
    let updated = entry.all(Field::Updated).find_map(|element| element.told());
    facts.updated_at = updated
        .as_deref()
        .and_then(|text| moments.read(text))
        .and_then(|moment| moment.utc);
    let told: Vec<Cow<str>> = entry
        .all(Field::Published)
        .filter_map(|e| e.told())
        .collect();
    let texts = match told.is_empty() {
        true => updated.into_iter().collect(),
        false => told,
    };
    let read = texts
        .iter()
        .find_map(|text| Some((text, moments.published(text)?)));
    if let Some((text, moment)) = read {
        publish(facts, Some(moment), Some(text));
    }
}
