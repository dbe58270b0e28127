//! Facts of postings that come in a feed.

use std::borrow::Cow;

use readonce_model::record::Facts;

use super::field::{Entry, Field};
use super::xml::Element;
use crate::facts::money;
use crate::parse::pay::Pay;
use crate::parse::{terms, told};

pub(super) fn read(entry: &Entry, facts: &mut Facts) {
    let first = |field| entry.all(field).find_map(Element::told);
    let places: Vec<Cow<str>> = entry.all(Field::Place).flat_map(places).collect();
    facts.company = told(first(Field::Company).or_else(|| name_of_company(entry)));
    facts.department = told(first(Field::Department));
    facts.country = country(entry);
    facts.employment_type =
        first(Field::Employment).map(|word| terms::employment_type(&word).to_owned());
    let named = places
        .iter()
        .find_map(|place| terms::workplace_of_place(place));
    let said = first(Field::Workplace).and_then(|word| workplace(&word));
    facts.workplace = said.or(named).map(str::to_owned);
    facts.cities = terms::places(places);
    if let Some(salary) = first(Field::Salary) {
        pay(&salary, facts);
    }
}

/// `<company><name>Acme</name></company>` is read by its text; this is for names in attributes.
fn name_of_company<'a>(entry: &Entry<'_, 'a>) -> Option<Cow<'a, str>> {
    entry
        .all(Field::Company)
        .find_map(|company| company.attribute("name"))
}

/// The places that an element names: its text, or those of the elements inside by their city or
/// else by their name.
fn places<'a>(element: Element<'_, 'a>) -> Vec<Cow<'a, str>> {
    let mut inside = element.children().peekable();
    if inside.peek().is_none() {
        return element.told().into_iter().collect();
    }
    let listed: Vec<Element> = inside.filter(|child| child.is("location")).collect();
    let listed = if listed.is_empty() {
        vec![element]
    } else {
        listed
    };
    let named = listed.into_iter().filter_map(|place| {
        let named = place
            .child_text("city")
            .or_else(|| place.child_text("name"));
        named.or_else(|| {
            place
                .children()
                .next()
                .is_none()
                .then(|| place.told())
                .flatten()
        })
    });
    named.collect()
}

/// The country, where all places are in one.
fn country(entry: &Entry) -> Option<String> {
    let places = entry.all(Field::Place);
    let listed = places.flat_map(|place| std::iter::once(place).chain(place.children()));
    let mut countries: Vec<String> = listed
        .filter_map(|place| told(place.child_text("country")))
        .collect();
    countries.sort();
    countries.dedup();
    (countries.len() == 1).then(|| countries.pop()).flatten()
}

/// The words of boards; Teamtailor calls it fully, hybrid and none.
fn workplace(word: &str) -> Option<&'static str> {
    match word.trim().to_ascii_lowercase().as_str() {
        "fully" => Some("remote"),
        "none" => Some("onsite"),
        word => terms::workplace(word),
    }
}

fn pay(salary: &str, facts: &mut Facts) {
    let given = money::Given {
        lang: facts.language.as_deref(),
        default_currency: None,
    };
    let found = money::pay(salary, &given);
    let pay = Pay {
        min: found.min,
        max: found.max,
        currency: found.currency,
        interval: found.interval,
        months: found.months,
    };
    pay.into_facts(facts);
}
