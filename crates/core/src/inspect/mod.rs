//! What the pipeline makes of one response, in the form that `readonce try` prints.
//!
//! Shows decisions and takes none: everything here comes from parse, canonical, quality and diff.

mod compare;
mod differences;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use readonce_model::record::Facts;
use readonce_model::{ContentHash, ItemId, Reason};
use serde::Serialize;
use serde_json::{Map, Value};

pub use compare::Comparison;
pub use differences::{Differences, ItemDifference, differences};

use crate::canonical::{shown, sight, sight_by};
use crate::item::{Item, Quality, Rejected};
use crate::parse::rules::Parser;
use crate::parse::{Child, Parsed, Response, parse};
use crate::quality::{self, DataContract};

/// One response, read. The names of the fields are the JSON that people and scripts see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inspection {
    pub format: &'static str,
    pub parser_version: i32,
    pub charset: String,
    pub charset_conflict: bool,
    /// The document's own title.
    pub title: Option<String>,
    pub next_page: Option<String>,
    pub complete: bool,
    /// The response stops before its end.
    pub truncated: bool,
    pub declared_total: Option<u64>,
    pub items: Vec<InspectedItem>,
    pub rejected: Vec<RejectedPart>,
    /// Blocks of structured data that could not be used.
    pub bad_blocks: Vec<BadBlock>,
    /// Documents that this one points to.
    pub children: Vec<ChildShown>,
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
    pub kind: &'static str,
    pub url: Option<String>,
    /// As the source sets it; the content has it folded.
    pub title: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Facts that are known; absent ones are left out.
    pub facts: Map<String, Value>,
    pub content_hash: ContentHash,
    pub canonical: String,
    pub quality: QualityShown,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QualityShown {
    pub score: i32,
    /// Stable codes.
    pub reasons: Vec<String>,
    /// What each code means, in the same order.
    pub words: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BadBlock {
    pub code: &'static str,
    pub detail: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChildShown {
    pub url: String,
    pub updated_at: Option<String>,
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
        let judge = response.parser.and_then(Parser::quality);
        inspected(
            (item, judge),
            source,
            comparison.map(|found| found.copied()),
        )
    });
    Ok(Inspection {
        format: parsed.format.as_str(),
        parser_version: parsed.parser_version,
        charset: parsed.charset,
        charset_conflict: parsed.charset_conflict,
        title: parsed.around.title,
        next_page: parsed.around.next_page,
        complete,
        truncated: parsed.around.truncated,
        declared_total: parsed.around.declared_total,
        items: items.collect(),
        rejected: parsed.rejected.into_iter().map(rejected).collect(),
        bad_blocks: parsed
            .around
            .bad_blocks
            .into_iter()
            .map(bad_block)
            .collect(),
        children: parsed.around.children.into_iter().map(child).collect(),
        gone,
    })
}

/// `previous` is `None` without a comparison and `Some(None)` when the item was not there before.
fn inspected(
    (item, judge): (Item, Option<&DataContract>),
    source: &str,
    previous: Option<Option<&Item>>,
) -> InspectedItem {
    let title = shown(&item.content.title);
    let now = sight_by(item, judge);
    let comparison = previous.map(|previous| match previous {
        Some(previous) => compare::compared(&sight(previous.clone()), &now),
        None => Comparison::NEW,
    });
    InspectedItem {
        comparison,
        item_id: ItemId::new(source, &now.id).ok(),
        kind: now.canonical.kind.as_str(),
        facts: known(&now.facts),
        content_hash: now.canonical.hash,
        quality: quality_shown(now.quality, judge),
        id: now.id,
        url: now.url,
        title,
        canonical: now.canonical.text,
    }
}

/// A code of the source's own contract may say something else than the one that is compiled in.
fn quality_shown(quality: Quality, judge: Option<&DataContract>) -> QualityShown {
    let own = |code: &str| {
        let mut meanings = judge.into_iter().flat_map(DataContract::meanings);
        meanings
            .find(|meaning| meaning.code == code)
            .map(|meaning| meaning.words)
    };
    let words = quality.reasons.iter().map(|code| {
        let words = own(code).or_else(|| quality::words(code));
        words.unwrap_or(code).to_owned()
    });
    QualityShown {
        score: quality.score,
        words: words.collect(),
        reasons: quality.reasons,
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
        title: shown(&item.content.title),
    })
    .collect()
}

fn bad_block(reason: Reason) -> BadBlock {
    BadBlock {
        code: reason.code.as_str(),
        detail: reason.detail,
    }
}

fn child(child: Child) -> ChildShown {
    ChildShown {
        url: child.url,
        updated_at: child.updated_at,
    }
}

fn rejected(rejected: Rejected) -> RejectedPart {
    RejectedPart {
        part: rejected.part,
        code: rejected.reason.code.as_str(),
        detail: rejected.reason.detail,
    }
}
