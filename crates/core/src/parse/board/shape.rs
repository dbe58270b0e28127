//! The outer shape of a board's JSON: which format it is, and where its records are.

use readonce_model::Reason;
use serde_json::value::RawValue;

use super::layout::{LAYOUTS, Layout};
use super::{hackernews, json_feed, layout, next, smartrecruiters};
use crate::parse::Format;
use crate::parse::body::unreadable;
use crate::parse::fields::{Fields, kind};
use crate::parse::found::Around;
use crate::parse::told;

pub(super) struct Page<'a> {
    pub(super) format: Format,
    pub(super) records: Records<'a>,
    pub(super) around: Around,
    pub(super) shared: Shared,
}

pub(super) enum Records<'a> {
    /// The rows of a list, with the list's name.
    Rows(&'static str, Vec<&'a RawValue>),
    /// Each with its own place.
    Named(Vec<(String, &'a RawValue)>),
}

/// What is said once for all records.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) company: Option<String>,
    pub(super) language: Option<String>,
    pub(super) author: Option<String>,
}

/// Takes the response apart as far as its records, which stay raw.
pub(super) fn page<'a>(
    text: &'a str,
    url: Option<&str>,
    format: Option<Format>,
) -> Result<Page<'a>, Reason> {
    let top = Top::of(text)?;
    let layout = match format {
        Some(format) => Layout::of(format).ok_or_else(|| {
            unreadable(format!(
                "{format} is read by the rules of a parser document"
            ))
        })?,
        None => top.layout(url).ok_or_else(|| top.unknown())?,
    };
    top.page(layout, url)
}

enum Top<'a> {
    List(Vec<&'a RawValue>),
    Object(&'a str, Fields<'a>),
}

impl<'a> Top<'a> {
    /// One pass over the text: what lies deeper stays raw.
    fn of(text: &'a str) -> Result<Self, Reason> {
        let bad = |error: serde_json::Error| not_json(&error, text);
        match text.trim_start().bytes().next() {
            Some(b'{') => Fields::of_text(text, &layout::LISTS)
                .map(|fields| Self::Object(text, fields))
                .map_err(bad),
            Some(b'[') => serde_json::from_str(text).map(Self::List).map_err(bad),
            _ => {
                let whole: &RawValue = serde_json::from_str(text).map_err(bad)?;
                let detail = format!("the response is {}, not a list of postings", kind(whole));
                Err(unreadable(detail))
            }
        }
    }

    /// The format by the names that only one uses: first in the records, then around them, then
    /// in the address.
    fn layout(&self, url: Option<&str>) -> Option<&'static Layout> {
        match self {
            Self::List(rows) if rows.is_empty() => Layout::of(Format::Lever),
            Self::List(rows) => of_row(rows, |row| {
                let lever = Layout::of(Format::Lever).filter(|lever| lever.marks(row));
                let alone = || LAYOUTS.iter().find(|layout| layout.is_alone(row));
                lever.or_else(alone)
            }),
            Self::Object(_, fields) => by_list(fields, url)
                .or_else(|| by_single(fields))
                .or_else(|| LAYOUTS.iter().find(|layout| layout.is_alone(fields))),
        }
    }

    fn page(self, layout: &'static Layout, url: Option<&str>) -> Result<Page<'a>, Reason> {
        let (text, fields) = match self {
            Self::List(rows) => return listed(layout, rows),
            Self::Object(text, fields) => (text, fields),
        };
        let mut around = Around::default();
        let mut shared = Shared::default();
        let whole = || serde_json::from_str(text).map_err(|error| not_json(&error, text));
        let records = match records(layout, &fields)? {
            Found::Records(records) => records,
            Found::Whole => Records::Named(vec![("the record".to_owned(), whole()?)]),
            Found::Tree => {
                let tree = hackernews::tree(whole()?)?;
                around.truncated = tree.cut;
                Records::Named(tree.records)
            }
        };
        describe(layout.format, &fields, &mut around, &mut shared)?;
        if let Records::Rows(_, rows) = &records {
            around.next_page = next_page(layout.format, &fields, rows.len(), url);
        }
        Ok(Page {
            format: layout.format,
            records,
            around,
            shared,
        })
    }

    /// What the JSON looks like, for whoever has to say how to read it.
    fn unknown(&self) -> Reason {
        let found = match self {
            Self::List(rows) => match rows.iter().find_map(|row| Fields::of(row).ok()) {
                Some(first) => format!("a list of records with {}", named(&first)),
                None => format!(
                    "a list of {}",
                    rows.first().map_or("nothing", |row| kind(row))
                ),
            },
            Self::Object(_, fields) => format!("an object with {}", named(fields)),
        };
        let known: Vec<&str> = LAYOUTS
            .iter()
            .map(|layout| layout.format.as_str())
            .collect();
        unreadable(format!(
            "the format cannot be told from {found}; known by their names are {}; any other JSON \
             is read by the rules of a parser document (format json)",
            known.join(", ")
        ))
    }
}

enum Found<'a> {
    Records(Records<'a>),
    /// The answer is the record.
    Whole,
    /// Records lie inside records.
    Tree,
}

/// A bare list: Lever's own form, and what others look like when their rows are collected.
fn listed<'a>(layout: &'static Layout, rows: Vec<&'a RawValue>) -> Result<Page<'a>, Reason> {
    let fits = |row: &Fields| Some(layout).filter(|layout| layout.is_alone(row));
    if layout.format != Format::Lever && of_row(&rows, fits).is_none() {
        return Err(misshaped(layout, "a list"));
    }
    Ok(Page {
        format: layout.format,
        records: Records::Rows("", rows),
        around: Around::default(),
        shared: Shared::default(),
    })
}

