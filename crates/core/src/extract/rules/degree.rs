//! The lowest degree demanded.
//!
//! Degrees that are named together (`Bachelor's, Master's or PhD`) are one demand or one wish, and
//! the lowest of them counts. What is preferred is not demanded.

use super::layout::Section;
use super::patterns::Hit;
use super::{Facts, Found, span};

/// Longest text between two degrees of one list.
const BETWEEN_BYTES: usize = 24;

/// Words that begin another demand: what follows them says nothing about the degree before.
const OTHER_DEMANDS: &[&str] = &[
    "experience",
    "knowledge",
    "skill",
    "familiar",
    "year",
    "abilit",
    "certif",
    "proficien",
    "understanding",
    "background in",
];

pub(super) fn find(facts: &Facts) -> Found {
    let demanded = groups(facts)
        .into_iter()
        .filter(|group| is_demand(facts, group))
        .filter_map(|group| group.into_iter().min_by_key(|hit| rank(hit)))
        // `A degree in law` without a level is the weakest word of all.
        .min_by_key(|hit| (hit.rule.value == "some", rank(hit)));
    match demanded {
        Some(hit) if hit.rule.value == "some" => Found::by("bachelor", hit),
        Some(hit) => Found::by(hit.rule.value.as_str(), hit),
        None => Found::nothing(),
    }
}

fn rank(hit: &Hit) -> usize {
    const ORDER: [&str; 6] = [
        "none",
        "other",
        "associate",
        "bachelor",
        "master",
        "doctorate",
    ];
    let known = ORDER.iter().position(|degree| *degree == hit.rule.value);
    known.unwrap_or(ORDER.len())
}

/// Degrees of one line with nothing but a list between them.
fn groups<'a>(facts: &Facts<'a>) -> Vec<Vec<&'a Hit<'a>>> {
    let mut groups: Vec<Vec<&Hit>> = Vec::new();
    for hit in facts
        .of("minimum_degree")
        .filter(|hit| !is_waived(facts, hit))
    {
        let last = groups
            .last_mut()
            .and_then(|group| Some((group.last().copied()?, group)));
        match last {
            Some((before, group)) if same_line(before, hit) => {
                if hit.range.start < before.range.end {
                    // A part of a longer name: the 研究生 of 博士研究生.
                } else if is_list_between(before, hit) {
                    group.push(hit);
                } else {
                    groups.push(vec![hit]);
                }
            }
            _ => groups.push(vec![hit]),
        }
    }
    groups
}

/// The degree in `a college degree is not required`.
fn is_waived(facts: &Facts, hit: &Hit) -> bool {
    let overlaps = |other: &&Hit| {
        other.rule.value == "none"
            && same_line(other, hit)
            && other.range.start < hit.range.end
            && hit.range.start < other.range.end
    };
    hit.rule.value != "none" && facts.of("minimum_degree").any(|other| overlaps(&other))
}

fn same_line(one: &Hit, other: &Hit) -> bool {
    std::ptr::eq(one.line, other.line)
}

fn is_list_between(before: &Hit, hit: &Hit) -> bool {
    let between = before
        .line
        .text
        .get(before.range.end..hit.range.start)
        .unwrap_or_default();
    let between = between.to_lowercase();
    let filler = [
        "degree", "degrees", "'s", "’s", "or", "and", "a", "an", "in", "和", "或", "及", "与",
    ];
    let mark = |c: char| c.is_whitespace() || matches!(c, ',' | '/' | '、' | '&' | '，');
    between.len() <= BETWEEN_BYTES
        && between
            .split(mark)
            .all(|word| word.is_empty() || filler.contains(&word))
}

fn is_demand(facts: &Facts, group: &[&Hit]) -> bool {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return false;
    };
    if group.iter().any(|hit| hit.rule.value == "none") {
        return true;
    }
    if first.line.section == Section::Wishes {
        return false;
    }
    // `Preferably a Master's`, and `Master's in physics, chemistry or biology preferred`.
    !facts.patterns.is_wish(first.clause()) && !is_wished_for_later(facts, last)
}

/// Whether the sentence goes on, over fields of study only, to a word of wishing.
fn is_wished_for_later(facts: &Facts, hit: &Hit) -> bool {
    let rest = span::rest_of_sentence(hit.line.text, hit.range.end);
    let next_degree = facts
        .of("minimum_degree")
        .find(|other| same_line(hit, other) && other.range.start > hit.range.end);
    let end = next_degree.map_or(rest.len(), |other| other.range.start - hit.range.end);
    let rest = rest.get(..end).unwrap_or(rest);
    for (at, clause) in span::clauses(rest).enumerate() {
        let lower = clause.to_lowercase();
        // A Chinese clause is complete: 本科,计算机专业优先 demands the degree.
        let other_subject =
            at > 0 && (!clause.is_ascii() || OTHER_DEMANDS.iter().any(|word| lower.contains(word)));
        if other_subject {
            return false;
        }
        if facts.patterns.is_wish(clause) {
            return true;
        }
    }
    false
}
