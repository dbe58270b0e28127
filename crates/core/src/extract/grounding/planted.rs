//! What was planted in a text, apart from the rest: it is searched to tell whether an answer repeats
//! it, and it proves nothing.

use std::cell::OnceCell;

use serde_json::Value;

use super::source::Source;
use super::{Found, Place};

pub(super) struct Planted {
    /// The lines with what was planted blanked out.
    rest: Vec<String>,
    words: Vec<String>,
    source: OnceCell<Source>,
}

impl Planted {
    pub fn read(lines: &[&str], places: &[Place]) -> Self {
        let mut rest: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let mut words = Vec::new();
        for (number, reaches) in by_line(places) {
            let Some(line) = rest.get_mut(number) else {
                continue;
            };
            let (outside, inside) = apart(line, &reaches);
            *line = outside;
            words.extend(inside);
        }
        Self {
            rest,
            words,
            source: OnceCell::new(),
        }
    }

    pub fn rest(&self) -> &[String] {
        &self.rest
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn holds(&self, value: &Value) -> bool {
        let source = || Source::read(&self.words);
        !self.is_empty() && matches!(self.source.get_or_init(source).find(value), Found::At(_))
    }
}

type Reaches = Vec<std::ops::Range<usize>>;

/// Places come in the order of the text.
fn by_line(places: &[Place]) -> impl Iterator<Item = (usize, Reaches)> {
    places
        .chunk_by(|one, other| one.line == other.line)
        .filter_map(|same| {
            let reaches = same.iter().map(|place| place.reach.clone());
            Some((same.first()?.line, reaches.collect()))
        })
}

/// A line without the reaches, and what they hold. They may overlap.
fn apart(line: &str, reaches: &Reaches) -> (String, Vec<String>) {
    let (mut outside, mut inside) = (String::new(), Vec::new());
    let mut at = 0;
    for reach in reaches {
        outside.push_str(line.get(at..reach.start).unwrap_or_default());
        outside.push(' ');
        let start = reach.start.max(at);
        inside.extend(line.get(start..reach.end).map(str::to_owned));
        at = reach.end.max(at);
    }
    outside.push_str(line.get(at..).unwrap_or_default());
    (outside, inside)
}
