//! What differs between two readings of an item and makes no version: which rule of the canonical
//! form takes it away, and which facts move without meaning.
//!
//! Only explains. Whether two contents are one is decided by their hashes.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use readonce_model::record::Facts;
use serde::Serialize;
use serde_json::Value;

use super::facts::facts_changes;
use crate::canonical::{Rules, fold, fold_by, spelled, text_of};
use crate::item::{Block, Content};

/// Characters of an example before and from the first difference on.
const LEAD_CHARS: usize = 16;
const EXAMPLE_CHARS: usize = 60;

/// One rule and what it took away, with its first place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Absorbed {
    /// title, text, or the name of a fact.
    pub field: String,
    /// Of the form: width, quotes, dashes, ellipsis, blanks, invisible, chinese_blanks, nfc, order.
    /// Of facts: moves, amount, set, told.
    pub rule: &'static str,
    pub places: usize,
    /// Characters that do not show are spelled out.
    pub before: String,
    pub after: String,
}

type Off = fn(Rules) -> Rules;

/// The rules by name, each with the form that lacks it, in the order in which they are tried.
const RULES: [(&str, Off); 8] = [
    ("invisible", |rules| Rules {
        invisible: false,
        ..rules
    }),
    ("blanks", |rules| Rules {
        blanks: false,
        ..rules
    }),
    ("width", |rules| Rules {
        width: false,
        ..rules
    }),
    ("quotes", |rules| Rules {
        quotes: false,
        ..rules
    }),
    ("dashes", |rules| Rules {
        dashes: false,
        ..rules
    }),
    ("ellipsis", |rules| Rules {
        ellipsis: false,
        ..rules
    }),
    ("chinese_blanks", |rules| Rules {
        chinese_blanks: false,
        ..rules
    }),
    ("nfc", |rules| Rules {
        nfc: false,
        ..rules
    }),
];

/// The differences between two contents that the canonical form removes.
pub fn absorbed(before: &Content, after: &Content) -> Vec<Absorbed> {
    let mut found = Places::default();
    found.compare("title", &before.title, &after.title);
    let (old, new) = (leaves(&before.blocks), leaves(&after.blocks));
    for (old, new) in pairs(old, new) {
        found.compare("text", old, new);
    }
    let mut all = found.into_absorbed();
    all.extend(absorbed_lists(&before.blocks, &after.blocks));
    all
}

/// The facts that differ and are no change, with the reason.
pub fn absorbed_facts(before: &Facts, after: &Facts) -> Vec<Absorbed> {
    let changed = facts_changes(before, after);
    let changed: HashSet<&str> = changed.iter().map(|change| change.field.as_str()).collect();
    let (Ok(Value::Object(old)), Ok(Value::Object(new))) =
        (serde_json::to_value(before), serde_json::to_value(after))
    else {
        return Vec::new();
    };
    let differ = old
        .iter()
        .filter(|(field, value)| new.get(*field) != Some(*value));
    let quiet = differ.filter(|(field, _)| {
        let inner = |changed: &&str| {
            changed
                .strip_prefix(field.as_str())
                .is_some_and(|rest| rest.starts_with('['))
        };
        !changed.contains(field.as_str()) && !changed.iter().any(inner)
    });
    quiet
        .map(|(field, value)| Absorbed {
            field: field.clone(),
            rule: fact_rule(field, value),
            places: 1,
            before: told(Some(value)),
            after: told(new.get(field)),
        })
        .collect()
}

/// An order of things that have none. Example: the items of a list that is no ranking.
pub fn absorbed_order(field: &str, before: &[&str], after: &[&str]) -> Option<Absorbed> {
    if before == after {
        return None;
    }
    let (mut old, mut new) = (before.to_vec(), after.to_vec());
    old.sort_unstable();
    new.sort_unstable();
    (old == new).then(|| order(field, &before.join("; "), &after.join("; ")))
}

fn order(field: &str, before: &str, after: &str) -> Absorbed {
    let (before, after) = excerpts(before, after);
    Absorbed {
        field: field.to_owned(),
        rule: "order",
        places: 1,
        before,
        after,
    }
}

fn fact_rule(field: &str, value: &Value) -> &'static str {
    match (field, value) {
        ("updated_at", _) => "moves",
        (_, Value::Array(_)) => "set",
        ("pay_min" | "pay_max" | "price" | "price_low" | "price_high" | "list_price", _) => {
            "amount"
        }
        _ => "told",
    }
}

