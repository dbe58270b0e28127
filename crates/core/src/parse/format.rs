//! The formats that are read here, by name.

use std::fmt;
use std::str::FromStr;

/// A response format. The names are stable: they are catalog words and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Greenhouse,
    Lever,
    Ashby,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is no format; known: greenhouse, lever, ashby")]
pub struct NotAFormat(pub String);

impl Format {
    pub const ALL: [Format; 3] = [Format::Greenhouse, Format::Lever, Format::Ashby];

    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Greenhouse => "greenhouse",
            Format::Lever => "lever",
            Format::Ashby => "ashby",
        }
    }

    /// Raised when the same bytes come to be read differently.
    pub const fn parser_version(self) -> i32 {
        match self {
            Format::Greenhouse | Format::Lever | Format::Ashby => 1,
        }
    }

    /// The name of the record at a place of the response. Example: jobs[3]
    pub(super) fn part(self, place: usize) -> String {
        match self {
            Format::Greenhouse | Format::Ashby => format!("jobs[{place}]"),
            Format::Lever => format!("[{place}]"),
        }
    }
}

impl FromStr for Format {
    type Err = NotAFormat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|format| format.as_str() == text);
        known.ok_or_else(|| NotAFormat(text.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
