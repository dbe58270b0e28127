//! The outer shape of a board's JSON: which format it is, and where its records are.

use readonce_model::Reason;
use serde_json::value::RawValue;

use crate::parse::Format;
use crate::parse::body::unreadable;
use crate::parse::fields::{Fields, kind};

pub(super) struct Page<'a> {
    pub(super) format: Format,
    pub(super) records: Vec<&'a RawValue>,
    pub(super) declared_total: Option<u64>,
}

/// Takes the response apart as far as its records, which stay raw.
pub(super) fn page<'a>(
    text: &'a str,
    url: Option<&str>,
    format: Option<Format>,
) -> Result<Page<'a>, Reason> {
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| not_json(&error, text))?;
    let top = Top::of(whole)?;
    let format = match format {
        Some(format) => format,
        None => top.format(url)?,
    };
    Ok(Page {
        format,
        records: top.records(format, whole)?,
        declared_total: top.declared_total(),
    })
}

enum Top<'a> {
    List(Vec<&'a RawValue>),
    Object(Fields<'a>),
}

impl<'a> Top<'a> {
    fn of(whole: &'a RawValue) -> Result<Self, Reason> {
        match serde_json::from_str(whole.get()) {
            Ok(list) => Ok(Self::List(list)),
            Err(_) if whole.get().starts_with('{') => Fields::of(whole).map(Self::Object),
            Err(_) => Err(unreadable(format!(
                "the response is {}, not a list of postings",
                kind(whole)
            ))),
        }
    }

    fn records(&self, format: Format, whole: &RawValue) -> Result<Vec<&'a RawValue>, Reason> {
        match (format, self) {
            (Format::Lever, Self::List(records)) => Ok(records.clone()),
            (Format::Greenhouse | Format::Ashby, Self::Object(fields)) => {
                match fields.raw("jobs") {
                    Some(_) => fields.list("jobs"),
                    None => Err(misshaped(
                        format,
                        &format!("an object with {}", named(fields)),
                    )),
                }
            }
            (_, Self::Object(fields)) => {
                let found = format!("an object with {}", named(fields));
                Err(misshaped(format, &found))
            }
            (_, Self::List(_)) => Err(misshaped(format, kind(whole))),
        }
    }

    fn declared_total(&self) -> Option<u64> {
        let Self::Object(fields) = self else {
            return None;
        };
        let meta = fields.object("meta").ok()?;
        meta.scalar("total").ok()??.parse().ok()
    }

    /// The format by the names that only one board uses: first in the records, then around them,
    /// then in the address.
    fn format(&self, url: Option<&str>) -> Result<Format, Reason> {
        let found = match self {
            Self::List(records) if records.is_empty() => Some(Format::Lever),
            Self::List(records) => by_records(records, &[(Format::Lever, &LEVER)]),
            Self::Object(fields) => {
                let jobs = fields.list("jobs").unwrap_or_default();
                let known = [(Format::Greenhouse, &GREENHOUSE), (Format::Ashby, &ASHBY)];
                let listed = fields.raw("jobs").is_some();
                by_records(&jobs, &known)
                    .or_else(|| by_frame(fields).filter(|_| listed))
                    .or_else(|| by_url(url?).filter(|_| listed))
            }
        };
        found.ok_or_else(|| self.unknown())
    }

    fn unknown(&self) -> Reason {
        let found = match self {
            Self::List(_) => "a list of records that no known board writes".to_owned(),
            Self::Object(fields) => format!("an object with {}", named(fields)),
        };
        unreadable(format!(
            "the format cannot be told from {found}; known: greenhouse, lever, ashby"
        ))
    }
}

type Names = [&'static str; 4];

const GREENHOUSE: Names = [
    "absolute_url",
    "internal_job_id",
    "first_published",
    "offices",
];
const LEVER: Names = ["hostedUrl", "categories", "descriptionPlain", "createdAt"];
const ASHBY: Names = ["jobUrl", "isListed", "descriptionHtml", "publishedAt"];

fn by_records(records: &[&RawValue], known: &[(Format, &Names)]) -> Option<Format> {
    records.iter().find_map(|record| {
        let fields = Fields::of(record).ok()?;
        let has = |names: &Names| fields.keys().any(|key| names.contains(&key));
        let fits = known.iter().find(|(_, names)| has(names))?;
        Some(fits.0)
    })
}

fn by_frame(fields: &Fields) -> Option<Format> {
    match (fields.raw("apiVersion"), fields.raw("meta")) {
        (Some(_), _) => Some(Format::Ashby),
        (None, Some(_)) => Some(Format::Greenhouse),
        (None, None) => None,
    }
}

fn by_url(address: &str) -> Option<Format> {
    let host = url::Url::parse(address).ok()?.host_str()?.to_owned();
    let within = |domain: &str| host == domain || host.ends_with(&format!(".{domain}"));
    [
        (Format::Greenhouse, "greenhouse.io"),
        (Format::Ashby, "ashbyhq.com"),
    ]
    .into_iter()
    .find_map(|(format, domain)| within(domain).then_some(format))
}

fn misshaped(format: Format, found: &str) -> Reason {
    let expected = match format {
        Format::Lever => "a list of postings",
        _ => "an object with a list called jobs",
    };
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