/// What a look at one row after the other tells first.
fn of_row<'b>(
    rows: &[&RawValue],
    tell: impl Fn(&Fields) -> Option<&'b Layout>,
) -> Option<&'b Layout> {
    rows.iter().find_map(|row| tell(&Fields::of(row).ok()?))
}

fn by_list(fields: &Fields, url: Option<&str>) -> Option<&'static Layout> {
    let candidates = || {
        let lists = LAYOUTS.iter().flat_map(|layout| {
            let names = layout.lists.iter();
            names.map(move |name| (layout, *name))
        });
        lists.filter(|(_, name)| fields.has_list(name))
    };
    let mut read: Vec<(&str, Option<Fields>)> = Vec::new();
    for (layout, name) in candidates() {
        if !read.iter().any(|(known, _)| *known == name) {
            read.push((name, first_row(fields, name)));
        }
        let first = read.iter().find(|(known, _)| *known == name);
        if first.is_some_and(|(_, row)| row.as_ref().is_some_and(|row| layout.marks(row))) {
            return Some(layout);
        }
    }
    let framed = candidates().find(|(layout, _)| layout.frames(fields));
    let host = || url::Url::parse(url?).ok()?.host_str().map(str::to_owned);
    let at = || {
        let host = host()?;
        candidates().find(|(layout, _)| layout.answers_at(&host))
    };
    let by_version = || Layout::of(Format::JsonFeed).filter(|_| is_json_feed(fields));
    let told = framed.or_else(at).map(|(layout, _)| layout);
    told.or_else(by_version)
}

/// The first row that is an object.
fn first_row<'a>(fields: &Fields<'a>, name: &str) -> Option<Fields<'a>> {
    let rows = fields.list(name).ok()?;
    rows.into_iter().find_map(|row| Fields::of(row).ok())
}

fn is_json_feed(fields: &Fields) -> bool {
    let version = fields.text("version").ok().flatten();
    version.is_some_and(|version| version.contains("jsonfeed.org/version/"))
}

fn by_single(fields: &Fields) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| {
        layout.singles.iter().any(|name| {
            let inside = fields.object(name);
            inside.is_ok_and(|record| layout.marks(&record))
        })
    })
}

fn records<'a>(layout: &'static Layout, fields: &Fields<'a>) -> Result<Found<'a>, Reason> {
    for name in layout.lists {
        let is_there = fields.has_list(name) || fields.raw(name).is_some();
        if is_there && layout.format == Format::HackerNews && *name == "children" {
            return Ok(Found::Tree);
        }
        if is_there {
            return Ok(Found::Records(Records::Rows(name, fields.list(name)?)));
        }
    }
    for name in layout.singles {
        if let Some(raw) = fields.raw(name) {
            let single = vec![((*name).to_owned(), raw)];
            return Ok(Found::Records(Records::Named(single)));
        }
    }
    if layout.is_alone(fields) || layout.marks(fields) {
        return Ok(Found::Whole);
    }
    Err(misshaped(
        layout,
        &format!("an object with {}", named(fields)),
    ))
}

/// What the answer says of all its records together.
fn describe(
    format: Format,
    fields: &Fields,
    around: &mut Around,
    shared: &mut Shared,
) -> Result<(), Reason> {
    let total = |name| next::number(fields, name);
    match format {
        Format::Greenhouse => {
            let meta = fields.object("meta").ok();
            around.declared_total = meta.and_then(|meta| next::number(&meta, "total"));
        }
        Format::Workable => {
            around.declared_total = total("total");
            let listed = fields.has_list("jobs");
            shared.company = told(fields.text("name")?.filter(|_| listed));
        }
        Format::SmartRecruiters => around.declared_total = total("totalFound"),
        // Pages behind the first say 0.
        Format::Workday => {
            around.declared_total = total("total").filter(|total| *total > 0);
            shared.company = told(fields.object("hiringOrganization")?.text("name")?);
        }
        Format::HackerNews => {
            around.declared_total = total("nbHits");
            let tree = fields.has_list("children");
            around.title = told(fields.text("title")?.filter(|_| tree));
        }
        Format::JsonFeed | Format::Teamtailor => {
            around.title = told(fields.text("title")?);
            shared.language = told(fields.text("language")?);
            shared.author = json_feed::authors(fields)?;
        }
        _ => {}
    }
    Ok(())
}

fn next_page(format: Format, fields: &Fields, rows: usize, url: Option<&str>) -> Option<String> {
    let named = |fields: &Fields, name| told(fields.text(name).ok().flatten());
    match format {
        Format::SmartRecruiters => smartrecruiters::next_page(fields, rows, url),
        Format::HackerNews => hackernews::next_page(fields, url),
        Format::JsonFeed | Format::Teamtailor => named(fields, "next_url"),
        Format::Workable => named(&fields.object("paging").ok()?, "next"),
        _ => None,
    }
}

fn misshaped(layout: &Layout, found: &str) -> Reason {
    let Layout {
        format, expected, ..
    } = layout;
    unreadable(format!("{format}: expected {expected}, found {found}"))
}

/// The first names of an object: an error answer shows itself by them.
fn named(fields: &Fields) -> String {
    let names: Vec<&str> = fields.keys().take(6).collect();
    match names.is_empty() {
        true => "nothing in it".to_owned(),
        false => names.join(", "),
    }
}

fn not_json(error: &serde_json::Error, text: &str) -> Reason {
    let place = format!("line {} column {}", error.line(), error.column());
    if error.is_eof() {
        let bytes = text.len();
        return unreadable(format!(
            "JSON stops at {place}: cut off after {bytes} bytes"
        ));
    }
    let told = error.to_string();
    let what = told.split(" at line ").next().unwrap_or(&told).to_owned();
    unreadable(format!("not JSON: {what} at {place}"))
}
