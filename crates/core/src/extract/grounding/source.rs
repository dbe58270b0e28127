//! The text in the form in which values are looked for, with its lines.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use rust_decimal::Decimal;
use serde_json::Value;

use super::{Found, Span, boundary, fold, number, search};

pub(super) struct Source {
    /// The folded lines, joined by blanks: a value may run over a line's end.
    text: String,
    /// Where each line of the original begins in `text`.
    line_starts: Vec<usize>,
    /// Read when the first number is asked for.
    numbers: OnceCell<HashMap<Decimal, Range<usize>>>,
}

impl Source {
    pub fn read(lines: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let mut text = String::new();
        let mut line_starts = Vec::new();
        for line in lines {
            let folded = fold::fold(line.as_ref());
            if !text.is_empty() && !folded.is_empty() {
                text.push(' ');
            }
            line_starts.push(text.len());
            text.push_str(&folded);
        }
        Self {
            text,
            line_starts,
            numbers: OnceCell::new(),
        }
    }

    pub fn find(&self, value: &Value) -> Found {
        let place = match value {
            Value::String(text) => self.find_text(text),
            Value::Number(value) => self.find_number(value),
            _ => return Found::NotAsked,
        };
        place.map_or(Found::Nowhere, |place| Found::At(self.span(&place)))
    }

    fn find_text(&self, text: &str) -> Option<Range<usize>> {
        let value = fold::fold(text);
        search::find(&self.text, &value, |place| {
            boundary::is_whole(&self.text, place)
        })
    }

    fn find_number(&self, value: &serde_json::Number) -> Option<Range<usize>> {
        let numbers = self.numbers.get_or_init(|| number::numbers(&self.text));
        numbers.get(&number::value_of(value)?).cloned()
    }

    fn span(&self, place: &Range<usize>) -> Span {
        let line_of = |at: usize| self.line_starts.partition_point(|start| *start <= at);
        Span {
            first_line: line_of(place.start),
            last_line: line_of(place.end.saturating_sub(1)),
        }
    }
}