fn told(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// The rules without which two lines would differ; where none is needed alone, the one that makes
/// them equal when rules are added one by one.
fn rules_between(before: &str, after: &str) -> Vec<&'static str> {
    if before == after || fold(before) != fold(after) {
        return Vec::new();
    }
    let differ = |rules: Rules| fold_by(rules, before) != fold_by(rules, after);
    let needed = RULES.iter().filter(|(_, off)| differ(off(Rules::CONTENT)));
    let mut needed: Vec<&str> = needed.map(|(name, _)| *name).collect();
    // Blanks of Chinese go by the rule for blanks too; it has no part where all are plain.
    if needed.contains(&"chinese_blanks") && has_plain_blanks(before) && has_plain_blanks(after) {
        needed.retain(|rule| *rule != "blanks");
    }
    if !needed.is_empty() {
        return needed;
    }
    let last = (1..=RULES.len()).find(|count| {
        let rest = RULES.iter().skip(*count);
        !differ(rest.fold(Rules::CONTENT, |rules, (_, off)| off(rules)))
    });
    let place = last.and_then(|count| RULES.get(count.saturating_sub(1)));
    place.map(|(name, _)| *name).into_iter().collect()
}

/// Whether the rule for blanks alone leaves a line as it is.
fn has_plain_blanks(line: &str) -> bool {
    let others = RULES.iter().filter(|(name, _)| *name != "blanks");
    fold_by(
        others.fold(Rules::CONTENT, |rules, (_, off)| off(rules)),
        line,
    ) == line
}

/// What was found, by field and rule.
#[derive(Default)]
struct Places(BTreeMap<(&'static str, &'static str), Absorbed>);

impl Places {
    fn compare(&mut self, field: &'static str, before: &str, after: &str) {
        for rule in rules_between(before, after) {
            let found = self.0.entry((field, rule)).or_insert_with(|| {
                let (before, after) = excerpts(before, after);
                Absorbed {
                    field: field.to_owned(),
                    rule,
                    places: 0,
                    before,
                    after,
                }
            });
            found.places = found.places.saturating_add(1);
        }
    }

    fn into_absorbed(self) -> Vec<Absorbed> {
        self.0.into_values().collect()
    }
}

/// Both texts around their first difference.
fn excerpts(before: &str, after: &str) -> (String, String) {
    let same = before
        .chars()
        .zip(after.chars())
        .take_while(|(a, b)| a == b);
    let skip = same.count().saturating_sub(LEAD_CHARS);
    let excerpt = |text: &str| {
        let shown: String = text.chars().skip(skip).take(EXAMPLE_CHARS).collect();
        let lead = if skip > 0 { "…" } else { "" };
        let tail = if text
            .chars()
            .nth(skip.saturating_add(EXAMPLE_CHARS))
            .is_some()
        {
            "…"
        } else {
            ""
        };
        format!("{lead}{}{tail}", spelled(&shown))
    };
    (excerpt(before), excerpt(after))
}

/// The lines of text in the order of the document, as read.
fn leaves(blocks: &[Block]) -> Vec<&str> {
    let mut all = Vec::new();
    for block in blocks {
        match block {
            Block::Text(line) => all.push(line.as_str()),
            Block::List { items, .. } => all.extend(items.iter().flat_map(|item| leaves(item))),
        }
    }
    all
}

/// Lines that are equal once folded and are not as read, each with its partner.
fn pairs<'a>(before: Vec<&'a str>, after: Vec<&'a str>) -> Vec<(&'a str, &'a str)> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in &before {
        let count = left.entry(line).or_default();
        *count = count.saturating_add(1);
    }
    // What stands in both as it is has no part in this.
    let mut take = |line: &'a str| match left.get_mut(line) {
        Some(count) if *count > 0 => {
            *count = count.saturating_sub(1);
            true
        }
        _ => false,
    };
    let new: Vec<&str> = after
        .into_iter()
        .filter(|line: &&'a str| !take(line))
        .collect();
    let mut waiting: HashMap<String, Vec<&str>> = HashMap::new();
    for line in before.into_iter().rev() {
        if take(line) {
            waiting.entry(fold(line)).or_default().push(line);
        }
    }
    let partner = |line: &'a str| Some((waiting.get_mut(&fold(line))?.pop()?, line));
    new.into_iter().filter_map(partner).collect()
}

/// Lists without an order whose items stand in another one.
fn absorbed_lists(before: &[Block], after: &[Block]) -> Option<Absorbed> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    unordered(before, &mut old);
    unordered(after, &mut new);
    let known: HashSet<&(String, String)> = old.iter().collect();
    let orders: HashMap<&str, &str> = old
        .iter()
        .map(|(text, order)| (text.as_str(), order.as_str()))
        .collect();
    let moved = new.iter().filter(|list| !known.contains(list));
    let mut pairs = moved.filter_map(|(text, now)| Some((*orders.get(text.as_str())?, now)));
    let (first, now) = pairs.next()?;
    let mut found = order("text", first, now);
    found.places = pairs.count().saturating_add(1);
    Some(found)
}

/// Canonical text of each unordered list, and its items in the order in which they were read.
fn unordered(blocks: &[Block], found: &mut Vec<(String, String)>) {
    for block in blocks {
        let Block::List { ordered, items } = block else {
            continue;
        };
        if !ordered {
            let drawn = items.iter().map(|item| text_of(item));
            let read = drawn.collect::<Vec<_>>().join("; ").replace('\n', " ");
            found.push((text_of(std::slice::from_ref(block)), read));
        }
        items.iter().for_each(|item| unordered(item, found));
    }
}
