//! One model for all syntaxes of structured data: things with types and properties.
//!
//! Types and names are those of schema.org in small letters, whatever address or prefix they were
//! written with; of other vocabularies nothing is kept.

use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Thing<'a> {
    /// The thing's own address inside the data: `@id`, `itemid`, `resource`.
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) types: Vec<String>,
    pub(super) properties: BTreeMap<String, Vec<Value<'a>>>,
    /// Out of the page's markup, beside what visitors see; else out of a JSON-LD block.
    pub(super) in_markup: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Text(Cow<'a, str>),
    /// With every digit as it is written.
    Number(&'a str),
    /// The content of an element, unread.
    Markup(&'a str),
    Thing(Thing<'a>),
}

impl<'a> Thing<'a> {
    pub(super) fn is(&self, kind: &str) -> bool {
        self.types.iter().any(|known| known == kind)
    }

    pub(super) fn add(&mut self, name: &str, value: Value<'a>) {
        self.properties
            .entry(name.to_owned())
            .or_default()
            .push(value);
    }

    /// Nothing but an address: it stands for a thing that is told elsewhere.
    pub(super) fn is_reference(&self) -> bool {
        self.id.is_some() && self.properties.is_empty()
    }

    /// The things right inside this one.
    pub(super) fn inner(&self) -> impl Iterator<Item = &Thing<'a>> {
        let values = self.properties.values().flatten();
        values.filter_map(|value| match value {
            Value::Thing(thing) => Some(thing),
            _ => None,
        })
    }
}

/// The name of schema.org that a term means, in small letters; `None` for other vocabularies.
pub(super) fn term(written: &str) -> Option<String> {
    let written = written.trim();
    let plain = match written.split_once(':') {
        None => written,
        Some((prefix, name)) if prefix.eq_ignore_ascii_case("schema") => name,
        Some(("http" | "https" | "HTTP" | "HTTPS", rest)) => of_address(rest)?,
        Some(_) => return None,
    };
    let fits = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| plain.to_ascii_lowercase())
}

fn of_address(rest: &str) -> Option<&str> {
    let (host, name) = rest.strip_prefix("//")?.split_once('/')?;
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (host == "schema.org").then(|| name.trim_matches(['/', '#']))
}
