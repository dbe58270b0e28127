//! What a correct pipeline must have counted, from the world's own knowledge.
//!
//! Must never ask the product's canonicalizer. It holds for one complete run a day over every
//! board, in order of days. Definitions:
//! - *seen*: postings with an id in that day's responses, each once;
//! - *new*: never seen before; *changed*: content or facts differ from the posting's previous
//!   observation, whenever that was, returns included; *unchanged*: the rest;
//! - every new posting and every change of content asks for its content: *paid* when nobody in the
//!   world asked for that content before, else *reused*. A change of facts alone asks for nothing,
//!   so `paid + reused = new + changed - facts_only`;
//! - *failed*: records without an id.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use readonce_model::ItemId;
use serde::Serialize;

use super::item::{Content, Item, State};
use super::{DELIST_AFTER_RUNS, Spec};

/// All days and their sums. Its JSON has the keys of `readonce demo --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ledger {
    pub days: Vec<Day>,
    pub totals: Totals,
    /// Different contents over all days; each is paid exactly once.
    pub distinct_contents: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Day {
    /// From 1.
    pub day: u32,
    #[serde(flatten)]
    pub counts: Totals,
    /// What each changed posting changed.
    pub changes: Vec<ItemChange>,
    /// Every posting that was ever seen, as it stands when the day's runs are over.
    #[serde(skip)]
    pub presence: BTreeMap<ItemId, Presence>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    pub seen: u32,
    pub new: u32,
    pub changed: u32,
    /// Part of `changed`.
    pub facts_only: u32,
    pub unchanged: u32,
    pub reused: u32,
    pub paid: u32,
    pub failed: u32,
    /// Postings that came back after they were delisted.
    pub relisted: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemChange {
    pub item: ItemId,
    /// Not empty.
    pub fields: Vec<Field>,
    /// The content is one that this posting had before.
    pub returned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    Title,
    Text,
    Pay,
    Cities,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// In the day's run.
    Listed,
    /// Missed, but by fewer runs than delist it.
    Missing,
    Delisted,
}

impl Day {
    /// How many postings stand so after the day.
    pub fn count(&self, presence: Presence) -> usize {
        self.presence
            .values()
            .filter(|&&found| found == presence)
            .count()
    }
}

pub(super) fn compute(spec: &Spec, items: &[Item]) -> Ledger {
    let mut book = Book {
        spec,
        asked: HashSet::new(),
        known: items.iter().map(|_| Known::default()).collect(),
    };
    let days: Vec<Day> = (1..=spec.days)
        .map(|day| book.close_day(day, items))
        .collect();
    Ledger {
        totals: days
            .iter()
            .map(|day| day.counts)
            .fold(Totals::default(), Totals::plus),
        days,
        distinct_contents: book.asked.len() as u32,
    }
}

struct Book<'a> {
    spec: &'a Spec,
    asked: HashSet<Arc<Content>>,
    /// By position of the item.
    known: Vec<Known<'a>>,
}

#[derive(Default)]
struct Known<'a> {
    last: Option<&'a State>,
    contents: HashSet<Arc<Content>>,
    missed_runs: u32,
}

impl<'a> Book<'a> {
    fn close_day(&mut self, day: u32, items: &'a [Item]) -> Day {
        let mut page = Day {
            day,
            counts: Totals::default(),
            changes: Vec::new(),
            presence: BTreeMap::new(),
        };
        for (number, item) in items.iter().enumerate() {
            match item.on(day) {
                Some(state) => self.observe(&mut page, number, item, state),
                None => self.known[number].missed_runs += 1,
            }
            if self.known[number].last.is_some() {
                page.presence
                    .insert(item.id.clone(), self.known[number].presence());
            }
        }
        page.counts.failed = u32::from(self.spec.broken_record);
        page
    }

    fn observe(&mut self, page: &mut Day, number: usize, item: &Item, state: &'a State) {
        let known = &mut self.known[number];
        let counts = &mut page.counts;
        counts.seen += 1;
        let asks = match known.last {
            None => {
                counts.new += 1;
                true
            }
            Some(last) if last == state => {
                counts.unchanged += 1;
                false
            }
            Some(last) => {
                counts.changed += 1;
                let change = known.change(item, last, state);
                page.changes.push(change);
                last.content != state.content
            }
        };
        counts.relisted +=
            u32::from(known.last.is_some() && known.presence() == Presence::Delisted);
        counts.facts_only += u32::from(known.last.is_some_and(|last| last != state) && !asks);
        known.last = Some(state);
        known.missed_runs = 0;
        known.contents.insert(state.content.clone());
        if asks {
            let first = self.asked.insert(state.content.clone());
            *(if first {
                &mut counts.paid
            } else {
                &mut counts.reused
            }) += 1;
        }
    }
}

impl Known<'_> {
    fn change(&self, item: &Item, last: &State, state: &State) -> ItemChange {
        let (before, after) = (&last.content, &state.content);
        let differs = [
            (Field::Title, before.title != after.title),
            (Field::Text, !before.same_text(after)),
            (Field::Pay, last.facts.pay != state.facts.pay),
            (Field::Cities, last.facts.cities != state.facts.cities),
        ];
        let fields = differs
            .into_iter()
            .filter_map(|(field, differs)| differs.then_some(field));
        ItemChange {
            item: item.id.clone(),
            fields: fields.collect(),
            returned: before != after && self.contents.contains(after),
        }
    }

    fn presence(&self) -> Presence {
        match self.missed_runs {
            0 => Presence::Listed,
            missed if missed < DELIST_AFTER_RUNS => Presence::Missing,
            _ => Presence::Delisted,
        }
    }
}

impl Totals {
    fn plus(self, other: Self) -> Self {
        Self {
            seen: self.seen + other.seen,
            new: self.new + other.new,
            changed: self.changed + other.changed,
            facts_only: self.facts_only + other.facts_only,
            unchanged: self.unchanged + other.unchanged,
            reused: self.reused + other.reused,
            paid: self.paid + other.paid,
            failed: self.failed + other.failed,
            relisted: self.relisted + other.relisted,
        }
    }
}
