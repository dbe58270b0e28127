//! Values that are read out of the words of an earlier field. A new kind of reading is a line here.

use serde::Deserialize;
use serde_json::Value;

use crate::extract::contract::Kind;
use crate::extract::rules::years::{self, Years};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The fewest years that are demanded.
    YearsMin,
    /// The most years that are accepted.
    YearsMax,
}

impl Reading {
    /// What it makes.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Reading::YearsMin | Reading::YearsMax => Kind::Long,
        }
    }

    /// Name and version, for the version of a mapping.
    pub(super) fn named(self) -> String {
        let name = match self {
            Reading::YearsMin => "years-min",
            Reading::YearsMax => "years-max",
        };
        format!("{name}/{}", years::READER)
    }

    /// The value in the words; none when they have no one reading. Words that say nothing give a
    /// value that says nothing.
    pub(super) fn read(self, words: &Value) -> Option<Value> {
        let words = match words {
            Value::Null => return Some(Value::Null),
            Value::String(words) => words,
            _ => return None,
        };
        let Years { min, max } = years::read(words)?;
        Some(match self {
            Reading::YearsMin => min.into(),
            Reading::YearsMax => max.into(),
        })
    }
}
