//! Everything that can be wrong with a document that has the right form, found in one go.

use std::collections::BTreeSet;

use super::document::{Document, Rule};
use super::rule::Check;
use crate::catalog::Faults;
use crate::item::Kind;
use crate::quality::field::Field;

const LARGEST_COST: i32 = 100;
const LONGEST_WORDS: usize = 200;

pub(super) fn faults_of(name: &str, document: &Document) -> Faults {
    let mut faults = Faults::default();
    check_name(name, document, &mut faults);
    if Kind::of(&document.kind).is_none() {
        let known = Kind::ALL.map(Kind::as_str).join(", ");
        faults.say(
            "kind",
            format!("'{}' is no kind; known: {known}", document.kind),
        );
    }
    check_required(document, &mut faults);
    check_conditional(document, &mut faults);
    for field in &document.optional {
        check_field("optional", field, &mut faults);
    }
    for (code, rule) in &document.rules.0 {
        let at = format!("rules.{code}");
        check_entry(&at, (code, rule.cost, &rule.words), &mut faults);
        check_rule(&at, rule, &mut faults);
    }
    check_codes(document, &mut faults);
    check_presence(document, &mut faults);
    check_mappings(document, &mut faults);
    faults
}

/// A file is called as its contract, with or without the version.
fn check_name(name: &str, document: &Document, faults: &mut Faults) {
    let id = &document.contract;
    if name != id.name() && name != id.to_string() {
        let words = format!("is {id}, but the document is called '{name}'");
        faults.say("contract", words);
    }
}

fn check_required(document: &Document, faults: &mut Faults) {
    for (code, required) in &document.required.0 {
        let at = format!("required.{code}");
        check_entry(&at, (code, required.cost, &required.words), faults);
        check_field(&format!("{at}.field"), &required.field, faults);
    }
}

fn check_conditional(document: &Document, faults: &mut Faults) {
    for (code, conditional) in &document.conditional.0 {
        let at = format!("conditional.{code}");
        check_entry(&at, (code, conditional.cost, &conditional.words), faults);
        check_field(&format!("{at}.require"), &conditional.require, faults);
        for field in conditional.when.keys() {
            check_field(&format!("{at}.when.{field}"), field, faults);
        }
        if conditional.when.is_empty() {
            faults.say(
                format!("{at}.when"),
                "names no condition; without one it is required",
            );
        }
    }
}

fn check_entry(at: &str, (code, cost, words): (&str, i32, &str), faults: &mut Faults) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if code.is_empty() || !code.chars().all(plain) {
        faults.say(
            at,
            format!("'{code}' is no code: lower-case letters, digits and _"),
        );
    }
    if !(1..=LARGEST_COST).contains(&cost) {
        let words = format!("is {cost}; it must be from 1 to {LARGEST_COST}");
        faults.say(format!("{at}.cost"), words);
    }
    if words.trim().is_empty() || words.chars().count() > LONGEST_WORDS {
        let words = format!("says why points are lost, in 1 to {LONGEST_WORDS} characters");
        faults.say(format!("{at}.words"), words);
    }
}

fn check_field(at: &str, field: &str, faults: &mut Faults) {
    if Field::named(field).is_none() {
        faults.say(at, format!("no field is called '{field}'"));
    }
}

fn check_rule(at: &str, rule: &Rule, faults: &mut Faults) {
    match Check::of(rule) {
        Ok(_) => {}
        Err((key, words)) if key.is_empty() => faults.say(at, words),
        Err((key, words)) => faults.say(format!("{at}.{key}"), words),
    }
}

/// A code is a column's word: it means one thing.
fn check_codes(document: &Document, faults: &mut Faults) {
    let mut known = BTreeSet::new();
    let required = document
        .required
        .0
        .iter()
        .map(|(code, _)| ("required", code));
    let conditional = document
        .conditional
        .0
        .iter()
        .map(|(code, _)| ("conditional", code));
    let rules = document.rules.0.iter().map(|(code, _)| ("rules", code));
    for (section, code) in required.chain(conditional).chain(rules) {
        if !known.insert(code) {
            faults.say(
                format!("{section}.{code}"),
                format!("the code {code} is taken already"),
            );
        }
    }
}

/// A field is required or optional, not both.
fn check_presence(document: &Document, faults: &mut Faults) {
    let required = document.required.0.iter().map(|(_, entry)| &entry.field);
    let mut known: BTreeSet<&String> = required.collect();
    for field in &document.optional {
        if !known.insert(field) {
            faults.say("optional", format!("{field} stands there already"));
        }
    }
}

fn check_mappings(document: &Document, faults: &mut Faults) {
    for (older, mapping) in &document.from {
        let at = format!("from.{older}");
        let id = &document.contract;
        if older.name() != id.name() || older.major() >= id.major() {
            faults.say(&at, format!("is no older version of {id}"));
        }
        for field in mapping.renamed.keys().chain(&mapping.dropped) {
            if mapping.renamed.contains_key(field) && mapping.dropped.contains(field) {
                faults.say(&at, format!("{field} is both renamed and dropped"));
            }
        }
        for (old, new) in &mapping.renamed {
            check_field(&format!("{at}.renamed.{old}"), new, faults);
        }
    }
}
