//! Which offset may be committed: the first that is not finished. Pure.

use std::collections::BTreeSet;

/// Taken and finished offsets of one partition. Only the unfinished ones cost memory.
#[derive(Debug, Default)]
pub struct Progress {
    unfinished: BTreeSet<i64>,
    last_taken: Option<i64>,
}

impl Progress {
    pub fn take(&mut self, offset: i64) {
        self.unfinished.insert(offset);
        self.last_taken = Some(offset);
    }

    pub fn finish(&mut self, offset: i64) {
        self.unfinished.remove(&offset);
    }

    /// Everything below this offset was handed over: what lies between the last record and it are
    /// markers of transactions, which nobody has to finish.
    pub fn pass(&mut self, position: i64) {
        if self.last_taken.is_none_or(|last| last + 1 < position) {
            self.last_taken = Some(position - 1);
        }
    }

    /// The next offset to read after a restart; none before the first record.
    pub fn next(&self) -> Option<i64> {
        self.unfinished
            .first()
            .copied()
            .or(self.last_taken.map(|last| last + 1))
    }

    pub fn unfinished(&self) -> usize {
        self.unfinished.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(offsets: impl IntoIterator<Item = i64>) -> Progress {
        let mut progress = Progress::default();
        offsets.into_iter().for_each(|offset| progress.take(offset));
        progress
    }

    #[test]
    fn commits_the_next_offset_not_the_last_one() {
        let mut progress = taken(5..=7);
        (5..=7).for_each(|offset| progress.finish(offset));
        assert_eq!(progress.next(), Some(8));
    }

    #[test]
    fn never_passes_a_record_that_still_runs() {
        let mut progress = taken(1..=7);
        for offset in [1, 2, 3, 5, 6, 7] {
            progress.finish(offset);
        }
        assert_eq!(progress.next(), Some(4));
        progress.finish(4);
        assert_eq!(progress.next(), Some(8));
    }

    #[test]
    fn gaps_of_transaction_markers_do_not_hold_it_up() {
        let mut progress = taken([0, 2, 4]);
        [0, 2, 4]
            .into_iter()
            .for_each(|offset| progress.finish(offset));
        assert_eq!(progress.next(), Some(5));
    }

    #[test]
    fn passes_markers_behind_the_last_record_but_no_record_that_runs() {
        let mut progress = taken([0, 2]);
        progress.pass(8);
        assert_eq!(progress.next(), Some(0));
        [0, 2]
            .into_iter()
            .for_each(|offset| progress.finish(offset));
        assert_eq!(progress.next(), Some(8));
        progress.pass(3);
        assert_eq!(progress.next(), Some(8));
    }

    #[test]
    fn says_nothing_before_the_first_record() {
        assert_eq!(Progress::default().next(), None);
    }
}
