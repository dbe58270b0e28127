//! Answers that are valid and suspicious: those of a source that suddenly say less, or say it in
//! other numbers and lengths, than its answers did.
//!
//! Answers are counted in windows, for each source, parser version and contract, and a full window is
//! held against the trailing baseline. A parser version that takes over from another one is held
//! against what that one's answers said: what a new version breaks is seen. Pure: the caller says
//! what was answered, and hears whether the source drifts. It never looks at a single answer's truth.
//!
//! | file | what |
//! |---|---|
//! | `sample` | what is counted of answers |
//! | `statistics` | the two tests, with their sources |
//! | `series` | one parser version of a source: window, baseline, drift |
//! | `source` | the series of a source, and its answers from before a start |
//! | `watch` | all sources under all contracts |

mod sample;
mod series;
mod source;
mod statistics;
mod watch;

use readonce_model::ContractId;
use readonce_model::record::Profile;
use serde_json::{Map, Value};

pub use sample::Shape;
pub use watch::{News, Watch};

/// How answers are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Answers that are judged together.
    pub window: u32,
}

/// What was answered, and about whose content.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub contract: &'a ContractId,
    pub source: &'a str,
    /// What read the content; none where that is not known. Example: shop@3
    pub parser: Option<&'a str>,
    pub at_ms: i64,
    pub value: &'a Map<String, Value>,
    /// The fields that were asked; empty when all were.
    pub asked: &'a [String],
}

impl<'a> Answer<'a> {
    /// None where an earlier profile gave all: nobody answered anything.
    pub fn of(profile: &'a Profile) -> Option<Self> {
        let is_lifted = profile.lifted_from.is_some() && profile.asked_fields.is_empty();
        (!is_lifted).then_some(Self {
            contract: &profile.contract,
            source: profile.caused_by_item.source(),
            parser: profile.caused_by_parser.as_deref(),
            at_ms: profile.extracted_at_ms,
            value: &profile.answer,
            asked: &profile.asked_fields,
        })
    }
}

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// How often the field says nothing.
    NullRate,
    /// How many items a list has.
    Items,
    /// How long a text is.
    Length,
}

impl Measure {
    pub const fn as_str(self) -> &'static str {
        match self {
            Measure::NullRate => "null_rate",
            Measure::Items => "items",
            Measure::Length => "length",
        }
    }
}

/// A field that drifts, with the measure before and now: a rate, or a geometric mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    pub field: String,
    pub measure: Measure,
    pub before: f64,
    pub now: f64,
}

impl Drift {
    /// Example: null_rate:minimum_degree
    pub fn name(&self) -> String {
        format!("{}:{}", self.measure.as_str(), self.field)
    }
}

#[cfg(test)]
mod tests;
