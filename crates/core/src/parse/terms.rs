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

/// One place out of the parts of an address: the city, with its state where that is a short code;
/// without a city the region, or else the country.
pub(super) fn place(
    city: Option<&str>,
    region: Option<&str>,
    country: Option<&str>,
) -> Option<String> {
    let Some(city) = city else {
        return region.or(country).map(str::to_owned);
    };
    let is_code = |region: &&str| {
        (2..=3).contains(&region.len()) && region.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    Some(match region.filter(is_code) {
        Some(code) => format!("{city}, {code}"),
        None => city.to_owned(),
    })
}

/// A country as the board gives it; codes in capitals, as ISO 3166 writes them.
pub(super) fn country(name: &str) -> String {
    let is_code = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    match is_code {
        true => name.to_ascii_uppercase(),
        false => name.to_owned(),
    }
}

/// What all agree on; nothing when one says nothing or something else.
pub(super) fn one_of_all(all: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let mut all = all.into_iter();
    let first = all.next()??;
    all.all(|other| other.as_ref() == Some(&first))
        .then_some(first)
}

/// Names that form a set, as one text: sorted, so that their order is no change.
pub(super) fn set<'a>(names: impl IntoIterator<Item = Cow<'a, str>>) -> Option<String> {
    let names = names.into_iter().map(|name| tidy(&name));
    let set: BTreeSet<String> = names.filter(|name| !name.is_empty()).collect();
    let names: Vec<String> = set.into_iter().collect();
    (!names.is_empty()).then(|| names.join("; "))
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
    if words.any(|word| {
        matches!(
            word,
            "intern" | "interns" | "internship" | "trainee" | "traineeship"
        )
    }) {
        return "internship";
    }
    let squeezed = squeezed(word);
    let has = |parts: &[&str]| parts.iter().any(|part| squeezed.contains(part));
    if has(&["parttime"]) || squeezed == "part" {
        "part_time"
    } else if has(&["temporary", "seasonal", "fixedterm"]) || squeezed == "temp" {
        "temporary"
    } else if has(&["contract", "freelance"]) {
        "contract"
    } else if has(&["fulltime"]) || squeezed == "full" {
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
