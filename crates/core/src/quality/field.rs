//! The fields that a contract can speak of: what is hashed, the link, and every typed fact.

use readonce_model::record::Facts;

use super::weight::says_something;

/// An item as contracts see it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Canonical.
    pub title: &'a str,
    /// Canonical.
    pub text: &'a str,
    pub link: Option<&'a str>,
    pub facts: &'a Facts,
    /// When the response arrived, ms since 1970 UTC; rules that need it say nothing without.
    pub at_ms: Option<i64>,
}

/// What stands in a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value<'a> {
    /// Canonical text: present when it says something.
    Content(&'a str),
    Text(Option<&'a str>),
    Set(&'a [String]),
    Flag(Option<bool>),
    Count(Option<i32>),
    Records(usize),
}

impl<'a> Value<'a> {
    pub(super) fn is_present(self) -> bool {
        match self {
            Value::Content(text) => says_something(text),
            Value::Text(text) => text.is_some_and(|text| !text.is_empty()),
            Value::Set(set) => !set.is_empty(),
            Value::Flag(flag) => flag.is_some(),
            Value::Count(count) => count.is_some(),
            Value::Records(count) => count > 0,
        }
    }

    /// The texts of a field that is present; of a set each of its members.
    pub(super) fn texts(self) -> Vec<&'a str> {
        match self {
            Value::Content(text) if says_something(text) => vec![text],
            Value::Text(Some(text)) if !text.is_empty() => vec![text],
            Value::Set(set) => set.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Value::Content(text) | Value::Text(Some(text)) => Some(text),
            _ => None,
        }
    }

    /// Whether it is what a contract writes as that word.
    pub(super) fn equals(self, word: &str) -> bool {
        match self {
            Value::Content(text) => text == word,
            Value::Text(text) => text == Some(word),
            Value::Set(set) => set.iter().any(|member| member == word),
            Value::Flag(flag) => flag.is_some_and(|flag| flag.to_string() == word),
            Value::Count(count) => count.is_some_and(|count| count.to_string() == word),
            Value::Records(count) => count.to_string() == word,
        }
    }
}

type Get = for<'a> fn(&Subject<'a>) -> Value<'a>;

/// A field by name, with the way to its value.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) name: &'static str,
    get: Get,
}

impl Field {
    pub(super) fn named(name: &str) -> Option<Self> {
        FIELDS.iter().find(|field| field.name == name).copied()
    }

    pub(super) fn of<'a>(&self, subject: &Subject<'a>) -> Value<'a> {
        (self.get)(subject)
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! fields {
    ($($shape:ident: $($name:ident)+;)+) => {
        &[
            Field { name: "title", get: |subject| Value::Content(subject.title) },
            Field { name: "text", get: |subject| Value::Content(subject.text) },
            Field { name: "link", get: |subject| Value::Text(subject.link) },
            $($(Field { name: stringify!($name), get: |subject| fields!($shape subject.facts.$name) },)+)+
        ]
    };
    (text $value:expr) => { Value::Text($value.as_deref()) };
    (set $value:expr) => { Value::Set(&$value) };
    (flag $value:expr) => { Value::Flag($value) };
    (count $value:expr) => { Value::Count($value) };
    (records $value:expr) => { Value::Records($value.len()) };
}

pub(super) const FIELDS: &[Field] = fields! {
    text: published_at published_precision updated_at company department country workplace
        employment_type language pay_min pay_max pay_currency pay_interval requisition
        published_text published_not_after author brand sku media_type price price_low price_high
        currency list_price stock stock_reason;
    set: cities;
    flag: tz_assumed currency_inferred price_is_from tax_included conflict;
    count: offer_count pay_months;
    records: offers;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_is_a_field() {
        let facts = serde_json::to_value(Facts::default()).unwrap();
        for name in facts.as_object().unwrap().keys() {
            assert!(Field::named(name).is_some(), "{name} has no field");
        }
        assert_eq!(FIELDS.len(), facts.as_object().unwrap().len() + 3);
    }
}
