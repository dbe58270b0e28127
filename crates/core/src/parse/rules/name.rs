//! The name of a parser document: `name@version`.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};

const LONGEST_NAME: usize = 100;

/// Names one version of a parser; versions stay, so that old responses can be read again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub struct ParserName {
    name: String,
    version: u32,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "'{0}' is no name of a parser; write name@version, in lower-case letters, digits and inner \
     dashes, for example acme-jobs@3"
)]
pub struct NotAParserName(pub String);

impl ParserName {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn version(&self) -> u32 {
        self.version
    }
}

impl FromStr for ParserName {
    type Err = NotAParserName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || NotAParserName(text.to_owned());
        let (name, version) = text.split_once('@').ok_or_else(refuse)?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good = !name.is_empty()
            && name.len() <= LONGEST_NAME
            && name.chars().all(plain)
            && !name.starts_with('-')
            && !name.ends_with('-');
        // One writing for one version: no sign, no zero in front. It becomes an int of Avro.
        let counts = version.starts_with(|c: char| matches!(c, '1'..='9'))
            && version.bytes().all(|byte| byte.is_ascii_digit());
        let number = version.parse::<i32>().ok().filter(|_| counts && good);
        let version = number.and_then(|number| u32::try_from(number).ok());
        Ok(Self {
            name: name.to_owned(),
            version: version.ok_or_else(refuse)?,
        })
    }
}

impl fmt::Display for ParserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version)
    }
}

/// By a visitor, since only its errors come with the place in the document.
impl<'de> Deserialize<'de> for ParserName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = ParserName;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("name@version")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<ParserName, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Name)
    }
}

impl From<ParserName> for String {
    fn from(name: ParserName) -> Self {
        name.to_string()
    }
}
