//! The dictionary: signs of currencies and the words that say what an amount is.
//!
//! Built once from `words.txt`, `signs.txt` and `currencies.txt`. Terms are found by their first
//! letter and the longest one wins.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use super::currency;

/// What a term says about the amount near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Range,
    From,
    FromAfter,
    UpTo,
    List,
    Sale,
    Price,
    Off,
    OffAfter,
    TaxIn,
    TaxOut,
    Bundle,
    Per,
    Measure,
    /// A unit of time: it needs a "per".
    Unit(&'static str),
    /// A word that says "per" and the unit.
    Every(&'static str),
    /// Every two weeks: no interval that is kept.
    Odd,
    /// Times ten to this power.
    Scale(u32),
    Salary,
    Months,
}

/// A written form of one or several currencies, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) codes: Vec<String>,
    /// Written before its number.
    pub(super) before: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Term {
    /// In small letters, or exactly as it must be written.
    pub(super) form: String,
    pub(super) exact: bool,
    pub(super) classes: Vec<Class>,
    pub(super) sign: Option<Sign>,
}

impl Term {
    pub(super) fn is(&self, class: Class) -> bool {
        self.classes.contains(&class)
    }

    pub(super) fn scale(&self) -> Option<u32> {
        self.classes.iter().find_map(|class| match class {
            Class::Scale(power) => Some(*power),
            _ => None,
        })
    }
}

/// Terms by their first letter, the longest first.
static TERMS: LazyLock<HashMap<char, Vec<Term>>> = LazyLock::new(build);

/// The terms that may stand at a place that begins with this letter.
pub(super) fn starting_with(first: char) -> &'static [Term] {
    TERMS.get(&first).map_or(&[], Vec::as_slice)
}

fn build() -> HashMap<char, Vec<Term>> {
    let mut terms = BTreeMap::new();
    words(include_str!("words.txt"), &mut terms);
    for form in currency::forms() {
        let term = entry(&mut terms, &form.text, form.exact);
        term.sign = Some(form.sign);
    }
    let mut by_first: HashMap<char, Vec<Term>> = HashMap::new();
    for term in terms.into_values() {
        if let Some(first) = term.form.chars().next() {
            by_first.entry(first).or_default().push(term);
        }
    }
    for terms in by_first.values_mut() {
        terms.sort_by_key(|term| std::cmp::Reverse(term.form.len()));
    }
    by_first
}

type Drafts = BTreeMap<(String, bool), Term>;

fn entry<'t>(terms: &'t mut Drafts, form: &str, exact: bool) -> &'t mut Term {
    let term = terms.entry((form.to_owned(), exact)).or_default();
    term.form = form.to_owned();
    term.exact = exact;
    term
}

fn words(data: &str, terms: &mut Drafts) {
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let Some((head, forms)) = line.split_once(": ") else {
            continue;
        };
        if let Some(class) = class(head) {
            for form in forms.split(" | ") {
                entry(terms, form.trim(), false).classes.push(class);
            }
        }
    }
}

fn class(head: &str) -> Option<Class> {
    let (name, value) = head.split_once(' ').unwrap_or((head, ""));
    Some(match name {
        "range" => Class::Range,
        "from" => Class::From,
        "from-after" => Class::FromAfter,
        "up-to" => Class::UpTo,
        "list" => Class::List,
        "sale" => Class::Sale,
        "price" => Class::Price,
        "off" => Class::Off,
        "off-after" => Class::OffAfter,
        "tax-in" => Class::TaxIn,
        "tax-out" => Class::TaxOut,
        "bundle" => Class::Bundle,
        "per" => Class::Per,
        "measure" => Class::Measure,
        "unit" => Class::Unit(interval(value)?),
        "every" => Class::Every(interval(value)?),
        "odd" => Class::Odd,
        "scale" => Class::Scale(value.parse().ok()?),
        "salary" => Class::Salary,
        "months" => Class::Months,
        _ => return None,
    })
}

fn interval(word: &str) -> Option<&'static str> {
    ["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]
        .into_iter()
        .find(|interval| interval.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_words_is_read() {
        for line in include_str!("words.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
        {
            let head = line.split_once(": ").expect(line).0;
            assert!(class(head).is_some(), "{line}");
        }
    }

    #[test]
    fn the_longest_term_comes_first() {
        let forms: Vec<_> = starting_with('u')
            .iter()
            .map(|term| term.form.len())
            .collect();
        assert!(forms.is_sorted_by(|a, b| a >= b));
        assert!(forms.len() > 5);
    }
}
