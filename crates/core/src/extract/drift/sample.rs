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

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sample {
    fields: Vec<Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    nothing: Rate,
    items: Mean,
    length: Mean,
}

impl Sample {
    pub fn take(&mut self, shape: &Shape, answer: &Map<String, Value>) {
        self.fields.resize_with(shape.fields.len(), Counts::default);
        for (counts, field) in self.fields.iter_mut().zip(&shape.fields) {
            let value = answer.get(&field.name).unwrap_or(&Value::Null);
            counts.nothing.take(says_nothing(value));
            match value {
                Value::Array(items) if !items.is_empty() => counts.items.take(items.len()),
                Value::String(text) if field.is_text => counts.length.take(text.chars().count()),
                _ => {}
            }
        }
    }

    /// Answers in it; those of faded windows weigh less.
    pub fn weight(&self) -> f64 {
        self.fields.first().map_or(0.0, |counts| counts.nothing.of)
    }

    pub fn add(&mut self, other: &Self) {
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
