//! Job postings: title and description are the content; places, pay and dates are facts.

use std::borrow::Cow;

use readonce_model::record::Facts;

use super::draft::{Context, Draft};
use super::graph::Node;
use super::money;
use crate::facts::money::Given;
use crate::item::Kind;
use crate::parse::pay::{self, Pay};
use crate::parse::terms;

/// Several kinds of employment are told by the one that narrows most.
const EMPLOYMENT: [&str; 6] = [
    "internship",
    "full_time",
    "part_time",
    "contract",
    "temporary",
    "other",
];

pub(super) fn draft(node: &Node, context: &Context) -> Draft {
    let mut draft = Draft::of(Kind::Posting, node, context);
    if let Some(title) = node.text("title") {
        draft.item.content.title = title;
    }
    draft.item.content.blocks = node.blocks("description");
    draft.own_id = identifier(node);
    draft.item.facts = facts(node, context);
    draft.item.facts.requisition.clone_from(&draft.own_id);
    draft.date(node, context, &["datePosted", "datePublished"]);
    draft
}

/// `identifier` is a text, or a value that may stand under `name` when `value` is missing.
fn identifier(node: &Node) -> Option<String> {
    let told = node.node("identifier");
    let inner = told.and_then(|identifier| identifier.text_of(&["value", "name", "propertyID"]));
    inner.or_else(|| node.text("identifier"))
}

fn facts(node: &Node, context: &Context) -> Facts {
    let places: Vec<Place> = node
        .nodes("jobLocation")
        .map(|place| Place::of(&place))
        .collect();
    let written: Vec<String> = match places.is_empty() {
        true => node.texts("jobLocation").collect(),
        false => places
            .iter()
            .filter_map(|place| place.city.clone())
            .collect(),
    };
    let workplace = node
        .texts("jobLocationType")
        .find_map(|word| workplace(&word))
        .or_else(|| {
            written
                .iter()
                .find_map(|place| terms::workplace_of_place(place))
        });
    let country = match places.is_empty() {
        true => one_of_all(node.texts("applicantLocationRequirements").map(Some)),
        false => one_of_all(places.iter().map(|place| place.country.clone())),
    };
    let mut facts = Facts {
        company: node.text("hiringOrganization"),
        workplace: workplace.map(str::to_owned),
        cities: terms::places(written.into_iter().map(Cow::Owned)),
        country,
        employment_type: employment(node).map(str::to_owned),
        language: node.text("inLanguage"),
        ..Facts::default()
    };
    salary(node, &context.given, &mut facts);
    facts
}

fn workplace(word: &str) -> Option<&'static str> {
    match word.to_ascii_uppercase().contains("TELECOMMUTE") {
        true => Some("remote"),
        false => terms::workplace(word),
    }
}

fn employment(node: &Node) -> Option<&'static str> {
    let all: Vec<String> = node.texts("employmentType").collect();
    let words = all.iter().flat_map(|word| word.split([',', '/', '|', ';']));
    let found: Vec<&str> = words
        .filter(|word| !word.trim().is_empty())
        .map(terms::employment_type)
        .collect();
    EMPLOYMENT.into_iter().find(|kind| found.contains(kind))
}

struct Place {
    /// With its region, as boards write it. Example: Boston, MA
    city: Option<String>,
    country: Option<String>,
}

impl Place {
    fn of(place: &Node) -> Self {
        let address = place.node("address");
        let address = address.as_ref().unwrap_or(place);
        let city = address.text("addressLocality");
        let region = address.text("addressRegion");
        let line = place
            .text("address")
            .filter(|_| place.node("address").is_none());
        Self {
            city: match (city, region) {
                (Some(city), Some(region)) => Some(within(city, &region)),
                (city, region) => city.or(region).or(line).or_else(|| place.text("name")),
            },
            country: address.text("addressCountry"),
        }
    }
}

/// The place as the JSON boards are read: with the code of its region, where that is one.
fn within(city: String, region: &str) -> String {
    let is_code =
        (2..=3).contains(&region.len()) && region.bytes().all(|byte| byte.is_ascii_uppercase());
    match is_code && !city.split(',').any(|part| part.trim() == region) {
        true => format!("{city}, {region}"),
        false => city,
    }
}

