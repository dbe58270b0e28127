//! Time as an argument: a clock that a test turns by hand, and the one on the wall.
//!
//! Must never sleep: whoever waits for something waits for its event (see `wait`).

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where a part takes the time from. Milliseconds since 1970, UTC.
pub trait Clock: Send + Sync {
    fn now_ms(&self) -> i64;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => millis(since),
            Err(before) => -millis(before.duration()),
        }
    }
}

/// Stands still until it is told otherwise. Share it by `Arc`.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    pub fn at(now_ms: i64) -> Self {
        Self(AtomicI64::new(now_ms))
    }

    /// May also go back: a clock that jumps is one of the faults to test.
    pub fn set(&self, now_ms: i64) {
        self.0.store(now_ms, Ordering::SeqCst);
    }

    /// Goes forward and says what time it is then.
    pub fn advance(&self, by: Duration) -> i64 {
        let by_ms = millis(by);
        self.0.fetch_add(by_ms, Ordering::SeqCst) + by_ms
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_only_by_hand() {
        let clock = ManualClock::at(1_000);
        assert_eq!((clock.now_ms(), clock.now_ms()), (1_000, 1_000));
        assert_eq!(clock.advance(Duration::from_secs(2)), 3_000);
        clock.set(-5);
        assert_eq!(clock.now_ms(), -5);
    }

    #[test]
    fn the_system_clock_is_past_2020() {
        assert!(SystemClock.now_ms() > 1_577_836_800_000);
    }
}
