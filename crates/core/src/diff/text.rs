//! Canonical texts word by word: what was edited, and whether the new one merely stops early.

use std::ops::Range;

use readonce_model::record::Change;
use serde::Serialize;

use super::align::{Common, Reached, Rows};
use super::facts::change;
use super::words::{Numbers, Words};

/// Equal words at the end that make a shorter text a cut copy although it has edits too.
const CUT_RUN: usize = 5;

/// One place where two texts differ; what is only in one of them leaves the other side empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hunk {
    pub before: String,
    pub after: String,
}

/// The differences between two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextDiff {
    pub hunks: Vec<Hunk>,
    /// What is gone because the new text stops early, in the middle of a word perhaps.
    pub missing: Option<String>,
    /// The texts differ in so many places that all of it is one hunk.
    pub coarse: bool,
}

impl TextDiff {
    pub fn cut(&self) -> bool {
        self.missing.is_some()
    }

    /// The edits as changes of the field `text`. A missing tail is none: whether it is a change
    /// or a poor copy is for the caller to say.
    pub fn changes(&self) -> Vec<Change> {
        let side = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let edits = self.hunks.iter().filter_map(|hunk| {
            let (before, after) = (side(&hunk.before), side(&hunk.after));
            change("text", before.as_deref(), after.as_deref())
        });
        edits.collect()
    }
}

/// Compares two canonical texts by their words. The cost is bounded by the length: see `align`.
pub fn text_changes(before: &str, after: &str) -> TextDiff {
    if before == after {
        return TextDiff::default();
    }
    let mut numbers = Numbers::default();
    let old = Words::of(before, &mut numbers);
    let new = Words::of(after, &mut numbers);
    cut_copy(&old, &new)
        .or_else(|| edited(&old, &new))
        .unwrap_or_else(|| rewritten(&old, &new))
        .or_reflowed(before, after)
}

/// The new text as the beginning of the old one, with edits, where it is one: its last words are
/// in the old text, the very last one maybe only in part. Where nothing but a part of the last
/// word is gone, that word was edited.
fn cut_copy(old: &Words, new: &Words) -> Option<TextDiff> {
    let last = new.ids.len().checked_sub(1)?;
    let piece = new.word(last);
    let in_part = |x: usize, y: usize| y == last && old.word(x).starts_with(piece);
    let rows = Rows {
        before: old.ids.len(),
        after: new.ids.len(),
        equal: |x, y| old.ids.get(x) == new.ids.get(y) || in_part(x, y),
    };
    let ends = |at: Reached| at.after == rows.after;
    let whole = |at: Reached| at.before == rows.before;
    let is_cut = |at: Reached| ends(at) && !whole(at) && (at.edits == 0 || at.run >= CUT_RUN);
    let (runs, end) = rows.path(|at| is_cut(at) || (ends(at) && whole(at)))?;
    if !is_cut(end) {
        return None;
    }
    // The old word that stands against the last new one, and all behind it.
    let tail = old.rest(end.before.saturating_sub(1), piece);
    Some(TextDiff {
        hunks: hunks(old, new, &runs, (end.before, end.after)),
        missing: Some(tail.trim_start().to_owned()),
        coarse: false,
    })
}

fn edited(old: &Words, new: &Words) -> Option<TextDiff> {
    let rows = Rows {
        before: old.ids.len(),
        after: new.ids.len(),
        equal: |x, y| old.ids.get(x) == new.ids.get(y),
    };
    let ends = (rows.before, rows.after);
    let (runs, _) = rows.path(|at| (at.before, at.after) == ends)?;
    Some(TextDiff {
        hunks: hunks(old, new, &runs, ends),
        missing: None,
        coarse: false,
    })
}

/// Too much differs: everything between the common beginning and the common end is one hunk.
fn rewritten(old: &Words, new: &Words) -> TextDiff {
    let pairs = old.ids.iter().zip(&new.ids);
    let head = pairs.take_while(|(old, new)| old == new).count();
    let shorter = old.ids.len().min(new.ids.len());
    let pairs = old.ids.iter().rev().zip(new.ids.iter().rev());
    let tail = pairs.take_while(|(old, new)| old == new).count();
    let tail = tail.min(shorter.saturating_sub(head));
    let middle = |words: &Words| head..words.ids.len().saturating_sub(tail);
    TextDiff {
        hunks: Vec::from_iter(hunk(old, new, middle(old), middle(new))),
        missing: None,
        coarse: true,
    }
}

/// What lies between the common runs, up to where the comparison ends.
fn hunks(old: &Words, new: &Words, runs: &[Common], ends: (usize, usize)) -> Vec<Hunk> {
    let end = Common {
        before: ends.0..ends.0,
        after: ends.1..ends.1,
    };
    let mut from = (0, 0);
    let mut found = Vec::new();
    for run in runs.iter().chain([&end]) {
        let gap = (from.0..run.before.start, from.1..run.after.start);
        found.extend(hunk(old, new, gap.0, gap.1));
        from = (run.before.end, run.after.end);
    }
    found
}

fn hunk(old: &Words, new: &Words, before: Range<usize>, after: Range<usize>) -> Option<Hunk> {
    (!before.is_empty() || !after.is_empty()).then(|| Hunk {
        before: old.slice(before).to_owned(),
        after: new.slice(after).to_owned(),
    })
}

impl TextDiff {
    /// The same words in other lines are a difference too: the lines that changed are one hunk.
    fn or_reflowed(mut self, before: &str, after: &str) -> Self {
        if self.hunks.is_empty() && self.missing.is_none() {
            let mut numbers = Numbers::default();
            let old = Words::lines(before, &mut numbers);
            let new = Words::lines(after, &mut numbers);
            self.hunks = rewritten(&old, &new).hunks;
        }
        self
    }
}
