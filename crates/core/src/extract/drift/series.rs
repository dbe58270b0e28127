//! One parser version of a source under one contract: the window that fills, the baseline behind
//! it, and whether it drifts.
//!
//! While it drifts the baseline stands still, so that what is wrong does not become normal by
//! itself. A level that holds for some windows is the new normal: a source may change for good.

use super::sample::{Measured, Sample, Shape};
use super::{Drift, Limits};

/// A window weighs so much less with each one that follows it: the baseline is some five windows.
const FADE: f64 = 0.8;
/// Windows that a baseline needs before anything is held against it.
const FEWEST_WINDOWS: f64 = 1.5;
/// Windows of a history after which the baseline is as good as it gets.
const ENOUGH_WINDOWS: f64 = 3.0;
/// Drifting windows in a row after which their level is the new baseline.
const SETTLED_AFTER: u32 = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct Series {
    window: Sample,
    baseline: Sample,
    /// The windows that drift.
    changed: Sample,
    changed_windows: u32,
    drifts: Vec<Drift>,
    /// Until the first window is full: the baseline of the series that this one may replace.
    before: Option<Sample>,
    /// Answers of the source's other series meanwhile.
    beside: u32,
}

impl Series {
    /// A series that begins while `other` was the last one that was answered for.
    pub fn after(other: &Self) -> Self {
        // Who has had no full window stands for the one before it.
        let before = other.before.as_ref().unwrap_or(&other.baseline);
        Self {
            before: Some(before.clone()),
            ..Self::default()
        }
    }

    /// Another series of the source was answered for.
    pub fn stand_by(&mut self) {
        if self.before.is_some() {
            self.beside = self.beside.saturating_add(1);
        }
    }

    pub fn take(&mut self, answer: &Measured, shape: &Shape, limits: Limits) {
        self.window.take(answer);
        if self.window.weight() >= f64::from(limits.window) {
            let full = std::mem::take(&mut self.window);
            self.inherit(limits);
            self.judge(&full, shape, limits);
        }
    }

    /// An answer of the past that comes to light late: it only helps a baseline that is thin.
    pub fn learn(&mut self, answer: &Measured, limits: Limits) {
        let enough = ENOUGH_WINDOWS * f64::from(limits.window);
        if self.drifts.is_empty() && self.before.is_none() && self.baseline.weight() < enough {
            self.baseline.take(answer);
        }
    }

    pub fn drifts(&self) -> &[Drift] {
        &self.drifts
    }

    /// A series that took over is held against the one before. One that runs beside it, as pages
    /// of two kinds do, finds its own level.
    fn inherit(&mut self, limits: Limits) {
        let before = self.before.take();
        if let Some(before) = before.filter(|_| self.beside.saturating_mul(2) <= limits.window) {
            self.baseline = before;
        }
    }

    fn judge(&mut self, full: &Sample, shape: &Shape, limits: Limits) {
        let is_base = self.baseline.weight() >= FEWEST_WINDOWS * f64::from(limits.window);
        if is_base {
            self.drifts = self.baseline.drifts(full, shape);
        }
        if self.drifts.is_empty() {
            return self.accept(full);
        }
        self.changed.add(full);
        self.changed_windows += 1;
        if self.changed_windows >= SETTLED_AFTER {
            self.baseline = std::mem::take(&mut self.changed);
            self.changed_windows = 0;
            self.drifts.clear();
        }
    }

    fn accept(&mut self, full: &Sample) {
        self.baseline.fade(FADE);
        self.baseline.add(full);
        self.changed = Sample::default();
        self.changed_windows = 0;
    }
}
