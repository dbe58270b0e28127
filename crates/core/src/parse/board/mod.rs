//! JSON: job boards by name, feeds in JSON, anything by rules.

mod ashby;
mod greenhouse;
mod hackernews;
mod job_posting;
mod json_feed;
mod layout;
mod lever;
mod next;
mod recruitee;
mod shape;
mod smartrecruiters;
mod workable;
mod workday;

use std::borrow::Cow;

use readonce_model::Reason;
use serde_json::value::RawValue;

use super::fields::Fields;
use super::found::Found;
use super::{Format, Source, body, html};
use crate::item::Item;
use shape::{Records, Shared};

/// A record with its place in the response, or why it was set aside.
type Record = (String, Result<Item, Reason>);

pub(super) fn read(source: &Source, format: Option<Format>) -> Result<Found, Reason> {
    if source.text.trim_start().starts_with('<') {
        return Err(not_data(source.text));
    }
    let page = shape::page(source.text, source.response.url, format)?;
    let read = |raw| record(page.format, raw, source).map(|item| shared(item, &page.shared));
    let records: Vec<Record> = match page.records {
        Records::Rows(list, rows) => {
            let places = rows.into_iter().enumerate();
            places
                .map(|(place, raw)| (format!("{list}[{place}]"), read(raw)))
                .collect()
        }
        Records::Named(named) => {
            let each = named.into_iter();
            each.map(|(part, raw)| (part, read(raw))).collect()
        }
    };
    Ok(Found {
        format: page.format,
        records: match page.format {
            Format::Workable => workable::merged(records),
            _ => records,
        },
        around: page.around,
    })
}

fn record(format: Format, raw: &RawValue, source: &Source) -> Result<Item, Reason> {
    let fields = Fields::of(raw)?;
    match format {
        Format::Greenhouse => greenhouse::item(&fields, source),
        Format::Lever => lever::item(&fields, source),
        Format::Ashby => ashby::item(&fields, source),
        Format::Workable => workable::item(&fields, source),
        Format::SmartRecruiters => smartrecruiters::item(&fields, source),
        Format::Workday => workday::item(&fields, source),
        Format::Recruitee => recruitee::item(&fields, source),
        Format::Teamtailor | Format::JsonFeed => json_feed::item(&fields, source),
        Format::HackerNews => hackernews::item(&fields, source),
        other => Err(body::unreadable(format!("{other} is not read as a board"))),
    }
}

/// What is said once for all records holds for those that say nothing of their own.
fn shared(mut item: Item, shared: &Shared) -> Item {
    let fill = |own: &mut Option<String>, common: &Option<String>| {
        if own.is_none() {
            own.clone_from(common);
        }
    };
    fill(&mut item.facts.company, &shared.company);
    fill(&mut item.facts.language, &shared.language);
    fill(&mut item.facts.author, &shared.author);
    item
}

/// Escaped markup is unescaped once; what holds real tags is left alone, and so `&lt;` in a text
/// stays a sign.
fn markup(content: &str) -> Cow<'_, str> {
    if content.contains("&lt;") && !html::has_markup(content) {
        return html::entity::unescape(content);
    }
    Cow::Borrowed(content)
}

/// A page where data was expected: a login, a captcha, an error. Its title says which.
fn not_data(text: &str) -> Reason {
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
