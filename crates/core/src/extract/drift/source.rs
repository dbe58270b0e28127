//! A source under one contract: a series for each parser version, and what was answered before this
//! process began. That is replayed in its order when the first new answer comes, as if this process
//! had been there, and a drift that stood then stands again.

use super::sample::{Measured, Shape};
use super::series::Series;
use super::{Answer, Drift, Limits};

/// Parser versions of a source that are watched; the one that was silent for longest goes first.
const MOST_SERIES: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The one that was answered for last stands last.
    series: Vec<(Option<String>, Series)>,
    past: Vec<Past>,
    is_live: bool,
}

#[derive(Clone, Debug)]
struct Past {
    at_ms: i64,
    parser: Option<String>,
    answer: Measured,
}

impl Source {
    /// A new answer. Answers what its series drifts in, this answer included.
    pub fn take(&mut self, answer: &Answer, shape: &Shape, limits: Limits) -> Vec<Drift> {
        self.replay(shape, limits);
        self.is_live = true;
        let measured = shape.measure(answer.value, answer.asked);
        self.follow(answer.parser, &measured, shape, limits)
    }

    /// An answer from before this process began.
    pub fn learn(&mut self, answer: &Answer, shape: &Shape, limits: Limits) {
        let measured = shape.measure(answer.value, answer.asked);
        if !self.is_live {
            return self.past.push(Past {
                at_ms: answer.at_ms,
                parser: answer.parser.map(str::to_owned),
                answer: measured,
            });
        }
        let known = self.series.iter_mut();
        let mut known = known.filter(|(name, _)| name.as_deref() == answer.parser);
        if let Some((_, series)) = known.next() {
            series.learn(&measured, limits);
        }
    }

    pub fn drifting(&self) -> usize {
        let drifting = self.series.iter();
        drifting
            .filter(|(_, series)| !series.drifts().is_empty())
            .count()
    }

    fn replay(&mut self, shape: &Shape, limits: Limits) {
        let mut past = std::mem::take(&mut self.past);
        past.sort_by_key(|past| past.at_ms);
        for Past { parser, answer, .. } in past {
            self.follow(parser.as_deref(), &answer, shape, limits);
        }
    }

    fn follow(
        &mut self,
        parser: Option<&str>,
        answer: &Measured,
        shape: &Shape,
        limits: Limits,
    ) -> Vec<Drift> {
        let mut series = self.take_out(parser);
        let others = self.series.iter_mut();
        others.for_each(|(_, other)| other.stand_by());
        series.take(answer, shape, limits);
        let drifts = series.drifts().to_vec();
        self.series.push((parser.map(str::to_owned), series));
        drifts
    }

    /// The series of a parser version, or a new one.
    fn take_out(&mut self, parser: Option<&str>) -> Series {
        let is_it = |(name, _): &(Option<String>, Series)| name.as_deref() == parser;
        if let Some(at) = self.series.iter().position(is_it) {
            return self.series.remove(at).1;
        }
        let last = self.series.last();
        let begun = last.map_or_else(Series::default, |(_, last)| Series::after(last));
        if self.series.len() >= MOST_SERIES {
            self.series.remove(0);
        }
        begun
    }
}
