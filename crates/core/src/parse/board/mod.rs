//! JSON: job boards by name, feeds in JSON, anything by rules.

mod ashby;
mod greenhouse;
mod lever;
mod shape;

use readonce_model::Reason;
use serde_json::value::RawValue;

use super::fields::Fields;
use super::found::{Around, Found};
use super::moment::Moments;
use super::{Format, Source, body};
use crate::item::Item;

pub(super) fn read(source: &Source, format: Option<Format>) -> Result<Found, Reason> {
    if source.text.trim_start().starts_with('<') {
        return Err(markup(source.text));
    }
    let page = shape::page(source.text, source.response.url, format)?;
    let records = page.records.iter().enumerate().map(|(place, raw)| {
        let part = part(page.format, place);
        (part, record(page.format, raw, &source.moments))
    });
    Ok(Found {
        format: page.format,
        records: records.collect(),
        around: Around {
            declared_total: page.declared_total,
            ..Around::default()
        },
    })
}

/// The name of the record at a place of the response. Example: jobs[3]
fn part(format: Format, place: usize) -> String {
    match format {
        Format::Greenhouse | Format::Ashby => format!("jobs[{place}]"),
        _ => format!("[{place}]"),
    }
}

fn record(format: Format, raw: &RawValue, moments: &Moments) -> Result<Item, Reason> {
    let fields = Fields::of(raw)?;
    match format {
        Format::Greenhouse => greenhouse::item(&fields, moments),
        Format::Lever => lever::item(&fields, moments),
        Format::Ashby => ashby::item(&fields, moments),
        other => Err(body::unreadable(format!("{other} is not read as a board"))),
    }
}

/// A page where data was expected: a login, a captcha, an error. Its title says which.
fn markup(text: &str) -> Reason {
    let title = text
        .split_once("<title")
        .and_then(|(_, rest)| rest.split_once('>'))
        .and_then(|(_, rest)| rest.split_once("</title"))
        .map(|(title, _)| crate::canonical::tidy(&htmlize::unescape(title)))
        .filter(|title| !title.is_empty());
    let named = title.map_or(String::new(), |title| {
        format!(" titled '{}'", title.chars().take(80).collect::<String>())
    });
    body::unreadable(format!("HTML or XML{named} where JSON was expected"))
}
