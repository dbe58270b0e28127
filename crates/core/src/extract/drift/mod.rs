//! Answers that are valid and suspicious: those of a source that suddenly say less, or say it in
//! other numbers and lengths, than its answers did.
//!
//! Answers are counted in windows, for each source and contract, and a full window is held against
//! the trailing baseline. The parser is no part of the series on purpose: a new parser version that
//! breaks a page must be compared with what the source said before it. Pure: the caller says what was
//! answered, and hears whether the source drifts. It never looks at a single answer's truth.
//!
//! | file | what |
//! |---|---|
//! | `sample` | what is counted of answers |
//! | `statistics` | the two tests, with their sources |
//! | `series` | one source under one contract: window, baseline, drift |
//! | `watch` | all series |

mod sample;
mod series;
mod statistics;
mod watch;

pub use sample::Shape;
pub use watch::{News, Watch};

/// How answers are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Answers that are judged together.
    pub window: u32,
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
