//! The fields of one JSON object, read one by one with errors that name the field.
//!
//! Values stay raw text until they are asked for: ids keep every digit, what nobody asks for costs
//! nothing and may be nested without end, and of repeated keys the last counts, as in JavaScript.

use std::borrow::Cow;
use std::fmt;

use readonce_model::Reason;
use readonce_model::reason::Code;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::body::unreadable;

#[derive(Debug)]
pub(super) struct Fields<'a> {
    entries: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// What stands before a field's name in errors. Example: `categories.`
    prefix: String,
}

impl<'a> Fields<'a> {
    pub(super) fn of(raw: &'a RawValue) -> Result<Self, Reason> {
        Self::named(raw, "")
    }

    /// The object that a whole text is.
    pub(super) fn of_text(text: &'a str) -> Result<Self, serde_json::Error> {
        let Entries(entries) = serde_json::from_str(text)?;
        Ok(Self {
            entries,
            prefix: String::new(),
        })
    }

    fn named(raw: &'a RawValue, name: &str) -> Result<Self, Reason> {
        let Entries(entries) = parsed(raw).ok_or_else(|| wrong(name, raw, "an object"))?;
        Ok(Self {
            entries,
            prefix: match name {
                "" => String::new(),
                name => format!("{name}."),
            },
        })
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(key, _)| key.as_ref())
    }

    /// The values that are not null, in the order of the response.
    pub(super) fn values(&self) -> impl Iterator<Item = &'a RawValue> {
        let all = self.entries.iter().map(|(_, raw)| *raw);
        all.filter(|raw| raw.get() != "null")
    }

    /// The field's raw value; `None` when it is absent or null.
    pub(super) fn raw(&self, name: &str) -> Option<&'a RawValue> {
        let found = self.entries.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, raw)| *raw).filter(|raw| raw.get() != "null")
    }

    /// Text that says something; blank text counts as absent.
    pub(super) fn text(&self, name: &str) -> Result<Option<Cow<'a, str>>, Reason> {
        let Some(raw) = self.raw(name) else {
            return Ok(None);
        };
        let text = string(raw).ok_or_else(|| self.wrong(name, raw, "text"))?;
        Ok(Some(text).filter(|text| !text.trim().is_empty()))
    }

    /// Text or number, as the exact text that stands in the response.
    pub(super) fn scalar(&self, name: &str) -> Result<Option<Cow<'a, str>>, Reason> {
        match self.raw(name) {
            Some(raw) if is_number(raw) => Ok(Some(Cow::Borrowed(raw.get()))),
            _ => self.text(name),
        }
    }

    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Reason> {
        match self.raw(name).map(|raw| (raw, raw.get())) {
            None => Ok(None),
            Some((_, "true")) => Ok(Some(true)),
            Some((_, "false")) => Ok(Some(false)),
            Some((raw, _)) => Err(self.wrong(name, raw, "true or false")),
        }
    }

    /// The object under a name; an empty one when it is absent.
    pub(super) fn object(&self, name: &str) -> Result<Fields<'a>, Reason> {
        match self.raw(name) {
            Some(raw) => Self::named(raw, &self.path(name)),
            None => Ok(Self {
                entries: Vec::new(),
                prefix: String::new(),
            }),
        }
    }

    pub(super) fn list(&self, name: &str) -> Result<Vec<&'a RawValue>, Reason> {
        match self.raw(name) {
            Some(raw) => parsed(raw).ok_or_else(|| self.wrong(name, raw, "a list")),
            None => Ok(Vec::new()),
        }
    }

    /// The objects of a list; nulls in it count for nothing.
    pub(super) fn objects(&self, name: &str) -> Result<Vec<Fields<'a>>, Reason> {
        let present = self.list(name)?.into_iter().enumerate();
        present
            .filter(|(_, raw)| raw.get() != "null")
            .map(|(place, raw)| Self::named(raw, &format!("{}[{place}]", self.path(name))))
            .collect()
    }

    /// The texts of a list; nulls in it count for nothing.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<Cow<'a, str>>, Reason> {
        let present = self.list(name)?.into_iter().enumerate();
        present
            .filter(|(_, raw)| raw.get() != "null")
            .map(|(place, raw)| {
                string(raw).ok_or_else(|| self.wrong(&format!("{name}[{place}]"), raw, "text"))
            })
            .collect()
    }

    /// One text, or the texts of a list.
    pub(super) fn words(&self, name: &str) -> Result<Vec<Cow<'a, str>>, Reason> {
        match self.raw(name).map(RawValue::get) {
            Some(raw) if raw.starts_with('[') => self.texts(name),
            _ => self.text(name).map(Vec::from_iter),
        }
    }

    /// The object under a name, or the objects of the list there; whatever else there is counts
    /// for nothing.
    pub(super) fn many(&self, name: &str) -> Vec<Fields<'a>> {
        let Some(raw) = self.raw(name) else {
            return Vec::new();
        };
        let listed = parsed::<Vec<&'a RawValue>>(raw).unwrap_or_else(|| vec![raw]);
        let objects = listed.into_iter();
        objects
            .filter_map(|raw| Self::named(raw, &self.path(name)).ok())
            .collect()
    }

    /// The id of the record, with every digit.
    pub(super) fn id(&self, name: &str) -> Result<String, Reason> {
        let missing = |what: &str| Reason::new(Code::MissingId, format!("{name} {what}"));
        let Some(raw) = self.raw(name) else {
            return Err(missing("is missing"));
        };
        let id = self
            .scalar(name)
            .map_err(|_| missing(&format!("is {}, not text or a number", kind(raw))))?;
        id.map(|id| id.trim().to_owned())
            .ok_or_else(|| missing("is empty"))
    }

    /// The title of the record, which a posting cannot do without.
    pub(super) fn title(&self, name: &str) -> Result<String, Reason> {
        let missing = || Reason::new(Code::MissingField, format!("{name} is missing or blank"));
        let title = self.text(name)?.ok_or_else(missing)?;
        match crate::canonical::tidy(&title).is_empty() {
            true => Err(missing()),
            false => Ok(title.into_owned()),
        }
    }

    fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn wrong(&self, name: &str, raw: &RawValue, expected: &str) -> Reason {
        wrong(&self.path(name), raw, expected)
    }
}

fn wrong(name: &str, raw: &RawValue, expected: &str) -> Reason {
    let name = if name.is_empty() { "the record" } else { name };
    unreadable(format!("{name} is {}, not {expected}", kind(raw)))
}

/// What a value is, in words.
pub(super) fn kind(raw: &RawValue) -> &'static str {
    match raw.get().bytes().next() {
        Some(b'"') => "text",
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

pub(super) fn is_number(raw: &RawValue) -> bool {
    let first = raw.get().bytes().next();
    first.is_some_and(|byte| byte == b'-' || byte.is_ascii_digit())
}

fn parsed<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

/// A JSON string. Half of a surrogate pair, as a cut text may end with, becomes U+FFFD.
pub(super) fn string<'a>(raw: &'a RawValue) -> Option<Cow<'a, str>> {
    if !raw.get().starts_with('"') {
        return None;
    }
    let whole = parsed::<Borrowed>(raw).map(|Borrowed(text)| text);
    whole.or_else(|| parsed::<Lossy>(raw).map(|Lossy(text)| Cow::Owned(text)))
}

#[derive(Deserialize)]
struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

struct Lossy(String);

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Lossy;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Lossy, E> {
                Ok(Lossy(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

struct Entries<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::with_capacity(16);
                while let Some((Borrowed(key), value)) = map.next_entry()? {
                    entries.push((key, value));
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Object).map(Entries)
    }
}
