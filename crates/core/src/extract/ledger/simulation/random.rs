//! A linear congruential generator: the same seed gives the same run on every machine.

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn between_ms(&mut self, low_ms: i64, high_ms: i64) -> i64 {
        low_ms + (self.next() % (high_ms - low_ms + 1) as u64) as i64
    }
}
