//! One page of a run: its sightings become observations, counters and work for extract.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use readonce_model::record::{Observation, PresenceState, RawRecord};
use readonce_model::{ContentHash, ItemId};

use super::content::{is_new_content, request, snapshot};
use super::item::{Page, Stand, observe, stand};
use super::presence::{Proof, after_sighting};
use super::run::Tally;
use super::state::Known;
use super::withdrawal::withdraw;
use super::{Applied, RawPosition, Reading, State};
use crate::item::{Canonical, Kind, Sighting};

impl State {
    /// A page that could be read, be it without items.
    pub fn apply_page(&mut self, raw: &RawRecord, at: RawPosition, reading: Reading) -> Applied {
        let merged = merge(&raw.source, reading.sightings);
        let mut pass = Pass {
            page: Page {
                raw,
                at,
                reader: &reading.reader,
            },
            tally: Tally::page(
                merged.repeated,
                merged.nameless + reading.rejected as i64,
                reading.blocked as i64,
            ),
            applied: Applied::default(),
            written: HashSet::new(),
        };
        for (item, seen) in merged.items {
            pass.see(self.known(&item), item, &seen);
        }
        for id in reading.withdrawn {
            if let Some(known) = self.find(&raw.source, &id) {
                pass.withdraw(known);
            }
        }
        let Pass { tally, applied, .. } = pass;
        Applied {
            run: self.count(raw, at, |run| tally.add_to(run)),
            ..applied
        }
    }

    /// A page that could not be read: its items are unknown, so the run cannot be healthy. It does
    /// not count as a page, which [`State::apply_run_finished`] compares with what was recorded.
    pub fn apply_unreadable_page(&mut self, raw: &RawRecord, at: RawPosition) -> Applied {
        Applied {
            run: self.count(raw, at, |run| run.failed += 1),
            ..Applied::default()
        }
    }
}

impl State {
    /// A page that is a captcha, a login wall or an error page with a good status. It is evidence of
    /// the wall and of nothing behind it: its run is not healthy, and nothing goes missing.
    pub fn apply_blocked_page(&mut self, raw: &RawRecord, at: RawPosition) -> Applied {
        Applied {
            run: self.count(raw, at, |run| run.blocked += 1),
            ..Applied::default()
        }
    }
}

/// The sightings of a page with each item once.
struct Merged {
    items: Vec<(ItemId, Sighting)>,
    repeated: i64,
    /// Sightings whose id makes no item id; readers set these aside before.
    nameless: i64,
}

/// A page that shows an item twice counts as showing it once, by the rule that holds between the
/// pages of a run: the same content again is ignored, another one replaces the one before.
fn merge(source: &str, sightings: Vec<Sighting>) -> Merged {
    let mut places: HashMap<ItemId, usize> = HashMap::new();
    let mut items: Vec<(ItemId, Sighting)> = Vec::with_capacity(sightings.len());
    let (mut repeated, mut nameless) = (0, 0);
    for seen in sightings {
        let item = ItemId::new(source, &seen.id).ok();
        let Some(item) = item.filter(|item| item.source() == source) else {
            nameless += 1;
            continue;
        };
        match places.entry(item) {
            Entry::Vacant(place) => {
                items.push((place.key().clone(), seen));
                place.insert(items.len() - 1);
            }
            Entry::Occupied(place) => {
                repeated += 1;
                replace(items.get_mut(*place.get()), seen);
            }
        }
    }
    Merged {
        items,
        repeated,
        nameless,
    }
}

fn replace(known: Option<&mut (ItemId, Sighting)>, seen: Sighting) {
    if let Some((_, kept)) = known
        && kept.canonical.hash != seen.canonical.hash
    {
        *kept = seen;
    }
}

/// One page on its way through the state.
struct Pass<'a> {
    page: Page<'a>,
    tally: Tally,
    applied: Applied,
    /// Contents that this page has asked for.
    written: HashSet<ContentHash>,
}

impl Pass<'_> {
    fn see(&mut self, known: &mut Known, item: ItemId, seen: &Sighting) {
        self.see_presence(known, &item);
        let before = known.observation.as_deref();
        let stand = stand(before, &seen.canonical.hash, &self.page);
        match stand {
            Stand::Applied => return,
            Stand::Repeated => {
                self.tally.duplicate += 1;
                return;
            }
            Stand::Replaced | Stand::First => {}
            Stand::TakenBack => self.tally.take_back_withdrawal(),
        }
        let now = observe(before, item, seen, &self.page);
        match before {
            Some(before) if stand == Stand::Replaced => {
                self.tally.see_again(before.outcome, now.outcome);
            }
            _ => self.tally.see(now.outcome),
        }
        if is_new_content(before, &now) {
            self.write_content(&seen.canonical, &now);
        }
        known.observation = Some(Box::new(now.clone()));
        self.applied.observations.push(now);
    }

    fn withdraw(&mut self, known: &mut Known) {
        let before = known.observation.as_deref();
        let Some(now) = before.and_then(|before| withdraw(before, &self.page)) else {
            return;
        };
        self.tally.withdraw();
        known.observation = Some(Box::new(now.clone()));
        self.applied.observations.push(now);
    }

    fn see_presence(&mut self, known: &mut Known, item: &ItemId) {
        let proof = Proof {
            raw: self.page.raw,
            at: self.page.at,
        };
        let Some(presence) = after_sighting(known.presence.as_ref(), item, &proof) else {
            return;
        };
        self.tally.relisted += i64::from(presence.state == PresenceState::Relisted);
        known.presence = Some(presence.clone());
        self.applied.presence.push(presence);
    }

    /// A content that several items of the page share is written and asked for once. An address
    /// alone, as sitemaps have it, is no content: there is nothing to keep and nothing to ask.
    fn write_content(&mut self, content: &Canonical, now: &Observation) {
        if content.kind == Kind::Link || !self.written.insert(content.hash) {
            return;
        }
        self.applied.snapshots.push(snapshot(content, now));
        for contract in &self.page.raw.contracts {
            let request = request(content, now, contract);
            self.applied.requests.push(request);
        }
    }
}
