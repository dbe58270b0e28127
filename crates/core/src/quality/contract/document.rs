//! The document of a data contract as it is written: docs/specs/data-contract.md explains each key.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use readonce_model::ContractId;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_yaml_ng::with::singleton_map_recursive;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Document {
    pub(super) contract: ContractId,
    pub(super) kind: String,
    /// For people who choose among contracts.
    #[serde(default)]
    pub(super) says: Option<String>,
    #[serde(default)]
    pub(super) required: Named<Required>,
    #[serde(default)]
    pub(super) conditional: Named<Conditional>,
    #[serde(default)]
    pub(super) optional: Vec<String>,
    #[serde(default)]
    pub(super) rules: Named<Rule>,
    #[serde(default)]
    pub(super) from: BTreeMap<ContractId, Mapping>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Required {
    pub(super) field: String,
    pub(super) cost: i32,
    pub(super) words: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Conditional {
    pub(super) require: String,
    /// All of these hold.
    #[serde(with = "singleton_map_recursive")]
    pub(super) when: BTreeMap<String, Condition>,
    pub(super) cost: i32,
    pub(super) words: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Condition {
    Present,
    Absent,
    Equals(String),
}

/// Exactly one of the checks is set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Rule {
    pub(super) cost: i32,
    pub(super) words: String,
    #[serde(default)]
    pub(super) length: Option<Length>,
    #[serde(default)]
    pub(super) readable_time: Option<Time>,
    #[serde(default)]
    pub(super) not_in_future: Option<Time>,
    #[serde(default)]
    pub(super) ordered: Option<Ordered>,
    #[serde(default)]
    pub(super) positive: Option<One>,
    #[serde(default)]
    pub(super) one_of: Option<OneOf>,
    #[serde(default)]
    pub(super) pattern: Option<Pattern>,
    #[serde(default)]
    pub(super) no_navigation: Option<One>,
    #[serde(default)]
    pub(super) language: Option<Language>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Length {
    pub(super) field: String,
    #[serde(default)]
    pub(super) min: Option<usize>,
    #[serde(default)]
    pub(super) max: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Time {
    pub(super) field: String,
    /// The field with the text that the time was read from.
    #[serde(default)]
    pub(super) text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Ordered {
    pub(super) low: String,
    pub(super) high: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct One {
    pub(super) field: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OneOf {
    pub(super) field: String,
    pub(super) values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Pattern {
    pub(super) field: String,
    pub(super) matches: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Language {
    /// The field that names the language.
    pub(super) field: String,
    /// The field that is written in it.
    pub(super) text: String,
}

/// What became of the fields of an older version.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Mapping {
    #[serde(default)]
    pub(super) renamed: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) dropped: Vec<String>,
}

/// Entries under codes, in the order of the document; a code that stands there twice is refused.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = Named<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("entries under codes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries: Vec<(String, T)> = Vec::new();
        while let Some((code, entry)) = map.next_entry::<String, T>()? {
            if entries.iter().any(|(known, _)| *known == code) {
                return Err(A::Error::custom(format!("duplicate field `{code}`")));
            }
            entries.push((code, entry));
        }
        Ok(Named(entries))
    }
}
