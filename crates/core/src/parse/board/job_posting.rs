//! A schema.org JobPosting inside another record.
//!
//! The vocabulary lets nearly every value be text, an object or a list of either; what comes in a
//! shape that says nothing is left out, since the record around it is still good.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::record::Facts;

use super::markup;
use crate::item::Block;
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, terms, told};

pub(super) fn is_one(fields: &Fields) -> bool {
    let kinds = fields.words("@type").unwrap_or_default();
    kinds
        .iter()
        .any(|kind| kind.rsplit('/').next() == Some("JobPosting"))
}

/// The employer's own number: a plain value, or a PropertyValue.
pub(super) fn number(posting: &Fields) -> Result<Option<String>, Reason> {
    if let Ok(plain) = posting.scalar("identifier") {
        return Ok(told(plain));
    }
    match posting.many("identifier").first() {
        Some(value) => value.scalar("value").map(told),
        None => Ok(None),
    }
}

pub(super) fn blocks(posting: &Fields) -> Result<Vec<Block>, Reason> {
    let description = posting.text("description")?.unwrap_or_default();
    Ok(html::blocks(&markup(&description)))
}

pub(super) fn facts(posting: &Fields, source: &Source) -> Result<Facts, Reason> {
    let published = posting.text("datePosted")?;
    let addresses = addresses(posting);
    let kinds = posting.words("employmentType").unwrap_or_default();
    let remote = posting.words("jobLocationType").unwrap_or_default();
    let remote = remote
        .iter()
        .any(|kind| kind.eq_ignore_ascii_case("TELECOMMUTE"));
    let mut facts = Facts {
        company: name(posting, "hiringOrganization"),
        workplace: remote.then(|| "remote".to_owned()),
        country: terms::one_of_all(addresses.iter().map(|address| address.country.clone())),
        cities: terms::places(addresses.into_iter().filter_map(|address| address.place)),
        employment_type: kinds
            .first()
            .map(|kind| terms::employment_type(kind).to_owned()),
        requisition: number(posting)?,
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    salary(posting).into_facts(&mut facts);
    Ok(facts)
}

/// The name of a thing that is given as text or as an object.
fn name(fields: &Fields, key: &str) -> Option<String> {
    if let Ok(text) = fields.text(key) {
        return told(text);
    }
    let things = fields.many(key);
    told(things.first()?.text("name").ok()?)
}

struct Address {
    place: Option<Cow<'static, str>>,
    country: Option<String>,
}

fn addresses(posting: &Fields) -> Vec<Address> {
    let mut found = Vec::new();
    for place in posting.many("jobLocation") {
        for address in place.many("address") {
            let country = name(&address, "addressCountry");
            let city = name(&address, "addressLocality");
            let region = name(&address, "addressRegion");
            let place = terms::place(city.as_deref(), region.as_deref(), country.as_deref());
            found.push(Address {
                place: place.map(Cow::Owned),
                country,
            });
        }
    }
    found
}

/// A MonetaryAmount with a number, a range or an amount with its unit.
fn salary(posting: &Fields) -> Pay {
    let amounts = posting.many("baseSalary");
    let Some(amount) = amounts.first() else {
        return Pay::default();
    };
    let values = amount.many("value");
    let value = values.first().unwrap_or(amount);
    let read = |name| pay::amount(value, name).ok().flatten();
    let exact = read("value");
    let unit = match value.text("unitText") {
        Ok(Some(unit)) => Some(unit),
        _ => amount.text("unitText").ok().flatten(),
    };
    Pay {
        min: read("minValue").or(exact),
        max: read("maxValue").or(exact),
        currency: pay::currency(amount, "currency").ok().flatten(),
        interval: unit.as_deref().and_then(pay::interval),
        ..Pay::default()
    }
}
