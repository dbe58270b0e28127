//! Words of boards in the closed sets of facts: places, ways of working, kinds of employment.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::canonical::tidy;

/// Places as a set, sorted. Words like "Remote" alone are no place.
pub(super) fn places<'a>(names: impl IntoIterator<Item = Cow<'a, str>>) -> Vec<String> {
    let mut set = BTreeSet::new();
    for name in names {
        for place in name.split(['\n', ';', '|']) {
            set.insert(tidy(place));
        }
    }
    set.retain(|place| !place.is_empty() && exact_workplace(place).is_none());
    set.into_iter().collect()
}

/// A board's own word for where the work is done.
pub(super) fn workplace(word: &str) -> Option<&'static str> {
    exact_workplace(word)
}

/// The way of working that the name of a place tells, when all its parts tell the same.
///
/// Only a first or last word counts: "Remote, Italy" is remote, "Berlin or Remote" is not surely.
pub(super) fn workplace_of_place(name: &str) -> Option<&'static str> {
    let told: BTreeSet<Option<&str>> = name
        .split(['\n', ';', '|'])
        .map(tidy)
        .filter(|place| !place.is_empty())
        .map(|place| {
            let words: Vec<&str> = place
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .filter(|word| !word.is_empty() && *word != "-")
                .collect();
            let hedged = words.iter().any(|word| word.eq_ignore_ascii_case("or"));
            let ends = [words.first(), words.last()].into_iter().flatten();
            ends.filter(|_| !hedged)
                .find_map(|word| exact_workplace(word))
        })
        .collect();
    match told.len() {
        1 => told.into_iter().next().flatten(),
        _ => None,
    }
}

fn exact_workplace(word: &str) -> Option<&'static str> {
    match squeezed(word).as_str() {
        "remote" | "fullyremote" => Some("remote"),
        "hybrid" => Some("hybrid"),
        "onsite" | "inoffice" | "inperson" => Some("onsite"),
        _ => None,
    }
}

/// full_time, part_time, contract, temporary, internship or other.
pub(super) fn employment_type(word: &str) -> &'static str {
    let lower = word.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    if words.any(|word| matches!(word, "intern" | "interns" | "internship" | "trainee")) {
        return "internship";
    }
    let squeezed = squeezed(word);
    let has = |parts: &[&str]| parts.iter().any(|part| squeezed.contains(part));
    if has(&["parttime"]) {
        "part_time"
    } else if has(&["temporary", "seasonal", "fixedterm"]) || squeezed == "temp" {
        "temporary"
    } else if has(&["contract", "freelance"]) {
        "contract"
    } else if has(&["fulltime"]) {
        "full_time"
    } else {
        "other"
    }
}

/// Letters and digits alone, in lower case: `Full-time`, `Full Time` and `FullTime` are one.
fn squeezed(word: &str) -> String {
    let kept = word.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
