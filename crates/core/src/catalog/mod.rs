//! Documents of the catalog: how their text becomes a record, and how faults say where they are.
//!
//! What a document may say is the business of the room that uses it. Never fetches, never guesses:
//! a document with a fault is refused whole.

mod read;

use std::fmt;

pub(crate) use read::{located, read};

/// Everything that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CatalogError {
    /// source, parser, ...
    pub kind: &'static str,
    pub name: String,
    pub faults: Vec<Fault>,
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} '{}'", self.kind, self.name)?;
        self.faults
            .iter()
            .try_for_each(|fault| write!(f, "; {fault}"))
    }
}

/// One fault, with the place where an editor has to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Example: paging.page-number.max-pages
    pub field: String,
    pub line: Option<usize>,
    pub words: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: {}", self.field, self.words)
    }
}

/// Field and words of faults, before their lines are known.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<(String, String)>);

impl Faults {
    pub(crate) fn say(&mut self, field: impl Into<String>, words: impl Into<String>) {
        self.0.push((field.into(), words.into()));
    }

    /// Those of a document inside this one, which is the value of a field.
    pub(crate) fn say_within(&mut self, field: &str, inner: Faults) {
        for (at, words) in inner.0 {
            self.say(format!("{field}.{at}"), words);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