/// The country that all places agree on; codes in capitals, as ISO 3166 writes them.
fn one_of_all(mut all: impl Iterator<Item = Option<String>>) -> Option<String> {
    let first = all.next()??;
    let is_code = first.len() == 2 && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let same = all.all(|other| other.as_deref() == Some(first.as_str()));
    same.then(|| match is_code {
        true => first.to_ascii_uppercase(),
        false => first,
    })
}

/// A range with its interval, one amount, or words.
fn salary(node: &Node, given: &Given, facts: &mut Facts) {
    let ranges: Vec<Pay> = node
        .nodes("baseSalary")
        .map(|salary| range(&salary, node, given))
        .collect();
    if !ranges.is_empty() {
        return pay::span(ranges).into_facts(facts);
    }
    let Some(words) = node.text("baseSalary") else {
        return;
    };
    let currency = money::currency(node.text("salaryCurrency"), given).code;
    let mut found = in_words(&words, currency.as_deref(), given, facts);
    found.interval = found.interval.or_else(|| {
        let unit = node.text_of(&["unitText", "salaryUnit"])?;
        pay::interval(&unit)
    });
    found.into_facts(facts);
}

fn range(salary: &Node, posting: &Node, given: &Given) -> Pay {
    let value = salary.node("value");
    let value = value.as_ref().unwrap_or(salary);
    let currency = salary
        .text_of(&["currency", "salaryCurrency", "priceCurrency"])
        .or_else(|| value.text("currency"))
        .or_else(|| posting.text("salaryCurrency"));
    let currency = money::currency(currency, given).code;
    let amount = |names: &[&str]| {
        let told = names.iter().filter(|name| value.text(name).is_some());
        let mut read =
            told.filter_map(|name| money::single(value, name, currency.as_deref(), given));
        // An empty field of a form is written as 0.
        read.find(|amount| !amount.is_zero())
    };
    let single = amount(&["value", "price"]);
    let mut found = Pay {
        min: amount(&["minValue"]).or(single),
        max: amount(&["maxValue"]).or(single),
        currency: currency.clone(),
        interval: None,
        months: None,
    };
    let words = value
        .text_of(&["value", "price"])
        .or_else(|| salary.text("value"));
    if found.min.is_none()
        && found.max.is_none()
        && let Some(words) = words
    {
        let mut aside = Facts::default();
        found = in_words(&words, currency.as_deref(), given, &mut aside);
    }
    let unit = [value, salary]
        .into_iter()
        .find_map(|node| node.text_of(&["unitText", "unitCode", "duration"]));
    let told = unit.as_deref().and_then(interval);
    found.interval = told.or(found.interval);
    found
}

/// The words of boards, and the codes that UN/CEFACT and ISO 8601 have for the same.
fn interval(unit: &str) -> Option<&'static str> {
    match unit {
        "HUR" | "PT1H" => Some("HOUR"),
        "DAY" | "P1D" => Some("DAY"),
        "WEE" | "P1W" => Some("WEEK"),
        "MON" | "P1M" => Some("MONTH"),
        "ANN" | "P1Y" => Some("YEAR"),
        unit => pay::interval(unit),
    }
}

fn in_words(words: &str, currency: Option<&str>, given: &Given, facts: &mut Facts) -> Pay {
    let pay = crate::facts::money::pay(words, &given_in(currency, given));
    facts.pay_months = pay.months.map(i32::from);
    let likely = |amount: &rust_decimal::Decimal| money::is_likely(*amount) && !amount.is_zero();
    Pay {
        min: pay.min.filter(likely),
        max: pay.max.filter(likely),
        currency: currency.map(str::to_owned).or(pay.currency),
        interval: pay.interval,
        months: pay.months,
    }
}

fn given_in<'c>(currency: Option<&'c str>, given: &Given<'c>) -> Given<'c> {
    Given {
        default_currency: currency.or(given.default_currency),
        ..*given
    }
}
