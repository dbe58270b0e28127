//! The facts that a right reader finds in real files: one row a file, from the samples' README.

use std::path::Path;

use anyhow::{Context, Result};
use readonce_core::facts::money::same_amount;
use readonce_core::item::Sighting;
use readonce_core::parse::{Response, parse};
use serde_json::Value;

use super::given::ms;
use super::responses::Seen;
use super::{Checks, Line};

/// Later than every time in the files.
const FETCHED_AT: &str = "2026-09-30T00:00:00Z";

/// What a file is expected to hold. An item is named by the start of its id or of its title, or is
/// `""` for the first one.
pub(super) enum Want {
    Items(usize),
    AtMostItems(usize),
    Charset(&'static str),
    /// Item, name of a fact, its value as text. Amounts count by value.
    Fact(&'static str, &'static str, &'static str),
    /// Item, a fact that it must not have.
    NoFact(&'static str, &'static str),
    /// Item, words that its places and its country hold between them.
    Places(&'static str, &'static [&'static str]),
    /// Item, places as a set.
    Cities(&'static str, &'static [&'static str]),
    /// Item, whole title.
    Title(&'static str, &'static str),
    /// Item, part of its text.
    Text(&'static str, &'static str),
    /// Item, what its text must not hold.
    NoText(&'static str, &'static str),
    /// Every item has this value of a fact.
    Every(&'static str, &'static str),
    /// Values of one fact over all items, in any order.
    Values(&'static str, &'static [&'static str]),
    Declared(u64),
    BadBlocks(usize),
    DocumentTitle(&'static str),
    Children(usize),
    FirstChild(&'static str, &'static str),
    Truncated,
    /// Offers of the first item: number and price.
    Offers(&'static [(&'static str, &'static str)]),
}

pub(super) struct Sample {
    pub(super) file: &'static str,
    pub(super) site_tz: Option<&'static str>,
    pub(super) wants: &'static [Want],
}

pub(super) fn check(folder: &Path, lines: &mut Vec<Line>) -> Result<()> {
    for sample in super::known_files::SAMPLES {
        let path = folder.join(sample.file);
        let body = std::fs::read(&path).with_context(|| path.display().to_string())?;
        let file = format!("samples/{}", sample.file);
        let mut checks = Checks { file: &file, lines };
        match seen(sample, &body)? {
            Ok(seen) => sample
                .wants
                .iter()
                .for_each(|want| hold(want, &seen, &mut checks)),
            // Nothing to read in it at all is right for a file that ends at once.
            Err(words) => refused(sample, &words, &mut checks),
        }
    }
    pair(folder, lines)
}

fn seen(sample: &Sample, body: &[u8]) -> Result<Result<Seen, String>> {
    let response = Response {
        body,
        site_tz: sample.site_tz,
        url: Some("https://site.example.com/sample"),
        at_ms: ms(FETCHED_AT)?,
        ..Response::default()
    };
    Ok(Seen::of(&response).map_err(|error| error.to_string()))
}

fn refused(sample: &Sample, words: &str, checks: &mut Checks) {
    for want in sample.wants {
        let none = matches!(want, Want::Items(0) | Want::AtMostItems(_));
        let truncated = matches!(want, Want::Truncated) && words.contains("truncated");
        checks.holds(&name(want), none || truncated, || words.to_owned());
    }
}

/// The later of two files of one board differs by one number of the text.
fn pair(folder: &Path, lines: &mut Vec<Line>) -> Result<()> {
    let mut checks = Checks {
        file: "samples/ashby/linear_2026-09_truncated.json",
        lines,
    };
    let read = |name: &str| std::fs::read(folder.join("ashby").join(name));
    let (before, after) = (
        read("linear_2026-07.json")?,
        read("linear_2026-09_truncated.json")?,
    );
    let response = |body| Response {
        body,
        at_ms: 1_790_726_400_000,
        ..Response::default()
    };
    let previous = parse(&response(&before)).ok();
    let now = readonce_core::inspect::inspect(&response(&after), "linear", previous.as_ref());
    let changes = now.map_or_else(
        |reason| Value::from(reason.to_string()),
        |now| {
            let compared = now.items.into_iter().filter_map(|item| item.comparison);
            let changes = compared.flat_map(|found| found.changes);
            changes
                .map(|change| Value::from(change.after.unwrap_or_default()))
                .collect()
        },
    );
    let wanted = serde_json::json!(["40,000", "40,000"]);
    checks.same("the one real change of both postings", changes, &wanted);
    Ok(())
}

fn hold(want: &Want, seen: &Seen, checks: &mut Checks) {
    let what = name(want);
    let found = found(want, seen);
    checks.holds(&what, found.is_ok(), || found.unwrap_err());
}

fn name(want: &Want) -> String {
    match want {
        Want::Items(count) => format!("{count} items"),
        Want::AtMostItems(count) => format!("at most {count} items"),
        Want::Charset(name) => format!("charset {name}"),
        Want::Fact(item, name, value) => format!("{item} {name} {value}"),
        Want::NoFact(item, name) => format!("{item} has no {name}"),
        Want::Places(item, all) => format!("{item} is at {}", all.join(", ")),
        Want::Cities(item, all) => format!("{item} is in {}", all.join(", ")),
        Want::Title(_, title) => format!("title {title}"),
        Want::Text(item, text) => format!("{item} says '{text}'"),
        Want::NoText(item, text) => format!("{item} does not say '{text}'"),
        Want::Every(name, value) => format!("every {name} is {value}"),
        Want::Values(name, values) => format!("{name}: {}", values.join(", ")),
        Want::Declared(total) => format!("declares {total}"),
        Want::BadBlocks(count) => format!("{count} bad blocks"),
        Want::DocumentTitle(title) => format!("document titled {title}"),
        Want::Children(count) => format!("{count} children"),
        Want::FirstChild(_, at) => format!("first child of {at}"),
        Want::Truncated => "truncated".to_owned(),
        Want::Offers(offers) => format!("{} offers", offers.len()),
    }
}

/// `Err` says what was found instead.
fn found(want: &Want, seen: &Seen) -> Result<(), String> {
    let around = &seen.parsed.around;
    let equal = |found: String, wanted: String| match found == wanted {
        true => Ok(()),
        false => Err(format!("{found} instead of {wanted}")),
    };
    match want {
        Want::Items(count) => equal(seen.items.len().to_string(), count.to_string()),
        Want::AtMostItems(most) => match seen.items.len() {
            count if count <= *most => Ok(()),
            count => Err(format!("{count} items")),
        },
        Want::Charset(name) => equal(seen.parsed.charset.clone(), (*name).to_owned()),
        Want::Declared(total) => equal(
            format!("{:?}", around.declared_total),
            format!("{:?}", Some(total)),
        ),
        Want::BadBlocks(count) => equal(around.bad_blocks.len().to_string(), count.to_string()),
        Want::DocumentTitle(title) => {
            equal(format!("{:?}", around.title), format!("{:?}", Some(title)))
        }
        Want::Children(count) => equal(around.children.len().to_string(), count.to_string()),
        Want::FirstChild(url, at) => {
            let child = around.children.first();
            let child = child.map(|child| (child.url.as_str(), child.updated_at.as_deref()));
            equal(
                format!("{child:?}"),
                format!("{:?}", Some((*url, Some(*at)))),
            )
        }
        Want::Truncated => match around.truncated {
            true => Ok(()),
            false => Err("not said to be truncated".to_owned()),
        },
        Want::Every(name, value) => seen
            .items
            .iter()
            .try_for_each(|item| fact(item, name, value)),
        Want::Values(name, values) => {
            let mut found: Vec<String> = seen.items.iter().map(|item| text(item, name)).collect();
            found.sort();
            let mut wanted: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            wanted.sort();
            equal(found.join(", "), wanted.join(", "))
        }
        Want::Offers(offers) => self::offers(seen, offers),
        of_item => found_of_item(of_item, seen),
    }
}

fn found_of_item(want: &Want, seen: &Seen) -> Result<(), String> {
    let (Want::Fact(start, ..)
    | Want::NoFact(start, _)
    | Want::Cities(start, _)
    | Want::Places(start, _)
    | Want::Title(start, _)
    | Want::Text(start, _)
    | Want::NoText(start, _)) = want
    else {
        return Err("no check".to_owned());
    };
    let named = |item: &&Sighting| item.id.starts_with(start) || item.title.starts_with(start);
    let item = seen
        .items
        .iter()
        .find(named)
        .ok_or("there is no such item")?;
    let canonical = &item.canonical;
    let says = |text: &str| canonical.text.contains(text) || canonical.title.contains(text);
    match want {
        Want::Fact(_, name, value) => fact(item, name, value),
        Want::NoFact(_, name) if text(item, name).is_empty() => Ok(()),
        Want::NoFact(_, name) => Err(text(item, name)),
        Want::Cities(_, cities) if item.facts.cities == *cities => Ok(()),
        Want::Cities(..) => Err(item.facts.cities.join(", ")),
        Want::Places(_, words) => places(item, words),
        Want::Title(_, title) if item.title == *title => Ok(()),
        Want::Title(..) => Err(item.title.clone()),
        Want::Text(_, text) if says(text) => Ok(()),
        Want::NoText(_, text) if !says(text) => Ok(()),
        _ => Err(canonical.text.chars().take(300).collect()),
    }
}

/// Where a country stands is the board's own choice: in a place, or beside it.
fn places(item: &Sighting, words: &[&str]) -> Result<(), String> {
    let facts = &item.facts;
    let told = facts
        .cities
        .iter()
        .chain(&facts.country)
        .cloned()
        .collect::<Vec<_>>()
        .join("; ");
    let low = told.to_lowercase();
    match words.iter().all(|word| low.contains(&word.to_lowercase())) {
        true => Ok(()),
        false => Err(told),
    }
}

fn fact(item: &Sighting, name: &str, value: &str) -> Result<(), String> {
    let found = text(item, name);
    let amount = name.starts_with("price") || name.starts_with("pay_") || name == "list_price";
    match found == value || (amount && same_amount(&found, value)) {
        true => Ok(()),
        false => Err(format!("'{found}' instead of '{value}'")),
    }
}

/// A fact as text; empty when there is none.
fn text(item: &Sighting, name: &str) -> String {
    let all = serde_json::to_value(&item.facts).unwrap_or_default();
    match &all[name] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn offers(seen: &Seen, wanted: &[(&str, &str)]) -> Result<(), String> {
    let offers = seen
        .items
        .first()
        .map_or(&[][..], |item| &item.facts.offers);
    let right = offers.len() == wanted.len()
        && wanted.iter().all(|(sku, price)| {
            offers.iter().any(|offer| {
                offer.sku.as_deref() == Some(*sku)
                    && offer
                        .price
                        .as_deref()
                        .is_some_and(|found| same_amount(found, price))
            })
        });
    match right {
        true => Ok(()),
        false => Err(format!("{offers:?}")),
    }
}
