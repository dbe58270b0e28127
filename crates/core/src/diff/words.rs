//! A text as words with their places; scripts without blanks between words go by characters.

use std::collections::HashMap;
use std::ops::Range;

use crate::canonical::is_dense;

/// The words of a text: numbers that are equal for equal words, and where the words lie.
pub(super) struct Words<'a> {
    text: &'a str,
    pub(super) ids: Vec<u32>,
    places: Vec<Range<usize>>,
}

/// Numbers for words, shared by the two texts of a comparison.
#[derive(Default)]
pub(super) struct Numbers<'a>(HashMap<&'a str, u32>);

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str, numbers: &mut Numbers<'a>) -> Self {
        Self::at(text, places(text), numbers)
    }

    /// Whole lines in the place of words.
    pub(super) fn lines(text: &'a str, numbers: &mut Numbers<'a>) -> Self {
        let mut start = 0usize;
        let lines = text.split('\n').map(|line| {
            let place = start..start.saturating_add(line.len());
            start = place.end.saturating_add(1);
            place
        });
        Self::at(text, lines.collect(), numbers)
    }

    fn at(text: &'a str, places: Vec<Range<usize>>, numbers: &mut Numbers<'a>) -> Self {
        let ids = places
            .iter()
            .map(|place| numbers.of(within(text, place.clone())))
            .collect();
        Self { text, ids, places }
    }

    pub(super) fn word(&self, at: usize) -> &'a str {
        self.places
            .get(at)
            .map_or("", |place| within(self.text, place.clone()))
    }

    /// The text from the first to behind the last word of a range, with what stands between.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        let words = self.places.get(range).unwrap_or_default();
        match (words.first(), words.last()) {
            (Some(first), Some(last)) => within(self.text, first.start..last.end),
            _ => "",
        }
    }

    /// The text from a word to the end, less what is known of that word.
    pub(super) fn rest(&self, from: usize, known: &str) -> &'a str {
        let start = self
            .places
            .get(from)
            .map_or(self.text.len(), |place| place.start);
        within(
            self.text,
            start.saturating_add(known.len())..self.text.len(),
        )
    }
}

impl<'a> Numbers<'a> {
    fn of(&mut self, word: &'a str) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(word).or_insert(next)
    }
}

fn within(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

fn places(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let dense = is_dense(c);
        if dense || c.is_whitespace() {
            places.extend(open.take().map(|start| start..at));
        }
        if dense {
            places.push(at..at.saturating_add(c.len_utf8()));
        } else if !c.is_whitespace() {
            open.get_or_insert(at);
        }
    }
    places.extend(open.map(|start| start..text.len()));
    places
}
