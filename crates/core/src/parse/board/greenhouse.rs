//! Postings of a Greenhouse board: `{"jobs": [...], "meta": {"total": n}}`.
//!
//! `content` is HTML, on the live API with its markup escaped once more.

use readonce_model::Reason;
use readonce_model::record::Facts;
use rust_decimal::Decimal;

use super::markup;
use crate::item::{Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, terms};

pub(super) fn item(job: &Fields, source: &Source) -> Result<Item, Reason> {
    let content = job.text("content")?.unwrap_or_default();
    Ok(Item {
        id: job.id("id")?,
        url: job.text("absolute_url")?.map(|url| url.trim().to_owned()),
        content: Content {
            kind: Kind::Posting,
            title: job.title("title")?,
            blocks: html::blocks(&markup(&content)),
        },
        facts: facts(job, source)?,
    })
}

fn facts(job: &Fields, source: &Source) -> Result<Facts, Reason> {
    let place = job.object("location")?.text("name")?;
    let published = job.text("first_published")?;
    let updated = job
        .text("updated_at")?
        .and_then(|text| source.moments.read(&text));
    let mut facts = Facts {
        updated_at: updated.and_then(|moment| moment.utc),
        company: crate::parse::told(job.text("company_name")?),
        department: departments(job)?,
        workplace: place
            .as_deref()
            .and_then(terms::workplace_of_place)
            .map(str::to_owned),
        cities: terms::places(place),
        language: crate::parse::told(job.text("language")?),
        requisition: crate::parse::told(job.scalar("requisition_id")?),
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    pay::span(pay_ranges(job)?).into_facts(&mut facts);
    Ok(facts)
}

fn departments(job: &Fields) -> Result<Option<String>, Reason> {
    let mut names = Vec::new();
    for department in job.objects("departments")? {
        names.extend(department.text("name")?);
    }
    Ok(terms::set(names))
}

fn pay_ranges(job: &Fields) -> Result<Vec<Pay>, Reason> {
    let ranges = job.objects("pay_input_ranges")?;
    ranges
        .iter()
        .map(|range| {
            Ok(Pay {
                min: from_cents(pay::amount(range, "min_cents")?),
                max: from_cents(pay::amount(range, "max_cents")?),
                currency: pay::currency(range, "currency_type")?,
                interval: range.text("title")?.as_deref().and_then(pay::interval),
                ..Pay::default()
            })
        })
        .collect()
}

fn from_cents(amount: Option<Decimal>) -> Option<Decimal> {
    let units = amount?.checked_div(Decimal::ONE_HUNDRED)?;
    Some(units.normalize())
}
