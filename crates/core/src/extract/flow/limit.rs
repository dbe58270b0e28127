//! How many calls at once: as TCP finds what a path carries (RFC 5681, section 3.1). Slow start doubles
//! the places a round until the first sign of overload; then each round adds one, and each sign
//! halves them, once a round however many calls of that round failed.
//!
//! Durations do not steer it: an answer's length decides how long a model writes, so a slow answer
//! is no sign of a queue. A timeout is one.

/// Places before anything is known of an endpoint.
const FIRST_PLACES: u32 = 16;
const DECREASE: f64 = 0.5;

#[derive(Clone, Debug)]
pub(super) struct Limit {
    most: f64,
    now: f64,
    /// Below it, places double a round.
    threshold: f64,
    /// Calls that began before tell of the load that was cut already.
    cut_at_ms: i64,
}

impl Limit {
    pub(super) fn new(most: u32) -> Self {
        let most = most.max(1);
        Self {
            most: f64::from(most),
            now: f64::from(FIRST_PLACES.min(most)),
            threshold: f64::from(most),
            cut_at_ms: i64::MIN,
        }
    }

    pub(super) fn places(&self) -> u32 {
        // Never below 1 and never above a u32, both by the bounds that are kept here.
        self.now as u32
    }

    /// A call went well while most places were taken.
    pub(super) fn raise(&mut self) {
        let step = match self.now < self.threshold {
            true => 1.0,
            false => 1.0 / self.now,
        };
        self.now = (self.now + step).min(self.most);
    }

    pub(super) fn cut(&mut self, started_at_ms: i64, now_ms: i64) {
        if started_at_ms < self.cut_at_ms {
            return;
        }
        self.now = (self.now * DECREASE).max(1.0);
        self.threshold = self.now;
        self.cut_at_ms = now_ms;
    }
}
