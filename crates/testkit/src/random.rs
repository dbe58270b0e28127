//! Repeatable randomness: SplitMix64, and streams derived from labels.
//!
//! Frozen: the digest of the default world depends on every bit of it. Never for secrets.

/// One stream of numbers. Equal seeds and labels give equal streams on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x5265_6164_4f6e_6365))
    }

    /// An own stream for a part of the world, so that one part's appetite never moves another.
    pub(crate) fn fork(&self, label: &str, number: u64) -> Self {
        let labelled = label.bytes().fold(self.0, |state, byte| {
            mix(state ^ u64::from(byte)).wrapping_add(0x9e37_79b9)
        });
        Self(mix(labelled ^ mix(number)))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number from 0 up to, not including, `bound`; 0 when the bound is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(bound);
        (wide >> 64) as u64
    }

    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    pub(crate) fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < u64::from(per_mille)
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// One of `from`, which must not be empty.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.index(from.len())]
    }

    /// `count` different ones of `from` in random order; all of them when there are fewer.
    pub(crate) fn sample<T: Clone>(&mut self, from: &[T], count: usize) -> Vec<T> {
        let mut all = from.to_vec();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_never_changes() {
        let mut random = Random::new(7).fork("item", 3);
        let first: Vec<u64> = (0..3).map(|_| random.below(1000)).collect();
        assert_eq!(first, FROZEN);
    }

    const FROZEN: [u64; 3] = [631, 377, 292];

    #[test]
    fn forks_are_streams_of_their_own() {
        let root = Random::new(7);
        let mut numbers: Vec<u64> = ["a", "b", "ab"]
            .iter()
            .flat_map(|label| (0..3).map(|n| root.fork(label, n).next()))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 9);
    }

    #[test]
    fn a_bound_is_never_reached_and_every_value_below_it_is() {
        let mut random = Random::new(1);
        let mut hits = [0_u32; 7];
        for _ in 0..7000 {
            hits[random.index(7)] += 1;
        }
        assert!(hits.iter().all(|&n| (800..1200).contains(&n)), "{hits:?}");
    }

    #[test]
    fn a_sample_has_no_twins() {
        let mut sample = Random::new(2).sample(&[1, 2, 3, 4, 5, 6], 4);
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), 4);
    }
}
