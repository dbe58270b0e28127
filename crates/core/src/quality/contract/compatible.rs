//! Whether a contract may take the place of another.
//!
//! Within a major version only additions that nobody has to heed: optional fields, and rules with
//! codes of their own. What goes, what gets a new meaning, and what becomes required is a new major
//! version, with a mapping for the fields that the older one had.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::DataContract;
use super::document::Document;

/// One way in which a contract breaks a promise of the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Example: rules.body_short
    pub field: String,
    pub words: String,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.words)
    }
}

/// Every promise of `old` that `new` breaks; none means that it may follow.
pub fn compatible(old: &DataContract, new: &DataContract) -> Vec<Break> {
    let (old, new) = (&old.document, &new.document);
    let (was, is) = (&old.contract, &new.contract);
    let say = |words: String| vec![broken("contract", words)];
    if was.name() != is.name() {
        return say(format!("{is} is another contract than {was}"));
    }
    if is.major() < was.major() {
        return say(format!("{is} is older than {was}"));
    }
    if was.major() == is.major() {
        return in_place(old, new);
    }
    mapped(old, new)
}

fn broken(field: impl Into<String>, words: impl Into<String>) -> Break {
    Break {
        field: field.into(),
        words: words.into(),
    }
}

fn in_place(old: &Document, new: &Document) -> Vec<Break> {
    let mut breaks = Vec::new();
    if old.kind != new.kind {
        let words = format!("was {} and is {} now", old.kind, new.kind);
        breaks.push(broken("kind", words));
    }
    let fields = fields(new);
    for field in self::fields(old).difference(&fields) {
        breaks.push(broken(
            *field,
            "is gone; a field goes with a new major version",
        ));
    }
    let (before, after) = (codes(old), codes(new));
    for (code, meaning) in &before {
        match after.get(code) {
            None => breaks.push(broken(
                *code,
                "is gone; a code goes with a new major version",
            )),
            Some(now) if now.1 != meaning.1 => {
                breaks.push(broken(
                    *code,
                    "has a new meaning; that is a new code or a new major version",
                ));
            }
            Some(_) => {}
        }
    }
    for (code, (section, _)) in &after {
        if *section != Section::Rules && !before.contains_key(code) {
            breaks.push(broken(
                *code,
                "requires more than before; that is a new major version",
            ));
        }
    }
    breaks
}

/// A new major version says of every older field where it is now.
fn mapped(old: &Document, new: &Document) -> Vec<Break> {
    let Some(mapping) = new.from.get(&old.contract) else {
        let words = format!("says nothing of {}", old.contract);
        return vec![broken("from", words)];
    };
    let (had, has) = (fields(old), fields(new));
    let at = format!("from.{}", old.contract);
    let mut breaks = Vec::new();
    for field in &had {
        let now = mapping.renamed.get(*field).map_or(*field, String::as_str);
        let is_dropped = mapping.dropped.iter().any(|dropped| dropped == field);
        if !is_dropped && !has.contains(now) {
            let words = format!("{field} is neither kept nor renamed nor dropped");
            breaks.push(broken(&at, words));
        }
    }
    for field in mapping.renamed.keys().chain(&mapping.dropped) {
        if !had.contains(field.as_str()) {
            let words = format!("{} has no field {field}", old.contract);
            breaks.push(broken(&at, words));
        }
    }
    breaks
}

/// Fields that a contract speaks of.
fn fields(document: &Document) -> BTreeSet<&str> {
    let required = document.required.0.iter().map(|(_, entry)| &entry.field);
    let conditional = document
        .conditional
        .0
        .iter()
        .map(|(_, entry)| &entry.require);
    let all = required.chain(conditional).chain(&document.optional);
    all.map(String::as_str).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Required,
    Conditional,
    Rules,
}

/// What each code means, words aside: they may be said better.
fn codes(document: &Document) -> BTreeMap<&str, (Section, String)> {
    let required = document.required.0.iter().map(|(code, entry)| {
        (
            code,
            (Section::Required, format!("{} {}", entry.field, entry.cost)),
        )
    });
    let conditional = document.conditional.0.iter().map(|(code, entry)| {
        let meaning = format!("{} {} {:?}", entry.require, entry.cost, entry.when);
        (code, (Section::Conditional, meaning))
    });
    let rules = document.rules.0.iter().map(|(code, rule)| {
        let mut rule = rule.clone();
        rule.words.clear();
        (code, (Section::Rules, format!("{rule:?}")))
    });
    let all = required.chain(conditional).chain(rules);
    all.map(|(code, meaning)| (code.as_str(), meaning))
        .collect()
}
