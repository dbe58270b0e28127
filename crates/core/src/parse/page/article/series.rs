//! Rows of teasers and replies: elements of one look beside each other.
//!
//! Visits each container once. A page that has nothing but them keeps them.

use super::cut::Cuts;
use super::outline::{ROOT, Sums};
use super::region::CONFIDENT;

/// Like elements beside each other, from which on they are a series.
const SERIES: usize = 3;

/// Weight of the sentences that a teaser holds at most.
const LONGEST_TEASER: u32 = 420;

impl Cuts<'_, '_> {
    /// Cuts teasers and replies: three or more alike that each have a linked heading or an age. A
    /// page that has nothing but them keeps them.
    pub(super) fn cut_all_series(&mut self) {
        let total = self.sums(ROOT).prose;
        let (mut found, mut prose, mut at) = (Vec::new(), 0_u32, ROOT);
        while at < self.outline.nodes.len() {
            let before = found.len();
            if !self.is_cut(at) {
                self.find_series(at, total, &mut found);
            }
            let new = found.get(before..).unwrap_or_default();
            let more = new
                .iter()
                .map(|at| self.sums(*at).prose)
                .fold(0, u32::saturating_add);
            prose = prose.saturating_add(more);
            // What is found counts once: series inside of series are passed over.
            new.iter().for_each(|at| {
                if let Some(cut) = self.cut.get_mut(*at) {
                    *cut = true;
                }
            });
            at = self.next_open(at);
        }
        if total.saturating_sub(prose) < CONFIDENT && prose > 0 {
            found.iter().for_each(|at| {
                if let Some(cut) = self.cut.get_mut(*at) {
                    *cut = false;
                }
            });
        }
        self.add_up();
    }

    /// The next node in order, behind what is cut.
    fn next_open(&self, at: usize) -> usize {
        let next = at.saturating_add(1);
        match at != ROOT && self.is_cut(at) {
            true => (self.outline.node(at).next as usize).max(next),
            false => next,
        }
    }

    fn find_series(&self, parent: usize, total: u32, found: &mut Vec<usize>) {
        let mut series: Vec<usize> = Vec::new();
        for at in self.outline.children(parent) {
            if self.is_cut(at) {
                continue;
            }
            let look = |at: usize| self.outline.node(at).look;
            if series.first().is_some_and(|first| look(*first) != look(at)) {
                self.take_series(&series, total, found);
                series.clear();
            }
            series.push(at);
        }
        self.take_series(&series, total, found);
    }

    fn take_series(&self, series: &[usize], total: u32, found: &mut Vec<usize>) {
        if series.len() < SERIES {
            return;
        }
        let most = |test: fn(&Sums) -> bool| {
            let fitting = series.iter().filter(|at| test(&self.sums(**at))).count();
            fitting.saturating_mul(3) >= series.len().saturating_mul(2)
        };
        let prose = series
            .iter()
            .map(|at| self.sums(*at).prose)
            .fold(0, u32::saturating_add);
        let small = u64::from(prose).saturating_mul(10) <= u64::from(total).saturating_mul(6);
        // A line of a text may be a link by chance, so that bare links must be all of them.
        let links = series.iter().all(|at| {
            let sums = self.sums(*at);
            is_short(&sums) && (sums.linked_headings > 0 || sums.is_linked(95))
        });
        let teasers = links || most(|sums| is_short(sums) && sums.linked_headings > 0);
        let replies = small && most(|sums| sums.ages > 0);
        if teasers || replies {
            found.extend_from_slice(series);
        }
    }
}

fn is_short(sums: &Sums) -> bool {
    sums.prose <= LONGEST_TEASER && sums.lines <= 8
}
