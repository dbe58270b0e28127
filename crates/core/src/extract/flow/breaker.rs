//! A circuit breaker (M. Nygard, "Release It!", chapter 5): when most calls of late brought trouble,
//! none is made for a while; then one, as a probe. It decides for all others.
//!
//! An outage therefore costs a probe now and then, and no content's attempts.

use super::sign::Sign;

/// Calls that are looked at.
const WINDOW: u32 = 20;
/// With fewer, trouble may be chance.
const LEAST_SEEN: u32 = 5;
const FIRST_PAUSE_MS: i64 = 5_000;
const LONGEST_PAUSE_MS: i64 = 300_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Closed,
    /// A probe may be made, or is under way.
    HalfOpen,
    Open,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Breaker {
    phase: Phase,
    /// How often it opened without a good probe in between.
    openings: u32,
    /// Results of calls that began before say nothing of what comes.
    closed_at_ms: i64,
}

#[derive(Clone, Debug)]
enum Phase {
    Closed(Recent),
    Open { until_ms: i64 },
    Probing,
}

/// The last results, the latest in the lowest bit; a bit that is set is trouble.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    bits: u32,
    seen: u32,
}

impl Default for Phase {
    fn default() -> Self {
        Phase::Closed(Recent::default())
    }
}

impl Recent {
    fn note(&mut self, is_trouble: bool) {
        self.bits = ((self.bits << 1) | u32::from(is_trouble)) & ((1 << WINDOW) - 1);
        self.seen = (self.seen + 1).min(WINDOW);
    }

    fn is_bad(self) -> bool {
        self.seen >= LEAST_SEEN && self.bits.count_ones() * 2 >= self.seen
    }
}

impl Breaker {
    pub(super) fn state(&self) -> State {
        match self.phase {
            Phase::Closed(_) => State::Closed,
            Phase::Open { .. } => State::Open,
            Phase::Probing => State::HalfOpen,
        }
    }

    /// When a probe may be made; none when calls may be made now, or one is the probe.
    pub(super) fn opens_at_ms(&self, now_ms: i64) -> Option<i64> {
        match self.phase {
            Phase::Open { until_ms } if now_ms < until_ms => Some(until_ms),
            _ => None,
        }
    }

    pub(super) fn is_probing(&self) -> bool {
        matches!(self.phase, Phase::Probing)
    }

    /// A call begins. True: it is the probe.
    pub(super) fn begin(&mut self) -> bool {
        let is_probe = matches!(self.phase, Phase::Open { .. });
        if is_probe {
            self.phase = Phase::Probing;
        }
        is_probe
    }

    /// The probe was never made: the next call is one.
    pub(super) fn probe_again(&mut self, now_ms: i64) {
        if self.is_probing() {
            self.phase = Phase::Open { until_ms: now_ms };
        }
    }

    pub(super) fn note(&mut self, sign: Sign, started_at_ms: i64, is_probe: bool, now_ms: i64) {
        match &mut self.phase {
            Phase::Closed(recent) => {
                if sign == Sign::Unclear || started_at_ms < self.closed_at_ms {
                    return;
                }
                recent.note(sign.is_trouble());
                if recent.is_bad() {
                    self.open(now_ms);
                }
            }
            Phase::Probing if is_probe => match sign {
                Sign::Well => self.close(now_ms),
                Sign::Unclear => self.probe_again(now_ms),
                Sign::Overloaded | Sign::Astray => self.open(now_ms),
            },
            // Late results of calls that began before it opened.
            Phase::Open { .. } | Phase::Probing => {}
        }
    }

    fn open(&mut self, now_ms: i64) {
        let pause_ms = FIRST_PAUSE_MS
            .saturating_mul(1 << self.openings.min(16))
            .min(LONGEST_PAUSE_MS);
        self.openings = self.openings.saturating_add(1);
        let until_ms = now_ms.saturating_add(pause_ms);
        self.phase = Phase::Open { until_ms };
    }

    fn close(&mut self, now_ms: i64) {
        *self = Self {
            closed_at_ms: now_ms,
            ..Self::default()
        };
    }
}
