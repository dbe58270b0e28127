//! Two responses side by side: what is new, gone, changed or unchanged, and which rule took away
//! what makes no version.
//!
//! Shows decisions and takes none.

use std::collections::HashMap;

use readonce_model::ContentHash;
use readonce_model::record::{Change, Outcome};
use serde::Serialize;

use super::compare::compared;
use crate::canonical::{shown, sight};
use crate::diff::{Absorbed, absorbed, absorbed_facts, absorbed_order};
use crate::item::Item;
use crate::parse::Parsed;

/// What differs between two responses. The names of the fields are the JSON that scripts see.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differences {
    pub formats: [&'static str; 2],
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub gone: usize,
    /// Items of the second response in its order, then those that are gone.
    pub items: Vec<ItemDifference>,
    /// The items stand in another order; a list of items has none.
    pub order: Option<Absorbed>,
    /// The bytes differ although nothing of any item does: markup, tokens, counters, clocks.
    pub outside_only: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemDifference {
    pub id: String,
    /// Its id in the first response, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_id: Option<String>,
    /// new, changed, unchanged or gone.
    pub outcome: &'static str,
    pub kind: &'static str,
    pub title: String,
    pub url: Option<String>,
    pub previous_hash: Option<ContentHash>,
    pub content_hash: Option<ContentHash>,
    pub changes: Vec<Change>,
    pub cut: bool,
    /// What differs and makes no version, by the rule that takes it away.
    pub absorbed: Vec<Absorbed>,
}

/// Compares two responses, `is_same` when their bytes are equal.
///
/// Items are paired by id; what is left over by equal content; and where each response holds just
/// one item, those are a pair.
pub fn differences(before: &Parsed, after: &Parsed, is_same: bool) -> Differences {
    let partners = partners(&before.items, &after.items);
    let mut items: Vec<ItemDifference> = Vec::new();
    for (item, partner) in after.items.iter().zip(&partners) {
        let earlier = partner.and_then(|at| before.items.get(at));
        items.push(match earlier {
            Some(earlier) => pair(earlier, item),
            None => alone(item, "new"),
        });
    }
    let kept: Vec<usize> = partners.iter().copied().flatten().collect();
    let taken: std::collections::HashSet<usize> = kept.iter().copied().collect();
    let left = before.items.iter().enumerate();
    let left = left.filter(|(at, _)| !taken.contains(at));
    items.extend(left.map(|(_, item)| alone(item, "gone")));
    let count = |outcome: &str| items.iter().filter(|item| item.outcome == outcome).count();
    let order = moved(&before.items, &kept);
    let quiet = |item: &ItemDifference| item.outcome == "unchanged" && item.absorbed.is_empty();
    Differences {
        formats: [before.format.as_str(), after.format.as_str()],
        new: count("new"),
        changed: count("changed"),
        unchanged: count("unchanged"),
        gone: count("gone"),
        outside_only: !is_same && order.is_none() && items.iter().all(quiet),
        items,
        order,
    }
}

/// For each item its partner in the older response, by place.
fn partners(before: &[Item], after: &[Item]) -> Vec<Option<usize>> {
    if let ([_], [_]) = (before, after) {
        return vec![Some(0)];
    }
    let mut by_id: HashMap<&str, usize> = before
        .iter()
        .enumerate()
        .map(|(at, item)| (item.id.as_str(), at))
        .collect();
    let mut partners: Vec<Option<usize>> = after
        .iter()
        .map(|item| by_id.remove(item.id.as_str()))
        .collect();
    if by_id.is_empty() {
        return partners;
    }
    let hash = |item: &Item| crate::canonical::canonicalize(&item.content).hash;
    let mut places: Vec<usize> = by_id.into_values().collect();
    places.sort_unstable_by_key(|at| std::cmp::Reverse(*at));
    let mut by_hash: HashMap<ContentHash, Vec<usize>> = HashMap::new();
    for at in places {
        if let Some(item) = before.get(at) {
            by_hash.entry(hash(item)).or_default().push(at);
        }
    }
    let open = partners.iter_mut().zip(after);
    for (partner, item) in open.filter(|(partner, _)| partner.is_none()) {
        *partner = by_hash.get_mut(&hash(item)).and_then(Vec::pop);
    }
    partners
}

fn pair(before: &Item, now: &Item) -> ItemDifference {
    let (earlier, later) = (sight(before.clone()), sight(now.clone()));
    let found = compared(&earlier, &later);
    let mut quiet = absorbed(&before.content, &now.content);
    quiet.extend(absorbed_facts(&before.facts, &now.facts));
    let outcome = match found.outcome {
        Outcome::Unchanged => "unchanged",
        _ => "changed",
    };
    ItemDifference {
        previous_id: (before.id != now.id).then(|| before.id.clone()),
        previous_hash: Some(earlier.canonical.hash),
        content_hash: Some(later.canonical.hash),
        changes: found.changes,
        cut: found.cut,
        absorbed: quiet,
        ..alone(now, outcome)
    }
}

fn alone(item: &Item, outcome: &'static str) -> ItemDifference {
    let hash = || crate::canonical::canonicalize(&item.content).hash;
    ItemDifference {
        id: item.id.clone(),
        previous_id: None,
        outcome,
        kind: item.content.kind.as_str(),
        title: shown(&item.content.title),
        url: item.url.clone(),
        previous_hash: (outcome == "gone").then(hash),
        content_hash: (outcome == "new").then(hash),
        changes: Vec::new(),
        cut: false,
        absorbed: Vec::new(),
    }
}

/// Whether the items that both have stand in another order.
fn moved(before: &[Item], kept: &[usize]) -> Option<Absorbed> {
    let mut sorted = kept.to_vec();
    sorted.sort_unstable();
    let ids = |places: &[usize]| -> Vec<&str> {
        let items = places.iter().filter_map(|at| before.get(*at));
        items.map(|item| item.id.as_str()).collect()
    };
    absorbed_order("items", &ids(&sorted), &ids(kept))
}
