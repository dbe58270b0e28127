//! The pattern rules: read from `patterns.yaml`, compiled once, run over every line.

use std::collections::BTreeMap;
use std::ops::Range;

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;

use super::layout::{Document, Line, Section};
use super::{Confidence, Error, span};

/// Matches of one rule on one line that are looked at. A line that repeats a phrase more often
/// says nothing new, and this keeps hostile text cheap.
const MATCHES_PER_LINE: usize = 64;
/// Memory of the compiled patterns, and of their search.
const SIZE_LIMIT_BYTES: usize = 64 << 20;

pub(super) struct Patterns {
    rules: Vec<Rule>,
    /// All rules at once: tells which ones are worth running on a line.
    any: RegexSet,
    headings: Vec<(Section, Regex)>,
    wish: Regex,
}

pub(super) struct Rule {
    pub id: String,
    pub field: String,
    pub value: String,
    pub confidence: Confidence,
    place: Place,
    everywhere: bool,
    pattern: Regex,
    unless: Option<Regex>,
}

/// A place where a rule holds.
#[derive(Clone)]
pub(super) struct Hit<'a> {
    pub rule: &'a Rule,
    pub line: &'a Line<'a>,
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Place {
    Title,
    Text,
    #[default]
    Any,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    words: BTreeMap<String, String>,
    headings: Vec<HeadingEntry>,
    rules: Vec<RuleEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadingEntry {
    section: Section,
    pattern: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    id: String,
    field: String,
    value: String,
    #[serde(default, rename = "in")]
    place: Place,
    #[serde(default)]
    everywhere: bool,
    #[serde(default = "high")]
    confidence: Confidence,
    pattern: String,
    #[serde(default)]
    unless: Option<String>,
}

fn high() -> Confidence {
    Confidence::High
}

impl Patterns {
    pub fn load(yaml: &str) -> Result<Self, Error> {
        let file: File = serde_yaml_ng::from_str(yaml)?;
        let words = Words(file.words);
        let spelled: Vec<String> = file
            .rules
            .iter()
            .map(|rule| words.spell(&rule.pattern))
            .collect();
        let any = RegexSetBuilder::new(&spelled)
            .case_insensitive(true)
            .size_limit(SIZE_LIMIT_BYTES)
            .dfa_size_limit(SIZE_LIMIT_BYTES)
            .build()
            .map_err(Error::Set)?;
        let headings = file.headings.into_iter().map(|entry| {
            let whole = format!("^(?:{})$", words.spell(&entry.pattern));
            Ok((entry.section, compile("heading", &whole)?))
        });
        Ok(Self {
            any,
            headings: headings.collect::<Result<_, Error>>()?,
            wish: compile("wish", &words.spell("{wish}"))?,
            rules: file
                .rules
                .into_iter()
                .map(|entry| Rule::compile(entry, &words))
                .collect::<Result<_, Error>>()?,
        })
    }

    /// Everything that holds, in the order of the text.
    pub fn hits<'a>(&'a self, document: &'a Document<'a>) -> Vec<Hit<'a>> {
        let mut hits = Vec::new();
        for line in &document.lines {
            let mut found: Vec<Hit<'a>> = self
                .any
                .matches(line.text)
                .into_iter()
                .filter_map(|at| self.rules.get(at))
                .flat_map(|rule| rule.hits(line))
                .collect();
            found.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
            hits.append(&mut found);
        }
        hits
    }

    /// The section that a heading opens.
    pub fn section_of(&self, heading: &str) -> Option<Section> {
        let found = self
            .headings
            .iter()
            .find(|(_, pattern)| pattern.is_match(heading));
        found.map(|(section, _)| *section)
    }

    /// Whether words speak of a wish: preferred, a plus, 优先.
    pub fn is_wish(&self, words: &str) -> bool {
        self.wish.is_match(words)
    }
}

impl Rule {
    fn compile(entry: RuleEntry, words: &Words) -> Result<Self, Error> {
        let unless = entry
            .unless
            .map(|unless| compile(&entry.id, &words.spell(&unless)));
        Ok(Self {
            pattern: compile(&entry.id, &words.spell(&entry.pattern))?,
            unless: unless.transpose()?,
            id: entry.id,
            field: entry.field,
            value: entry.value,
            confidence: entry.confidence,
            place: entry.place,
            everywhere: entry.everywhere,
        })
    }

    fn hits<'a>(&'a self, line: &'a Line<'a>) -> impl Iterator<Item = Hit<'a>> {
        let applies = self.applies_to(line.section);
        self.pattern
            .find_iter(line.text)
            .take(if applies { MATCHES_PER_LINE } else { 0 })
            .map(|found| Hit {
                rule: self,
                line,
                range: found.range(),
            })
            .filter(|hit| !self.is_refuted(hit))
    }

    fn applies_to(&self, section: Section) -> bool {
        let place = match self.place {
            Place::Title => section == Section::Title,
            Place::Text => section != Section::Title,
            Place::Any => true,
        };
        place && (self.everywhere || section.speaks_of_the_job())
    }

    fn is_refuted(&self, hit: &Hit) -> bool {
        let sentence = || span::sentence(hit.line.text, &hit.range);
        self.unless
            .as_ref()
            .is_some_and(|unless| unless.is_match(sentence()))
    }
}

impl<'a> Hit<'a> {
    pub fn text(&self) -> &'a str {
        self.line.text.get(self.range.clone()).unwrap_or_default()
    }

    pub fn clause(&self) -> &'a str {
        span::clause(self.line.text, &self.range)
    }

    pub fn sentence(&self) -> &'a str {
        span::sentence(self.line.text, &self.range)
    }
}

/// The named pieces of patterns.
struct Words(BTreeMap<String, String>);

impl Words {
    /// Fills the names in; `\b` becomes the boundary of Latin words, also beside Chinese.
    fn spell(&self, pattern: &str) -> String {
        let mut spelled = pattern.to_owned();
        for (name, meaning) in &self.0 {
            spelled = spelled.replace(&format!("{{{name}}}"), meaning);
        }
        // A word may be spelled with another one.
        for (name, meaning) in &self.0 {
            spelled = spelled.replace(&format!("{{{name}}}"), meaning);
        }
        spelled.replace("\\b", "(?-u:\\b)")
    }
}

fn compile(rule: &str, pattern: &str) -> Result<Regex, Error> {
    RegexBuilder::new(pattern)
        .case_insensitive(true)
        .size_limit(SIZE_LIMIT_BYTES)
        .build()
        .map_err(|source| Error::Pattern {
            rule: rule.to_owned(),
            source,
        })
}
