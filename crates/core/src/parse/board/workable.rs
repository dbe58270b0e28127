//! Postings of a Workable account, in the shapes of its widget, its careers page and its API.
//!
//! The widget writes one row for each place of a job: the same shortcode twice is one job.

use std::collections::HashMap;

use readonce_model::Reason;
use readonce_model::record::Facts;

use super::Record;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, link, terms, told};

pub(super) fn item(job: &Fields, source: &Source) -> Result<Item, Reason> {
    let id = job.id("shortcode")?;
    Ok(Item {
        url: Some(address(job, &id)?),
        id,
        content: Content {
            kind: Kind::Posting,
            title: job.title("title")?,
            blocks: blocks(job)?,
        },
        facts: facts(job, source)?,
    })
}

/// The careers page's own lists name no address; the short one leads to every account's job.
fn address(job: &Fields, shortcode: &str) -> Result<String, Reason> {
    let named = match job.text("url")? {
        None => job.text("shortlink")?,
        url => url,
    };
    let short = || format!("https://apply.workable.com/j/{shortcode}");
    Ok(named.map_or_else(short, |url| url.trim().to_owned()))
}

/// `full_description` is the other three in one.
fn blocks(job: &Fields) -> Result<Vec<Block>, Reason> {
    if let Some(markup) = job.text("full_description")? {
        return Ok(html::blocks(&markup));
    }
    let mut all = Vec::new();
    for name in ["description", "requirements", "benefits"] {
        all.extend(html::blocks(&job.text(name)?.unwrap_or_default()));
    }
    Ok(all)
}

fn facts(job: &Fields, source: &Source) -> Result<Facts, Reason> {
    let places = places(job)?;
    let mut published = None;
    for name in ["published_on", "published", "created_at"] {
        published = match published {
            None => job.text(name)?,
            found => found,
        };
    }
    let kind = match job.text("employment_type")? {
        None => job.text("type")?,
        kind => kind,
    };
    let mut facts = Facts {
        department: terms::set(job.words("department")?),
        workplace: workplace(job)?.map(str::to_owned),
        country: terms::one_of_all(places.iter().map(|place| place.country.clone())),
        cities: terms::places(places.into_iter().filter_map(Address::place)),
        employment_type: kind.map(|word| terms::employment_type(&word).to_owned()),
        language: told(job.text("language")?),
        requisition: told(job.scalar("code")?),
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    salary(job)?.into_facts(&mut facts);
    Ok(facts)
}

struct Address {
    city: Option<String>,
    region: Option<String>,
    country: Option<String>,
}

impl Address {
    fn of(place: &Fields) -> Result<Self, Reason> {
        let first = |one: Option<String>, other: &str| match one {
            None => place.text(other).map(told),
            one => Ok(one),
        };
        let country = first(told(place.text("country")?), "countryName")?;
        Ok(Self {
            city: told(place.text("city")?),
            region: first(told(place.text("region_code")?), "region")?,
            country: first(country, "country_code")?,
        })
    }

    fn place(self) -> Option<std::borrow::Cow<'static, str>> {
        let parts = (&self.city, &self.region, &self.country);
        terms::place(parts.0.as_deref(), parts.1.as_deref(), parts.2.as_deref())
            .map(std::borrow::Cow::Owned)
    }
}

/// The list of places, or else the one place, or else the fields of the row itself.
fn places(job: &Fields) -> Result<Vec<Address>, Reason> {
    let mut found = Vec::new();
    for place in job.objects("locations")? {
        if place.flag("hidden")? != Some(true) {
            found.push(Address::of(&place)?);
        }
    }
    if found.is_empty() {
        found.push(Address::of(&job.object("location")?)?);
    }
    if found.iter().all(|place| place.country.is_none()) {
        let row = Address {
            city: told(job.text("city")?),
            region: None,
            country: told(job.text("country")?),
        };
        found = vec![row];
    }
    Ok(found)
}

fn workplace(job: &Fields) -> Result<Option<&'static str>, Reason> {
    let location = job.object("location")?;
    let word = match job.text("workplace")? {
        None => location.text("workplace_type")?,
        word => word,
    };
    let remote = job.flag("telecommuting")? == Some(true)
        || job.flag("remote")? == Some(true)
        || location.flag("telecommuting")? == Some(true);
    let told = word.as_deref().and_then(terms::workplace);
    Ok(told.or(remote.then_some("remote")))
}

fn salary(job: &Fields) -> Result<Pay, Reason> {
    let salary = job.object("salary")?;
    Ok(Pay {
        min: pay::amount(&salary, "salary_from")?,
        max: pay::amount(&salary, "salary_to")?,
        currency: pay::currency(&salary, "salary_currency")?,
        ..Pay::default()
    })
}

/// Rows of one job as one record, at the place of the first, with the places of all.
pub(super) fn merged(records: Vec<Record>) -> Vec<Record> {
    let mut kept: Vec<Record> = Vec::with_capacity(records.len());
    let mut place_of: HashMap<String, usize> = HashMap::with_capacity(records.len());
    for (part, record) in records {
        if let Ok(item) = &record {
            let known = place_of.get(&item.id).and_then(|at| kept.get_mut(*at));
            if let Some((_, Ok(first))) = known
                && is_same_job(first, item)
            {
                join(&mut first.facts, &item.facts);
                continue;
            }
            place_of.entry(item.id.clone()).or_insert(kept.len());
        }
        kept.push((part, record));
    }
    kept
}

fn is_same_job(first: &Item, other: &Item) -> bool {
    let link = |item: &Item| {
        let url = item.url.as_deref()?;
        link::canonical(url, None)
    };
    first.url == other.url || link(first) == link(other)
}

/// What two rows do not agree on is said of neither.
fn join(facts: &mut Facts, other: &Facts) {
    facts.cities.extend(other.cities.iter().cloned());
    facts.cities.sort_unstable();
    facts.cities.dedup();
    if facts.country != other.country {
        facts.country = None;
    }
    if facts.workplace != other.workplace {
        facts.workplace = None;
    }
}
