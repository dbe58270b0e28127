//! What the programs of this crate share: timed rounds and choices from a fixed seed.
//!
//! Times are of one thread. Nothing here may depend on the machine but the clock.

pub mod postings;
pub mod words;

use std::time::{Duration, Instant};

/// The shortest of `rounds` runs of the same work; the result of each goes to `check`.
pub fn best_of<T>(
    rounds: usize,
    mut work: impl FnMut() -> T,
    mut check: impl FnMut(T),
) -> Option<Duration> {
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            let result = work();
            let taken = start.elapsed();
            check(result);
            taken
        })
        .min()
}

/// A stream of choices that is the same in every run (SplitMix64).
#[derive(Clone, Debug)]
pub struct Choices(u64);

impl Choices {
    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 for 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % bound).unwrap_or(0)
    }

    /// One of several; `None` of none.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
