//! One source under one contract: the window that fills, the baseline behind it, and whether it
//! drifts.
//!
//! While it drifts the baseline stands still, so that what is wrong does not become normal by
//! itself. A level that holds for some windows is the new normal: a source may change for good.

use serde_json::{Map, Value};

use super::sample::{Sample, Shape};
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
}

/// What a full window showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Nothing,
    Began,
    Ended,
}

impl Series {
    pub fn take(&mut self, shape: &Shape, answer: &Map<String, Value>, limits: Limits) -> Turn {
        self.window.take(shape, answer);
        if self.window.weight() < f64::from(limits.window) {
            return Turn::Nothing;
        }
        let full = std::mem::take(&mut self.window);
        self.judge(full, shape, limits)
    }

    /// An answer of the past: fills the baseline, and is held against nothing.
    pub fn learn(&mut self, shape: &Shape, answer: &Map<String, Value>, limits: Limits) {
        if self.baseline.weight() >= ENOUGH_WINDOWS * f64::from(limits.window) {
            return;
        }
        self.window.take(shape, answer);
        if self.window.weight() >= f64::from(limits.window) {
            let full = std::mem::take(&mut self.window);
            self.accept(&full);
        }
    }

    pub fn drifts(&self) -> &[Drift] {
        &self.drifts
    }

    fn judge(&mut self, full: Sample, shape: &Shape, limits: Limits) -> Turn {
        let was_drifting = !self.drifts.is_empty();
        let is_base = self.baseline.weight() >= FEWEST_WINDOWS * f64::from(limits.window);
        if is_base {
            self.drifts = self.baseline.drifts(&full, shape);
        }
        if self.drifts.is_empty() {
            self.accept(&full);
            return if was_drifting {
                Turn::Ended
            } else {
                Turn::Nothing
            };
        }
        self.changed.add(&full);
        self.changed_windows += 1;
        if self.changed_windows >= SETTLED_AFTER {
            self.baseline = std::mem::take(&mut self.changed);
            self.changed_windows = 0;
            self.drifts.clear();
            return Turn::Ended;
        }
        match was_drifting {
            true => Turn::Nothing,
            false => Turn::Began,
        }
    }

    fn accept(&mut self, full: &Sample) {
        self.baseline.fade(FADE);
        self.baseline.add(full);
        self.changed = Sample::default();
        self.changed_windows = 0;
    }
}
