//! The shortest way from one row of words to another (Myers, greedy and forward).
//!
//! Costs O((n + m) * d) steps and O(d * d) memory for d edits, and gives up beyond `MAX_EDITS`: the
//! cost of any comparison is bounded by its length times a constant.

use std::ops::Range;

/// Single-word edits that are looked for before a comparison is given up.
const MAX_EDITS: usize = 500;

/// A run of words that both rows have: `before` and `after` are equally long.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Common {
    pub(super) before: Range<usize>,
    pub(super) after: Range<usize>,
}

/// A point that a path has reached: so many words of both rows, the last `run` of them equal.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) edits: usize,
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) run: usize,
}

/// Two rows by their lengths and what is equal in them.
pub(super) struct Rows<F: Fn(usize, usize) -> bool> {
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) equal: F,
}

/// Furthest words of `before` for each diagonal after some edits; diagonal k lies at k + edits.
type Front = Vec<Option<usize>>;

impl<F: Fn(usize, usize) -> bool> Rows<F> {
    /// The runs of the shortest path to the first point where `ends` holds, with that point;
    /// `None` when it takes too many edits.
    pub(super) fn path(&self, ends: impl Fn(Reached) -> bool) -> Option<(Vec<Common>, Reached)> {
        let longest = self.before.saturating_add(self.after);
        let mut fronts: Vec<Front> = Vec::new();
        for edits in 0..=longest.min(MAX_EDITS) {
            let mut front: Front = Vec::with_capacity(edits.saturating_mul(2).saturating_add(1));
            let mut end = None;
            for lane in 0..=edits.saturating_mul(2) {
                let reached = (lane % 2 == 0)
                    .then(|| self.advance(fronts.last(), edits, lane))
                    .flatten();
                front.push(reached.map(|reached| reached.before));
                end = end.or(reached.filter(|reached| ends(*reached)));
            }
            fronts.push(front);
            if let Some(end) = end {
                return Some((self.runs(&fronts, end), end));
            }
        }
        None
    }

    /// The furthest point of a lane after one more edit, equal words included.
    fn advance(&self, last: Option<&Front>, edits: usize, lane: usize) -> Option<Reached> {
        let start = self.step(last, edits, lane)?;
        let mut before = start;
        while let Some(after) = self.after_at(before, edits, lane) {
            if before < self.before && after < self.after && (self.equal)(before, after) {
                before = before.saturating_add(1);
            } else {
                break;
            }
        }
        Some(Reached {
            edits,
            before,
            after: self.after_at(before, edits, lane)?,
            run: before.saturating_sub(start),
        })
    }

    /// Where a lane begins: by leaving out a word of `before`, or by taking in one of `after`.
    fn step(&self, last: Option<&Front>, edits: usize, lane: usize) -> Option<usize> {
        let Some(last) = last else {
            return Some(0);
        };
        // Lanes of the front before are shifted by one: its lane l - 1 is the same diagonal.
        let at = |lane: Option<usize>| last.get(lane?).copied().flatten();
        let removed = at(lane.checked_sub(2))
            .map(|before| before.saturating_add(1))
            .filter(|before| *before <= self.before);
        let added = at(Some(lane)).filter(|before| {
            self.after_at(*before, edits, lane)
                .is_some_and(|after| after <= self.after)
        });
        removed.max(added)
    }

    /// Words of `after` that a lane has reached with so many words of `before`.
    fn after_at(&self, before: usize, edits: usize, lane: usize) -> Option<usize> {
        before.saturating_add(edits).checked_sub(lane)
    }

    fn runs(&self, fronts: &[Front], end: Reached) -> Vec<Common> {
        let mut runs = Vec::new();
        let mut before = end.before;
        let mut lane = before.saturating_add(end.edits).saturating_sub(end.after);
        for edits in (0..=end.edits).rev() {
            let last = edits.checked_sub(1).and_then(|last| fronts.get(last));
            let start = self.step(last, edits, lane).unwrap_or(0);
            let after_at = |before| self.after_at(before, edits, lane).unwrap_or(0);
            if start < before {
                runs.push(Common {
                    before: start..before,
                    after: after_at(start)..after_at(before),
                });
            }
            let removed = lane.checked_sub(2).filter(|lane| {
                let left = last.and_then(|last| last.get(*lane).copied().flatten());
                left.is_some_and(|left| left.saturating_add(1) == start)
            });
            (before, lane) = match removed {
                Some(lane) => (start.saturating_sub(1), lane),
                None => (start, lane),
            };
        }
        runs.reverse();
        runs
    }
}
