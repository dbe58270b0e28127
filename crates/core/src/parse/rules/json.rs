//! JSON by rules: the paths of a document into one response.

use readonce_model::Reason;
use serde_json::value::RawValue;

use super::path::{Opened, Path};
use super::typed::{Reading, address, item, times};
use super::value::Value;
use super::{From, Parser, Rule};
use crate::parse::body::unreadable;
use crate::parse::found::Found;
use crate::parse::{Format, Source, page};

#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) items: Path,
    pub(super) fields: Vec<Rule>,
    pub(super) next_page: Option<From>,
    pub(super) total: Option<From>,
}

pub(super) fn read(source: &Source, parser: &Parser, rules: &Rules) -> Result<Found, Reason> {
    if source.text.trim_start().starts_with('<') {
        let markup = || unreadable("HTML or XML where JSON was expected".to_owned());
        return Err(page::blocked::reason(source).unwrap_or_else(markup));
    }
    let whole: &RawValue = serde_json::from_str(source.text)
        .map_err(|error| unreadable(format!("not JSON, or cut off: {error}")))?;
    let whole = Opened::of(whole);
    let records: Vec<Vec<Vec<Value>>> = items(&whole, rules)?
        .into_iter()
        .map(|raw| values(&Opened::of(raw), &rules.fields))
        .collect();
    let evidence: Vec<&str> = records
        .iter()
        .flat_map(|record| times(&rules.fields, record))
        .collect();
    let reading = Reading {
        moments: source.moments.with_evidence(&evidence),
        money: source.money(),
        base: source.response.url,
        url: None,
    };
    let mut found = Found::new(Format::Json);
    for (place, record) in records.iter().enumerate() {
        let item = item(parser, &rules.fields, record, &reading);
        found.records.push((format!("items[{place}]"), item));
    }
    let said = |from: &Option<From>| first(from.as_ref()?, &whole);
    let next = said(&rules.next_page);
    found.around.next_page = next.and_then(|link| address(&link, source.response.url));
    found.around.declared_total = said(&rules.total).and_then(|total| total.parse().ok());
    Ok(found)
}

/// The items; none is an answer only where the place of the items is there.
fn items<'a>(whole: &Opened<'a>, rules: &Rules) -> Result<Vec<&'a RawValue>, Reason> {
    let items = rules.items.find(whole);
    if items.is_empty() && !rules.items.is_place_of_none(whole) {
        let detail = format!(
            "no items where the parser looks for them, in {}",
            whole.named()
        );
        return Err(unreadable(detail));
    }
    Ok(items)
}

fn values<'a>(record: &Opened<'a>, rules: &'a [Rule]) -> Vec<Vec<Value<'a>>> {
    let found = rules.iter().map(|rule| match &rule.from {
        From::Fixed(text) => vec![Value::Text(text.as_str().into())],
        From::Path(path) => Value::of_json(path.find(record)),
        From::Element { .. } => Vec::new(),
    });
    found.collect()
}

fn first(from: &From, whole: &Opened) -> Option<String> {
    match from {
        From::Fixed(text) => Some(text.clone()),
        From::Path(path) => {
            let found = Value::of_json(path.find(whole));
            found
                .iter()
                .find_map(|value| Some(value.written()?.into_owned()))
        }
        From::Element { .. } => None,
    }
}
