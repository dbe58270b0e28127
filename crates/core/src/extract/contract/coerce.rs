//! One value read as one kind. Tolerant only where there is a single reading; it never invents,
//! so what needs a guess is rejected.

use serde_json::{Number, Value};

use super::compile::fold_word;
use super::{Kind, OTHER};

/// What became of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Read {
    /// As the contract wants it.
    Fits(Value),
    /// Another form with a single reading.
    Repaired(Value),
    /// Not in the closed list: `other` now.
    UnknownWord(Value),
    /// The reason, in words.
    Rejected(String),
}

/// Words by which a model says that the text says nothing.
const NOTHING: &[&str] = &[
    "null",
    "n/a",
    "na",
    "unknown",
    "unspecified",
    "not_specified",
    "not_mentioned",
    "not_stated",
    "not_provided",
    "未知",
    "不详",
    "未提及",
    "未说明",
];

pub(super) fn read(kind: &Kind, words: Option<&[String]>, value: &Value) -> Read {
    match (kind, value) {
        (Kind::List(item), value) => read_list(item, words, value),
        (_, Value::Null) => Read::Fits(Value::Null),
        (_, Value::String(text)) => read_text(kind, words, text),
        (_, Value::Array(items)) => match items.as_slice() {
            [] => Read::Repaired(Value::Null),
            [one] => repaired(read(kind, words, one)),
            _ => refuse(kind, value),
        },
        (Kind::Bool, Value::Bool(_)) => Read::Fits(value.clone()),
        (Kind::Double, Value::Number(number)) => read_double(number),
        (Kind::Long, Value::Number(number)) => read_long(number),
        (Kind::Text, Value::Number(number)) => {
            repaired(read_text(kind, words, &number.to_string()))
        }
        _ => refuse(kind, value),
    }
}

fn read_list(item: &Kind, words: Option<&[String]>, value: &Value) -> Read {
    let Value::Array(items) = value else {
        return match read(item, words, value) {
            Read::Fits(Value::Null) => Read::Fits(Value::Array(Vec::new())),
            Read::Repaired(Value::Null) => Read::Repaired(Value::Array(Vec::new())),
            Read::Fits(one) | Read::Repaired(one) => Read::Repaired(Value::Array(vec![one])),
            Read::UnknownWord(one) => Read::UnknownWord(Value::Array(vec![one])),
            Read::Rejected(reason) => Read::Rejected(reason),
        };
    };
    let mut list = ListReading::default();
    for one in items {
        if let Err(reason) = list.take(read(item, words, one)) {
            return Read::Rejected(reason);
        }
    }
    list.finish()
}

/// A list as it is read, with what had to be done to it.
#[derive(Default)]
struct ListReading {
    items: Vec<Value>,
    repaired: bool,
    unknown: bool,
}

impl ListReading {
    /// One bad element spoils the list: a shortened list would look complete.
    fn take(&mut self, read: Read) -> Result<(), String> {
        let value = match read {
            Read::Rejected(reason) => return Err(format!("an element is unusable: {reason}")),
            Read::Fits(value) => value,
            Read::Repaired(value) => {
                self.repaired = true;
                value
            }
            Read::UnknownWord(value) => {
                self.unknown = true;
                value
            }
        };
        if value.is_null() {
            self.repaired = true;
        } else {
            self.items.push(value);
        }
        Ok(())
    }

    fn finish(self) -> Read {
        let list = Value::Array(self.items);
        match (self.unknown, self.repaired) {
            (true, _) => Read::UnknownWord(list),
            (false, true) => Read::Repaired(list),
            (false, false) => Read::Fits(list),
        }
    }
}

fn read_text(kind: &Kind, words: Option<&[String]>, text: &str) -> Read {
    let text = text.trim();
    if text.is_empty() {
        return Read::Fits(Value::Null);
    }
    if let Some(words) = words {
        return read_word(words, text);
    }
    if NOTHING.contains(&fold_word(text).as_str()) {
        return Read::Repaired(Value::Null);
    }
    match kind {
        Kind::Text => Read::Fits(text.into()),
        kind => read_typed(kind, text),
    }
}

/// The list's own words win over the words for nothing.
fn read_word(words: &[String], text: &str) -> Read {
    let folded = fold_word(text);
    match words.iter().find(|word| **word == folded) {
        Some(word) if word == text => Read::Fits(text.into()),
        Some(word) => Read::Repaired(word.as_str().into()),
        None if NOTHING.contains(&folded.as_str()) => Read::Repaired(Value::Null),
        None => Read::UnknownWord(OTHER.into()),
    }
}

fn read_typed(kind: &Kind, text: &str) -> Read {
    let read = match kind {
        Kind::Bool if text.eq_ignore_ascii_case("true") => Some(true.into()),
        Kind::Bool if text.eq_ignore_ascii_case("false") => Some(false.into()),
        Kind::Long => text.parse::<i64>().ok().map(Value::from),
        Kind::Double => text
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .map(Value::Number),
        _ => None,
    };
    read.map_or_else(|| refuse(kind, &text.into()), Read::Repaired)
}

/// Stored as what it is: a `double` column and an Avro union take no whole number for one.
fn read_double(number: &Number) -> Read {
    let double = number.as_f64().and_then(Number::from_f64);
    let given = Value::Number(number.clone());
    double.map_or_else(
        || refuse(&Kind::Double, &given),
        |double| Read::Fits(double.into()),
    )
}

fn read_long(number: &Number) -> Read {
    /// Above this a double no longer tells one whole number from the next.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.is_i64() {
        return Read::Fits(Value::Number(number.clone()));
    }
    match number.as_f64() {
        Some(float) if float.fract() == 0.0 && float.abs() <= EXACT => {
            Read::Repaired((float as i64).into())
        }
        _ => refuse(&Kind::Long, &Value::Number(number.clone())),
    }
}

/// What was read from an unusual place is a repair at best.
fn repaired(read: Read) -> Read {
    match read {
        Read::Fits(value) => Read::Repaired(value),
        read => read,
    }
}

fn refuse(kind: &Kind, value: &Value) -> Read {
    let wanted = match kind {
        Kind::Bool => "true or false",
        Kind::Text => "text",
        Kind::Long => "a whole number",
        Kind::Double => "a number",
        Kind::List(_) => "a list",
    };
    Read::Rejected(format!("{wanted} was expected, not {}", name_of(value)))
}

/// The value's kind, with the value itself where it is short.
fn name_of(value: &Value) -> String {
    const SHOWN_CHARS: usize = 30;
    let kind = match value {
        Value::Null => return "null".to_owned(),
        Value::Array(_) => return "a list".to_owned(),
        Value::Object(_) => return "an object".to_owned(),
        Value::Bool(_) => "",
        Value::Number(_) => "the number ",
        Value::String(_) => "the text ",
    };
    let shown = value.to_string();
    if shown.chars().count() > SHOWN_CHARS {
        let cut: String = shown.chars().take(SHOWN_CHARS).collect();
        return format!("{kind}{cut}…");
    }
    format!("{kind}{shown}")
}
