//! A whole pipeline in memory, day by day, and the figures that the demo prints.

use readonce_core::view::{self, LatestJob};
use readonce_model::ItemId;
use readonce_model::record::{Observation, Outcome, Presence, Profile};
use readonce_testkit::world::World;
use std::collections::BTreeMap;

use super::{Canonicalizer, Defect, Extractor, RawLog};

/// What a day brought: the words of `readonce demo --json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub seen: i64,
    pub new: i64,
    pub changed: i64,
    pub unchanged: i64,
    pub reused: i64,
    pub paid: i64,
    pub failed: i64,
}

pub struct Pipeline {
    pub log: RawLog,
    pub canonicalizer: Canonicalizer,
    pub extractor: Extractor,
    folded: usize,
    answered: usize,
    /// Events so far that brought a content to an item.
    asking: usize,
}

impl Pipeline {
    pub fn new(defect: Defect) -> Self {
        Self {
            log: RawLog::default(),
            canonicalizer: Canonicalizer::new(defect),
            extractor: Extractor::new(defect),
            folded: 0,
            answered: 0,
            asking: 0,
        }
    }

    /// A complete run over every board of the world on this day.
    pub fn day(&mut self, world: &World, day: u32) -> Figures {
        self.log.append_day(world, day);
        self.work(day)
    }

    /// Does what waits, and counts what the runs of the day say.
    pub fn work(&mut self, day: u32) -> Figures {
        let end = self.log.records.len();
        self.canonicalizer
            .batch(&self.log.records, self.folded, end, None);
        self.folded = end;
        let (paid, events) = (self.extractor.paid, self.asking);
        for request in &self.canonicalizer.topics.requests[self.answered..] {
            self.extractor.answer(request);
        }
        self.answered = self.canonicalizer.topics.requests.len();
        self.asking = self
            .canonicalizer
            .topics
            .events
            .iter()
            .filter(|e| asks(e))
            .count();
        let paid = i64::from(self.extractor.paid) - i64::from(paid);
        let reused = (self.asking - events) as i64 - paid;
        Figures {
            paid,
            reused,
            ..self.counted(day)
        }
    }

    fn counted(&self, day: u32) -> Figures {
        let of_day = format!("/{day}");
        let runs = self.canonicalizer.topics.runs.values();
        runs.filter(|run| run.run_id.ends_with(&of_day))
            .fold(Figures::default(), |sum, run| Figures {
                seen: sum.seen + run.seen,
                new: sum.new + run.new,
                changed: sum.changed + run.changed,
                unchanged: sum.unchanged + run.unchanged,
                failed: sum.failed + run.failed,
                ..sum
            })
    }

    /// The reference of `jobs_latest`.
    pub fn latest(&self) -> BTreeMap<ItemId, LatestJob> {
        let topics = &self.canonicalizer.topics;
        let observations: Vec<Observation> = topics.observations.values().cloned().collect();
        let presence: Vec<Presence> = topics.presence.values().cloned().collect();
        let profiles: Vec<Profile> = self.extractor.profiles.values().cloned().collect();
        let topics = view::Topics {
            observations: &observations,
            presence: &presence,
            profiles: &profiles,
        };
        view::latest(topics, "job")
    }
}

/// Whether an event brought its item a content that it did not have just before. Two items of a
/// page with one content make two events and one request.
fn asks(event: &Observation) -> bool {
    let changed = |field: &str| event.changes.iter().any(|change| change.field == field);
    event.outcome == Outcome::New || changed("title") || changed("text")
}
