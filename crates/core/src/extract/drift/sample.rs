//! What is counted of answers: for each field of the contract how often it says something, how many
//! items a list has, how long a text is. No value is kept.

use serde_json::{Map, Value};

use super::statistics::{Mean, Rate};
use super::{Drift, Measure};
use crate::extract::contract::{Contract, Field, Kind, says_nothing};

/// The fields that are counted, in the order of their contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    fields: Vec<Counted>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted {
    name: String,
    /// Not for closed lists: their words differ in length and that says nothing.
    is_text: bool,
}

impl Shape {
    pub fn of(contract: &Contract) -> Self {
        let counted = |field: &Field| Counted {
            name: field.name.clone(),
            is_text: field.kind == Kind::Text && field.words.is_none(),
        };
        Self {
            fields: contract.fields.iter().map(counted).collect(),
        }
    }
}

/// An answer as it is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    /// In the order of the contract; none for a field that was not asked.
    fields: Vec<Option<Said>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    nothing: bool,
    items: Option<u32>,
    length: Option<u32>,
}

impl Shape {
    /// With no name in `asked` all fields were.
    pub(super) fn measure(&self, value: &Map<String, Value>, asked: &[String]) -> Measured {
        let is_asked = |field: &Counted| asked.is_empty() || asked.contains(&field.name);
        let said = |field: &Counted| {
            let said = value.get(&field.name).unwrap_or(&Value::Null);
            is_asked(field).then(|| Said::of(said, field.is_text))
        };
        Measured {
            fields: self.fields.iter().map(said).collect(),
        }
    }
}

impl Said {
    fn of(value: &Value, is_text: bool) -> Self {
        let (items, length) = match value {
            Value::Array(items) if !items.is_empty() => (Some(number(items.len())), None),
            Value::String(text) if is_text => (None, Some(number(text.chars().count()))),
            _ => (None, None),
        };
        Self {
            nothing: says_nothing(value),
            items,
            length,
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sample {
    answers: f64,
    fields: Vec<Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    nothing: Rate,
    items: Mean,
    length: Mean,
}

impl Sample {
    pub fn take(&mut self, answer: &Measured) {
        self.answers += 1.0;
        self.fields
            .resize_with(answer.fields.len(), Counts::default);
        for (counts, said) in self.fields.iter_mut().zip(&answer.fields) {
            let Some(said) = said else {
                continue;
            };
            counts.nothing.take(said.nothing);
            if let Some(items) = said.items {
                counts.items.take(items);
            }
            if let Some(length) = said.length {
                counts.length.take(length);
            }
        }
    }

    /// Answers in it; those of faded windows weigh less.
    pub const fn weight(&self) -> f64 {
        self.answers
    }

    pub fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        if self.fields.len() < other.fields.len() {
            self.fields.resize_with(other.fields.len(), Counts::default);
        }
        for (counts, other) in self.fields.iter_mut().zip(&other.fields) {
            counts.nothing.add(&other.nothing);
            counts.items.add(&other.items);
            counts.length.add(&other.length);
        }
    }

    pub fn fade(&mut self, factor: f64) {
        self.answers *= factor;
        for counts in &mut self.fields {
            counts.nothing.fade(factor);
            counts.items.fade(factor);
            counts.length.fade(factor);
        }
    }

    /// In what a later sample differs.
    pub fn drifts(&self, now: &Self, shape: &Shape) -> Vec<Drift> {
        let both = self.fields.iter().zip(&now.fields).zip(&shape.fields);
        both.flat_map(|((before, now), field)| before.drifts(now, &field.name))
            .collect()
    }
}

impl Counts {
    fn drifts(&self, now: &Self, field: &str) -> Vec<Drift> {
        let drift = |measure, before, now| Drift {
            field: field.to_owned(),
            measure,
            before,
            now,
        };
        let rates = (self.nothing.rate(), now.nothing.rate());
        let found = [
            (self.nothing.shifted(&now.nothing), Measure::NullRate, rates),
            (
                self.items.shifted(&now.items),
                Measure::Items,
                (self.items.value(), now.items.value()),
            ),
            (
                self.length.shifted(&now.length),
                Measure::Length,
                (self.length.value(), now.length.value()),
            ),
        ];
        let found = found.into_iter().filter(|(shifted, _, _)| *shifted);
        found
            .map(|(_, measure, (before, now))| drift(measure, before, now))
            .collect()
    }
}
