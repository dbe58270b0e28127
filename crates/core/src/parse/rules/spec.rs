//! What a parser document may say, key by key. Every key: docs/specs/parser-documents.md.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

/// How the responses of a source are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ParserSpec {
    pub format: String,
    /// What the items are. Example: posting
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Language of the texts. Example: en-GB
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Zone of times that name none. Example: Asia/Shanghai
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_tz: Option<String>,
    /// Currency of amounts that name none, ISO 4217. Example: EUR
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Whether 3/4/2026 is the third of April.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_first: Option<bool>,
    /// Where the items are: a JSONPath, or a CSS selector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<String>,
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "unique"
    )]
    pub fields: BTreeMap<String, RuleSpec>,
    /// Fields whose order says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_like: Vec<String>,
    /// Fields that move without meaning: never compared, never hashed, and so not kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub volatile: Vec<String>,
    /// CSS selectors of what is taken out of a page before it is read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<String>,
    /// Data contract that the items are judged by: a whole document of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<serde_json::Value>,
    /// Where the list goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_page: Option<RuleSpec>,
    /// How many items the response says there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<RuleSpec>,
}

/// Where a value is and how it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleSpec {
    /// JSONPath from the item. Example: $.location.name
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// CSS selector inside the item. Example: h2 a
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<String>,
    /// Attribute of what is selected, or of the item itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attr: Option<String>,
    /// The value itself, the same for all items.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "const")]
    pub fixed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "type")]
    pub value_type: Option<ValueType>,
    /// Whether a record without it is set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
}

/// How the text of a value is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueType {
    Text,
    Html,
    Time,
    Price,
    Pay,
    Number,
    Url,
    Set,
    List,
    Flag,
    Id,
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueType::Text => "text",
            ValueType::Html => "html",
            ValueType::Time => "time",
            ValueType::Price => "price",
            ValueType::Pay => "pay",
            ValueType::Number => "number",
            ValueType::Url => "url",
            ValueType::Set => "set",
            ValueType::List => "list",
            ValueType::Flag => "flag",
            ValueType::Id => "id",
        })
    }
}

/// A map in which a key stands once: of two rules for one field the reader must not choose.
fn unique<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, RuleSpec>, D::Error> {
    struct Unique;
    impl<'de> Visitor<'de> for Unique {
        type Value = BTreeMap<String, RuleSpec>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("names of fields, each with its rule")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut fields = BTreeMap::new();
            while let Some((name, rule)) = map.next_entry::<String, RuleSpec>()? {
                if fields.contains_key(&name) {
                    return Err(A::Error::custom(format!("duplicate field `{name}`")));
                }
                fields.insert(name, rule);
            }
            Ok(fields)
        }
    }
    deserializer.deserialize_map(Unique)
}
