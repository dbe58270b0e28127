//! Postings of an Ashby board: `{"jobs": [...], "apiVersion": "1"}`.

use readonce_model::Reason;
use readonce_model::record::Facts;

use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, plain, terms};

pub(super) fn item(job: &Fields, source: &Source) -> Result<Item, Reason> {
    Ok(Item {
        id: job.id("id")?,
        url: job.text("jobUrl")?.map(|url| url.trim().to_owned()),
        content: Content {
            kind: Kind::Posting,
            title: job.title("title")?,
            blocks: blocks(job)?,
        },
        facts: facts(job, source)?,
    })
}

/// The plain form writes headings in capitals and links in words, so it counts only alone.
fn blocks(job: &Fields) -> Result<Vec<Block>, Reason> {
    if let Some(markup) = job.text("descriptionHtml")? {
        return Ok(html::blocks(&markup));
    }
    let text = job.text("descriptionPlain")?;
    Ok(plain::blocks(&text.unwrap_or_default()))
}

fn facts(job: &Fields, source: &Source) -> Result<Facts, Reason> {
    let place = job.text("location")?;
    let published = job.text("publishedAt")?;
    let updated = job
        .text("updatedAt")?
        .and_then(|text| source.moments.read(&text));
    let address = job.object("address")?.object("postalAddress")?;
    let mut places = Vec::new();
    for secondary in job.objects("secondaryLocations")? {
        places.extend(secondary.text("location")?);
    }
    let mut facts = Facts {
        updated_at: updated.and_then(|moment| moment.utc),
        department: match crate::parse::told(job.text("department")?) {
            None => crate::parse::told(job.text("team")?),
            department => department,
        },
        workplace: workplace(job, place.as_deref())?.map(str::to_owned),
        cities: terms::places(places.into_iter().chain(place)),
        country: crate::parse::told(address.text("addressCountry")?),
        employment_type: job
            .text("employmentType")?
            .map(|word| terms::employment_type(&word).to_owned()),
        ..Facts::default()
    };
    source.moments.publish(&mut facts, published.as_deref());
    salary(job, source)?.into_facts(&mut facts);
    Ok(facts)
}

/// The board's own word first: a hybrid posting may also be marked as remote.
fn workplace(job: &Fields, place: Option<&str>) -> Result<Option<&'static str>, Reason> {
    let word = job.text("workplaceType")?;
    let remote = job.flag("isRemote")? == Some(true);
    Ok(word
        .as_deref()
        .and_then(terms::workplace)
        .or(remote.then_some("remote"))
        .or_else(|| terms::workplace_of_place(place?)))
}

/// The typed amounts, or else the text that the board shows for them.
fn salary(job: &Fields, source: &Source) -> Result<Pay, Reason> {
    let typed = pay::span(salaries(job)?);
    if typed.has_amount() {
        return Ok(typed);
    }
    let compensation = job.object("compensation")?;
    for name in [
        "scrapeableCompensationSalarySummary",
        "compensationTierSummary",
    ] {
        if let Some(shown) = compensation.text(name)? {
            return Ok(pay::of_text(&shown, source).unwrap_or_default());
        }
    }
    Ok(Pay::default())
}

/// The summary of all tiers, or else the tiers themselves; bonus and equity are no salary.
fn salaries(job: &Fields) -> Result<Vec<Pay>, Reason> {
    let compensation = job.object("compensation")?;
    let mut components = compensation.objects("summaryComponents")?;
    if components.is_empty() {
        for tier in compensation.objects("compensationTiers")? {
            components.extend(tier.objects("components")?);
        }
    }
    let mut found = Vec::new();
    for component in components {
        if component.text("compensationType")?.as_deref() == Some("Salary") {
            found.push(Pay {
                min: pay::amount(&component, "minValue")?,
                max: pay::amount(&component, "maxValue")?,
                currency: pay::currency(&component, "currencyCode")?,
                interval: component
                    .text("interval")?
                    .as_deref()
                    .and_then(pay::interval),
                months: None,
            });
        }
    }
    Ok(found)
}
