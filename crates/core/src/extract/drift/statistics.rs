//! The two tests. Each asks for a shift that is sure and large: an interval around the difference
//! must lie wholly beyond what is taken for ordinary.
//!
//! - Rates: the interval of Agresti and Caffo, which adds a success and a failure to each side and so
//!   stays right for rates at 0 and 1 and for small numbers. A. Agresti, B. Caffo: "Simple and
//!   effective confidence intervals for proportions and differences of proportions result from adding
//!   two successes and two failures", The American Statistician 54(4), 2000, 280-288.
//! - Means of counts and lengths, as logarithms since such numbers are skewed: unequal variances as
//!   in B. L. Welch: "The generalization of 'Student's' problem when several different population
//!   variances are involved", Biometrika 34(1/2), 1947, 28-35; with the normal quantile, so both
//!   sides need a number of values.

/// Two-sided 99.9 %: a source has some twenty measures, each of them asked once a window.
const QUANTILE: f64 = 3.29;
/// Rates differ by this much between weeks for no reason.
const ORDINARY_RATE_SHIFT: f64 = 0.15;
/// Half as much again, or a third less, as a logarithm: ln 1.5.
const ORDINARY_LOG_SHIFT: f64 = 0.405_465_108_108_164_4;
/// Below so many values a mean is no evidence.
const FEWEST_VALUES: f64 = 20.0;

/// So many of so many. Weights of old windows are no whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rate {
    pub of: f64,
    pub count: f64,
}

/// Mean and spread of values that are seen one by one (Welford).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    pub count: f64,
    pub mean: f64,
    squares: f64,
}

impl Rate {
    pub fn take(&mut self, is_so: bool) {
        self.of += 1.0;
        self.count += f64::from(u8::from(is_so));
    }

    pub fn rate(&self) -> f64 {
        if self.of > 0.0 {
            self.count / self.of
        } else {
            0.0
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.of += other.of;
        self.count += other.count;
    }

    pub fn fade(&mut self, factor: f64) {
        self.of *= factor;
        self.count *= factor;
    }

    pub fn shifted(&self, now: &Self) -> bool {
        let adjusted = |rate: &Self| ((rate.count + 1.0) / (rate.of + 2.0), rate.of + 2.0);
        let ((before, of_before), (now, of_now)) = (adjusted(self), adjusted(now));
        let variance = before * (1.0 - before) / of_before + now * (1.0 - now) / of_now;
        (before - now).abs() - QUANTILE * variance.sqrt() > ORDINARY_RATE_SHIFT
    }
}

impl Mean {
    /// Takes a count or a length in.
    pub fn take(&mut self, value: u32) {
        let value = f64::from(value).ln_1p();
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    /// The geometric mean of what was taken in.
    pub fn value(&self) -> f64 {
        self.mean.exp_m1()
    }

    pub fn add(&mut self, other: &Self) {
        let count = self.count + other.count;
        if count <= 0.0 {
            return;
        }
        let off = other.mean - self.mean;
        self.mean += off * other.count / count;
        self.squares += other.squares + off * off * self.count * other.count / count;
        self.count = count;
    }

    pub fn fade(&mut self, factor: f64) {
        self.count *= factor;
        self.squares *= factor;
    }

    pub fn shifted(&self, now: &Self) -> bool {
        if self.count < FEWEST_VALUES || now.count < FEWEST_VALUES {
            return false;
        }
        let error = |mean: &Self| mean.squares / (mean.count - 1.0) / mean.count;
        let error = (error(self) + error(now)).sqrt();
        (self.mean - now.mean).abs() - QUANTILE * error > ORDINARY_LOG_SHIFT
    }
}
