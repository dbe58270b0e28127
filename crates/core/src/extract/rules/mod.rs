//! `rules`: answers `job@1` from dictionaries and patterns, in English and Chinese, without a key.
//!
//! The default provider, and the one that shows the whole pipeline without paying. It says only
//! what a rule found: a wish is no demand, and what no rule found stays empty. The rules are data
//! (`patterns.yaml`, `tech.txt`, `languages.txt`); the code decides between what they find. The
//! same text always gives the same answer, in time linear to its length.

use readonce_model::ContractId;
use serde_json::{Map, Value};

mod campus;
mod degree;
mod dictionary;
mod employment;
mod experience;
mod language;
mod layout;
mod patterns;
mod span;
mod study;
mod summary;
mod tech;
pub mod years;

use dictionary::Dictionary;
use layout::Document;
use patterns::{Hit, Patterns};

/// Recorded as the model. Raise it with every change that can change an answer.
pub const MODEL: &str = "job-rules-1";

/// The fields that the rules answer.
pub const FIELDS: [&str; 8] = [
    "campus_hire",
    "tech_stack",
    "minimum_degree",
    "full_time_degree_required",
    "years_of_experience",
    "employment_type",
    "languages",
    "summary",
];

/// The one contract that the rules can answer.
const CONTRACT: (&str, u32) = ("job", 1);

/// All rules, compiled. Built once; answering cannot fail.
pub struct RuleBook {
    patterns: Patterns,
    tech: Dictionary,
    languages: Dictionary,
}

/// The rules as they are compiled in do not compile. A test holds that they do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("patterns.yaml cannot be read")]
    File(#[from] serde_yaml_ng::Error),
    #[error("rule '{rule}' is no pattern")]
    Pattern {
        rule: String,
        #[source]
        source: regex::Error,
    },
    #[error("the rules together are no pattern set")]
    Set(#[source] regex::Error),
}

/// An answer and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Holds every field of `job@1`.
    pub answer: Map<String, Value>,
    /// One for each value that is said, in the order of the contract.
    pub proofs: Vec<Proof>,
}

/// Why a field has its value. Not stored; `try` and a cascade of providers look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub field: &'static str,
    /// Id of the rule, or the dictionary's name.
    pub rule: String,
    pub confidence: Confidence,
    /// The posting's own words.
    pub quote: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    Low,
    Medium,
    High,
}

impl RuleBook {
    pub fn load() -> Result<Self, Error> {
        Ok(Self {
            patterns: Patterns::load(include_str!("patterns.yaml"))?,
            tech: Dictionary::read(include_str!("tech.txt")),
            languages: Dictionary::read(include_str!("languages.txt")),
        })
    }

    /// Whether the rules know what a contract asks.
    pub fn answers(contract: &ContractId) -> bool {
        (contract.name(), contract.major()) == CONTRACT
    }

    /// Reads a posting: its canonical title and text, one block a line.
    pub fn read(&self, title: &str, text: &str) -> Findings {
        let document = Document::read(title, text, &self.patterns);
        let hits = self.patterns.hits(&document);
        let facts = Facts {
            document: &document,
            hits: &hits,
            patterns: &self.patterns,
        };
        let found = [
            ("campus_hire", campus::find(&facts)),
            ("tech_stack", tech::find(&facts, &self.tech)),
            ("minimum_degree", degree::find(&facts)),
            ("full_time_degree_required", study::find(&facts)),
            ("years_of_experience", experience::find(&facts)),
            ("employment_type", employment::find(&facts)),
            ("languages", language::find(&facts, &self.languages)),
            ("summary", summary::find(&facts)),
        ];
        let mut findings = Findings {
            answer: Map::new(),
            proofs: Vec::new(),
        };
        for (field, found) in found {
            let proofs = found
                .proofs
                .into_iter()
                .map(|proof| Proof { field, ..proof });
            findings.proofs.extend(proofs);
            findings.answer.insert(field.to_owned(), found.value);
        }
        findings
    }
}

/// What every field is decided from.
struct Facts<'a> {
    document: &'a Document<'a>,
    hits: &'a [Hit<'a>],
    patterns: &'a Patterns,
}

/// A field's value with its reasons.
struct Found {
    value: Value,
    proofs: Vec<Proof>,
}

impl<'a> Facts<'a> {
    /// Hits of a field's rules that hold, in the order of the text.
    fn of(&self, field: &'static str) -> impl Iterator<Item = &'a Hit<'a>> {
        self.hits.iter().filter(move |hit| hit.rule.field == field)
    }
}

impl Found {
    fn nothing() -> Self {
        Self {
            value: Value::Null,
            proofs: Vec::new(),
        }
    }

    /// A value that rests on one hit.
    fn by(value: impl Into<Value>, hit: &Hit) -> Self {
        Self {
            value: value.into(),
            proofs: vec![Proof::of(&hit.rule.id, hit.rule.confidence, hit.text())],
        }
    }
}

impl Proof {
    /// The field is filled in when all fields are put together.
    fn of(rule: &str, confidence: Confidence, quote: &str) -> Self {
        Self {
            field: "",
            rule: rule.to_owned(),
            confidence,
            quote: quote.trim().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
