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
    /// Lists that were taken apart in the same pass, by name; they are not among the entries.
    rows: Vec<(Cow<'a, str>, Vec<&'a RawValue>)>,
    /// What stands before a field's name in errors. Example: `categories.`
    prefix: String,
}

impl<'a> Fields<'a> {
    pub(super) fn of(raw: &'a RawValue) -> Result<Self, Reason> {
        Self::at(raw, String::new())
    }

    /// The object that a whole text is. The lists of those names are taken apart on the way, which
    /// saves a second look at nearly all of the text.
    pub(super) fn of_text(text: &'a str, lists: &[&str]) -> Result<Self, serde_json::Error> {
        let (entries, rows) = match with_rows(text, lists) {
            Some(split) => split,
            // What is called a list is none, or the text is no JSON: one says so here.
            None => {
                let Entries(entries) = serde_json::from_str(text)?;
                (entries, Vec::new())
            }
        };
        Ok(Self {
            entries,
            rows,
            prefix: String::new(),
        })
    }

    /// Whether there is a list of that name.
    pub(super) fn has_list(&self, name: &str) -> bool {
        let is_list = |raw: &RawValue| raw.get().starts_with('[');
        self.rows_of(name).is_some() || self.raw(name).is_some_and(is_list)
    }

    fn rows_of(&self, name: &str) -> Option<&Vec<&'a RawValue>> {
        let found = self.rows.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, rows)| rows)
    }

    /// `path` is the field's name with all names before it.
    fn at(raw: &'a RawValue, mut path: String) -> Result<Self, Reason> {
        let Some(Entries(entries)) = parsed(raw) else {
            return Err(wrong(&path, raw, "an object"));
        };
        if !path.is_empty() {
            path.push('.');
        }
        Ok(Self {
            entries,
            rows: Vec::new(),
            prefix: path,
        })
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let lists = self.rows.iter().map(|(key, _)| key.as_ref());
        lists.chain(self.entries.iter().map(|(key, _)| key.as_ref()))
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
            Some(raw) => Self::at(raw, self.path(name)),
            None => Ok(Self {
                entries: Vec::new(),
                rows: Vec::new(),
                prefix: String::new(),
            }),
        }
    }

    pub(super) fn list(&self, name: &str) -> Result<Vec<&'a RawValue>, Reason> {
        if let Some(rows) = self.rows_of(name) {
            return Ok(rows.clone());
        }
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
            .map(|(place, raw)| Self::at(raw, format!("{}{name}[{place}]", self.prefix)))
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
            .filter_map(|raw| Self::at(raw, self.path(name)).ok())
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
        [self.prefix.as_str(), name].concat()
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
    let inside = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inside.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inside));
    }
    let whole = unescaped(inside).or_else(|| parsed::<Lossy>(raw).map(|Lossy(text)| text));
    whole.map(Cow::Owned)
}

#[derive(Deserialize)]
struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

/// A string with its escapes resolved, straight into the room that it takes. The value was read as
/// JSON before, so what follows a backslash is an escape; half of a surrogate pair is none.
fn unescaped(inside: &str) -> Option<String> {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(rest.get(..at)?);
        let behind = rest.get(at.saturating_add(1)..)?;
        let (c, bytes) = escape(behind.as_bytes())?;
        text.push(c);
        rest = behind.get(bytes..)?;
    }
    text.push_str(rest);
    Some(text)
}

/// What stands behind a backslash, and how many bytes of it.
fn escape(behind: &[u8]) -> Option<(char, usize)> {
    let c = match behind.first()? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'u' => return code_point(behind),
        other => char::from(*other),
    };
    Some((c, 1))
}

/// `u00e9`, or the two halves of a pair.
fn code_point(behind: &[u8]) -> Option<(char, usize)> {
    let half = |from: usize| {
        let digits = behind.get(from..from.saturating_add(4))?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = half(1)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 5));
    }
    let is_pair = behind.get(5..7) == Some(b"\\u");
    let second = half(7).filter(|second| is_pair && (0xDC00..0xE000).contains(second))?;
    let high = first.checked_sub(0xD800).filter(|high| *high < 0x400)?;
    let low = second.saturating_sub(0xDC00);
    let c = char::from_u32(0x1_0000_u32.saturating_add(high << 10).saturating_add(low))?;
    Some((c, 11))
}

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
                let mut entries = Vec::with_capacity(24);
                while let Some((Borrowed(key), value)) = map.next_entry()? {
                    entries.push((key, value));
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Object).map(Entries)
    }
}

type Split<'a> = (
    Vec<(Cow<'a, str>, &'a RawValue)>,
    Vec<(Cow<'a, str>, Vec<&'a RawValue>)>,
);

/// The fields of an object, the named lists among them in rows; `None` when one of those is no list
/// or comes twice, or the text is no object.
fn with_rows<'a>(text: &'a str, lists: &[&str]) -> Option<Split<'a>> {
    struct Object<'n>(&'n [&'n str]);
    impl<'de> Visitor<'de> for Object<'_> {
        type Value = Option<Split<'de>>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut entries, mut rows) = (Vec::with_capacity(8), Vec::new());
            while let Some(Borrowed(key)) = map.next_key()? {
                if self.0.contains(&key.as_ref()) {
                    rows.push((key, map.next_value()?));
                } else {
                    entries.push((key, map.next_value()?));
                }
            }
            let once = |(place, (key, _)): (usize, &(Cow<str>, Vec<&RawValue>))| {
                rows.iter()
                    .skip(place.saturating_add(1))
                    .all(|(other, _)| other != key)
            };
            let each_once = rows.iter().enumerate().all(once);
            Ok(each_once.then_some((entries, rows)))
        }
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let split = json.deserialize_map(Object(lists)).ok().flatten();
    split.filter(|_| json.end().is_ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn strings_are_what_the_library_reads(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "é", "\\n", "\\\\", "\\\"", "\\/", "\\b\\f\\r\\t", "\\u00e9", "\\u0000",
                    "\\uD83D", "\\uDE00", "\\ud83d\\ude00", "u0041", "\\uFFFF", " ",
                ]),
                0..8,
            ),
        ) {
            let json = format!("\"{}\"", parts.concat());
            let raw: &RawValue = serde_json::from_str(&json).unwrap();
            let read = string(raw).unwrap();
            match serde_json::from_str::<String>(&json) {
                Ok(text) => prop_assert_eq!(read, text),
                Err(_) => prop_assert!(read.contains('\u{FFFD}'), "{}", json),
            }
        }
    }

    #[test]
    fn lists_that_are_taken_apart_on_the_way_are_the_same_lists() {
        for text in [
            r#"{"jobs":[1,{"a":[]}],"x":2}"#,
            r#"{"jobs":{"a":1}}"#,
            r#"{"jobs":null,"x":1}"#,
            r#"{"jobs":[1],"jobs":[2,3]}"#,
            r#"{"x":1}"#,
        ] {
            let split = Fields::of_text(text, &["jobs"]).unwrap();
            let whole = Fields::of(serde_json::from_str(text).unwrap()).unwrap();
            let told = |fields: &Fields| {
                let rows = fields.list("jobs").map_err(|reason| reason.detail)?;
                Ok::<_, String>(
                    rows.iter()
                        .map(|row| row.get().to_owned())
                        .collect::<Vec<_>>(),
                )
            };
            assert_eq!(told(&split), told(&whole), "{text}");
            assert_eq!(split.has_list("jobs"), whole.has_list("jobs"));
        }
        assert!(Fields::of_text(r#"{"jobs":[1]} x"#, &["jobs"]).is_err());
    }
}
