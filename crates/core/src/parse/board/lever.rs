//! Postings of a Lever board: a bare list. Every text has an HTML form and a plain twin.

use readonce_model::Reason;
use readonce_model::record::Facts;

use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::moment::publish;
use crate::parse::pay::{self, Pay};
use crate::parse::{Source, html, plain, terms};

pub(super) fn item(posting: &Fields, source: &Source) -> Result<Item, Reason> {
    Ok(Item {
        id: posting.id("id")?,
        url: posting.text("hostedUrl")?.map(|url| url.trim().to_owned()),
        content: Content {
            kind: Kind::Posting,
            title: posting.title("text")?,
            blocks: blocks(posting)?,
        },
        facts: facts(posting, source)?,
    })
}

/// The parts in the order of the board's page. `opening` and `descriptionBody` are `description`
/// cut in two, so they count only without it. The pay description is visible prose that no typed
/// fact holds, so it is part of the text.
fn blocks(posting: &Fields) -> Result<Vec<Block>, Reason> {
    let mut all = part(posting, "description")?;
    if all.is_empty() {
        all.extend(part(posting, "opening")?);
        all.extend(part(posting, "descriptionBody")?);
    }
    for list in posting.objects("lists")? {
        let heading = list.text("text")?;
        all.extend(heading.map(|text| Block::Text(text.into_owned())));
        let items = list.text("content")?.unwrap_or_default();
        all.extend(html::blocks(&items));
    }
    all.extend(part(posting, "additional")?);
    all.extend(part(posting, "salaryDescription")?);
    Ok(all)
}

/// A text in its HTML form, or else in its plain one.
fn part(posting: &Fields, name: &str) -> Result<Vec<Block>, Reason> {
    if let Some(markup) = posting.text(name)? {
        return Ok(html::blocks(&markup));
    }
    let text = posting.text(&format!("{name}Plain"))?;
    Ok(plain::blocks(&text.unwrap_or_default()))
}

fn facts(posting: &Fields, source: &Source) -> Result<Facts, Reason> {
    let categories = posting.object("categories")?;
    let place = categories.text("location")?;
    let created = posting.scalar("createdAt")?;
    let updated = posting.scalar("updatedAt")?;
    let named = place.as_deref().and_then(terms::workplace_of_place);
    let workplace = posting.text("workplaceType")?;
    let mut facts = Facts {
        updated_at: updated
            .and_then(|ms| source.moments.read_ms(&ms))
            .and_then(|at| at.utc),
        department: match crate::parse::told(categories.text("department")?) {
            None => crate::parse::told(categories.text("team")?),
            department => department,
        },
        cities: terms::places(
            categories
                .texts("allLocations")?
                .into_iter()
                .chain(place.clone()),
        ),
        country: crate::parse::told(posting.text("country")?),
        workplace: workplace
            .as_deref()
            .and_then(terms::workplace)
            .or(named)
            .map(str::to_owned),
        employment_type: categories
            .text("commitment")?
            .map(|word| terms::employment_type(&word).to_owned()),
        ..Facts::default()
    };
    let published = created.and_then(|ms| source.moments.published_ms(&ms));
    publish(&mut facts, published, None);
    salary(posting, source)?.into_facts(&mut facts);
    Ok(facts)
}

/// The typed range, or else what the words beside the posting say.
fn salary(posting: &Fields, source: &Source) -> Result<Pay, Reason> {
    let range = posting.object("salaryRange")?;
    let typed = Pay {
        min: pay::amount(&range, "min")?,
        max: pay::amount(&range, "max")?,
        currency: pay::currency(&range, "currency")?,
        interval: range.text("interval")?.as_deref().and_then(pay::interval),
        ..Pay::default()
    };
    if typed.has_amount() {
        return Ok(typed);
    }
    let lines = part(posting, "salaryDescription")?;
    let told = lines.iter().filter_map(|line| match line {
        Block::Text(line) => pay::of_text(line, source),
        Block::List { .. } => None,
    });
    Ok(pay::span(
        told.filter(|pay| pay.currency.is_some()).collect(),
    ))
}
