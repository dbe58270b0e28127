//! Postings of a Personio board: one XML document with all of them, descriptions included.

use std::borrow::Cow;
use std::str::FromStr;

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;
use rust_decimal::Decimal;

use super::xml::{Document, Element};
use super::{body, records};
use crate::canonical::fold;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::found::Found;
use crate::parse::moment::Moments;
use crate::parse::pay::{self, Pay};
use crate::parse::{Format, Source, terms, told};

/// A part of the description that is for the board's own page: who to call.
const CONTACT: &str = "CONTACT_PERSON";

pub(super) fn read(source: &Source, document: &Document) -> Found {
    let site = source
        .response
        .url
        .and_then(|url| url::Url::parse(url).ok());
    let positions = records(document, &["position"]).map(|(part, record)| {
        let item = record.and_then(|position| item(position, &source.moments, site.as_ref()));
        (part, item)
    });
    Found {
        records: positions.collect(),
        ..Found::new(Format::Personio)
    }
}

fn item(position: Element, moments: &Moments, site: Option<&url::Url>) -> Result<Item, Reason> {
    let missing = |code, name: &str| Reason::new(code, format!("{name} is missing or blank"));
    let id = told(position.child_text("id")).ok_or_else(|| missing(Code::MissingId, "id"))?;
    let title = told(position.child_text("name"));
    let title = title.ok_or_else(|| missing(Code::MissingField, "name"))?;
    Ok(Item {
        url: address(position, &id, site),
        content: Content {
            kind: Kind::Posting,
            title,
            blocks: blocks(position),
        },
        facts: facts(position, moments),
        id,
    })
}

/// The board names no address; its pages lie at the id, beside the document.
fn address(position: Element, id: &str, site: Option<&url::Url>) -> Option<String> {
    let named = position
        .child_text("jobUrl")
        .or_else(|| position.child_text("url"));
    named.map(Cow::into_owned).or_else(|| {
        let page = site?.join(&format!("/job/{id}")).ok()?;
        Some(page.to_string())
    })
}

/// The parts of the description in their order, each under its heading.
fn blocks(position: Element) -> Vec<Block> {
    let parts = position
        .children()
        .filter(|child| child.is("jobDescriptions"));
    let parts = parts
        .flat_map(Element::children)
        .filter(|part| part.is("jobDescription"));
    let mut all = Vec::new();
    for part in parts {
        let heading = told(part.child_text("name"));
        if heading.as_deref() == Some(CONTACT) {
            continue;
        }
        all.extend(heading.map(Block::Text));
        all.extend(part.child("value").map(body::blocks).unwrap_or_default());
    }
    all
}

fn facts(position: Element, moments: &Moments) -> Facts {
    let text = |name| position.child_text(name);
    let offices = offices(position);
    let named = offices
        .iter()
        .find_map(|office| terms::workplace_of_place(office));
    let workplace = text("workplaceType").and_then(|word| terms::workplace(&word));
    let mut facts = Facts {
        company: told(text("subcompany")),
        department: told(text("department")),
        workplace: workplace.or(named).map(str::to_owned),
        employment_type: employment(text("employmentType"), text("schedule")).map(str::to_owned),
        cities: terms::places(offices),
        ..Facts::default()
    };
    moments.publish(&mut facts, text("createdAt").as_deref());
    if let Some(salary) = position.child("salaryInformation") {
        pay(salary).into_facts(&mut facts);
    }
    facts
}

fn offices<'a>(position: Element<'_, 'a>) -> Vec<Cow<'a, str>> {
    let others = position
        .children()
        .filter(|child| child.is("additionalOffices"));
    let others = others.flat_map(Element::children);
    let all = position
        .children()
        .chain(others)
        .filter(|child| child.is("office"));
    all.filter_map(Element::told).collect()
}

/// "permanent" says how long and the schedule how much; a kind that is more than both wins.
fn employment(kind: Option<Cow<str>>, schedule: Option<Cow<str>>) -> Option<&'static str> {
    let kind = kind.map(|word| terms::employment_type(&word));
    let schedule = schedule.map(|word| terms::employment_type(&word));
    let special = kind.filter(|kind| *kind != "other");
    special
        .or(schedule.filter(|word| *word != "other"))
        .or(kind)
        .or(schedule)
}

fn pay(salary: Element) -> Pay {
    let amount = |name| {
        let text = fold(&salary.child_text(name)?);
        Decimal::from_str(&text)
            .ok()
            .filter(|amount| !amount.is_sign_negative())
    };
    Pay {
        min: amount("min"),
        max: amount("max"),
        currency: salary
            .child_text("currencyCode")
            .map(|code| fold(&code).to_uppercase()),
        interval: salary.child_text("type").as_deref().and_then(pay::interval),
        months: None,
    }
}
