//! The large world of many kinds of sites, carried through the product's decisions in memory.
//!
//! Site by site: every page of a day is read, cleaned and folded, as canonicalize does it. What the
//! fold says is held against what the world knows that it changed. Nothing here may decide by itself
//! what a change is.

mod defect;
mod naive;
mod run;
mod verdict;

use std::collections::BTreeMap;
use std::sync::Mutex;

use readonce_testkit::web::{Site, World};

pub use defect::Defect;
pub use naive::{Key, Naive};
pub use verdict::{Difference, one_hash};

/// What one day brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Day {
    pub seen: i64,
    pub new: i64,
    pub changed: i64,
    pub unchanged: i64,
    pub failed: i64,
    /// Contents that no posting of the site had before.
    pub snapshots: i64,
    pub unreadable_pages: i64,
    /// Runs of a source that was not healthy.
    pub unhealthy: i64,
}

impl Day {
    fn add(&mut self, other: Day) {
        self.seen += other.seen;
        self.new += other.new;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.failed += other.failed;
        self.snapshots += other.snapshots;
        self.unreadable_pages += other.unreadable_pages;
        self.unhealthy += other.unhealthy;
    }
}

/// What came of a world.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// From day 1 on.
    pub days: Vec<Day>,
    /// Changes that nobody made and edits that nobody saw, at most a few of each kind of site.
    pub differences: Vec<Difference>,
    /// All of them, by kind of site.
    pub counts: BTreeMap<String, usize>,
    pub naive: Naive,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub defect: Defect,
    /// Also counts what simpler keys would have paid.
    pub naive: bool,
    /// Differences to keep of each kind of site.
    pub keep: usize,
}

/// Carries every site through all days, on as many threads as there are processors.
pub fn carry(world: &World, plan: Plan) -> Outcome {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting: Mutex<Vec<&Site>> = Mutex::new(world.sites().iter().rev().collect());
    let whole = Mutex::new(Outcome::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(site) = next(&waiting) {
                    let one = run::site(world, site, plan);
                    merge(&mut whole.lock().expect("no thread panicked"), one);
                }
            });
        }
    });
    whole.into_inner().expect("no thread panicked")
}

fn next<'a>(waiting: &Mutex<Vec<&'a Site>>) -> Option<&'a Site> {
    waiting.lock().expect("no thread panicked").pop()
}

fn merge(whole: &mut Outcome, one: Outcome) {
    whole
        .days
        .resize(whole.days.len().max(one.days.len()), Day::default());
    for (sum, day) in whole.days.iter_mut().zip(one.days) {
        sum.add(day);
    }
    whole.differences.extend(one.differences);
    for (kind, count) in one.counts {
        *whole.counts.entry(kind).or_default() += count;
    }
    whole.naive.add(&one.naive);
}

/// What a world must come to; `Err` says in words what is wrong.
pub fn check(world: &World, outcome: &Outcome) -> Result<(), String> {
    let all = i64::from(world.spec().postings);
    let edits = world.edits().values();
    let of_content = edits.clone().filter(|edit| edit.is_of_content()).count() as i64;
    let edited = edits.count() as i64;
    let wanted = [
        Day {
            seen: all,
            new: all,
            snapshots: all,
            ..Day::default()
        },
        Day {
            seen: all,
            unchanged: all,
            ..Day::default()
        },
        Day {
            seen: all,
            changed: edited,
            unchanged: all - edited,
            snapshots: of_content,
            ..Day::default()
        },
    ];
    let mut words = Vec::new();
    for (at, (found, wanted)) in outcome.days.iter().zip(&wanted).enumerate() {
        if found != wanted {
            words.push(format!("day {}: {found:?}\n instead of {wanted:?}", at + 1));
        }
    }
    if outcome.days.len() != wanted.len() {
        words.push(format!("{} days", outcome.days.len()));
    }
    for (kind, count) in &outcome.counts {
        words.push(format!("{count} postings of {kind} differ from the plan"));
    }
    words.extend(outcome.differences.iter().map(ToString::to_string));
    match words.is_empty() {
        true => Ok(()),
        false => Err(words.join("\n")),
    }
}
