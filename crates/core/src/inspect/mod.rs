//! What the pipeline makes of one response, in the form that `readonce try` prints.
//!
//! Shows decisions and takes none: everything here comes from parse, canonical, quality and diff.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use readonce_model::record::{Change, Facts, Outcome};
use readonce_model::{ContentHash, ItemId, Reason};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::canonical::sight;
use crate::diff::{change, facts_changes, text_changes};
use crate::item::{Item, Rejected, Sighting};
use crate::parse::{Parsed, Response, parse};

/// One response, read. The names of the fields are the JSON that people and scripts see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inspection {
    pub format: &'static str,
    pub parser_version: i32,
    pub charset: String,
    pub charset_conflict: bool,
    pub next_page: Option<String>,
    pub complete: bool,
    pub declared_total: Option<u64>,
    pub items: Vec<InspectedItem>,
    pub rejected: Vec<RejectedPart>,
    /// Items of the previous response that are not in this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Vec<GoneItem>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InspectedItem {
    pub id: String,
    /// The id across sources; absent when the source is not named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    pub url: Option<String>,
    pub title: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Facts that are known; absent ones are left out.
    pub facts: Map<String, Value>,
    pub content_hash: ContentHash,
    pub canonical: String,
    pub quality: QualityShown,
}

/// An item against the previous response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// new, changed or unchanged.
    pub outcome: Outcome,
    pub changes: Vec<Change>,
    /// The text stops early: what is missing behind is no change.
    pub cut: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QualityShown {
    pub score: i32,
    pub reasons: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RejectedPart {
    pub part: String,
    pub code: &'static str,
    pub detail: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoneItem {
    pub id: String,
    pub url: Option<String>,
    pub title: String,
}

/// Reads a response and, when a previous one is at hand, compares the items of both.
///
/// `source` may be empty; it only completes the ids.
pub fn inspect(
    response: &Response,
    source: &str,
    previous: Option<&Parsed>,
) -> Result<Inspection, Reason> {
    let parsed = parse(response)?;
    let complete = parsed.complete();
    let before: Option<HashMap<&str, &Item>> = previous.map(|previous| {
        let items = previous.items.iter();
        items.map(|item| (item.id.as_str(), item)).collect()
    });
    let gone = previous.map(|previous| gone(previous, &parsed));
    let items = parsed.items.into_iter().map(|item| {
        let comparison = before.as_ref().map(|before| before.get(item.id.as_str()));
        inspected(item, source, comparison.map(|found| found.copied()))
    });
    Ok(Inspection {
        format: parsed.format.as_str(),
        parser_version: parsed.parser_version,
        charset: parsed.charset,
        charset_conflict: parsed.charset_conflict,
        next_page: parsed.around.next_page,
        complete,
        declared_total: parsed.around.declared_total,
        items: items.collect(),
        rejected: parsed.rejected.into_iter().map(shown).collect(),
        gone,
    })
}

/// `previous` is `None` without a comparison and `Some(None)` when the item was not there before.
fn inspected(item: Item, source: &str, previous: Option<Option<&Item>>) -> InspectedItem {
    let now = sight(item);
    InspectedItem {
        comparison: previous.map(|previous| compared(previous, &now)),
        item_id: ItemId::new(source, &now.id).ok(),
        facts: known(&now.facts),
        content_hash: now.canonical.hash,
        quality: QualityShown {
            score: now.quality.score,
            reasons: now.quality.reasons,
        },
        id: now.id,
        url: now.url,
        title: now.canonical.title,
        canonical: now.canonical.text,
    }
}

fn compared(previous: Option<&Item>, now: &Sighting) -> Comparison {
    let Some(previous) = previous else {
        return Comparison {
            outcome: Outcome::New,
            changes: Vec::new(),
            cut: false,
        };
    };
    let before = sight(previous.clone());
    let text = text_changes(&before.canonical.text, &now.canonical.text);
    let titles = (&before.canonical.title, &now.canonical.title);
    let title = (titles.0 != titles.1)
        .then(|| change("title", Some(titles.0), Some(titles.1)))
        .flatten();
    let changes: Vec<Change> = title
        .into_iter()
        .chain(text.changes())
        .chain(facts_changes(&before.facts, &now.facts))
        .collect();
    let same = changes.is_empty() && before.canonical.hash == now.canonical.hash;
    Comparison {
        outcome: if same {
            Outcome::Unchanged
        } else {
            Outcome::Changed
        },
        changes,
        cut: text.cut(),
    }
}

/// The facts that say something, under the names they have in observations.
fn known(facts: &Facts) -> Map<String, Value> {
    let Ok(Value::Object(mut all)) = serde_json::to_value(facts) else {
        return Map::new();
    };
    all.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
    all
}

fn gone(previous: &Parsed, now: &Parsed) -> Vec<GoneItem> {
    let ids: std::collections::HashSet<&str> =
        now.items.iter().map(|item| item.id.as_str()).collect();
    let left = previous
        .items
        .iter()
        .filter(|item| !ids.contains(item.id.as_str()));
    left.map(|item| GoneItem {
        id: item.id.clone(),
        url: item.url.clone(),
        title: crate::canonical::fold(&item.content.title),
    })
    .collect()
}

fn shown(rejected: Rejected) -> RejectedPart {
    RejectedPart {
        part: rejected.part,
        code: rejected.reason.code.as_str(),
        detail: rejected.reason.detail,
    }
}
