//! The ledger adds up, and another reader of the same bodies arrives at it.

mod support;

use std::collections::{BTreeMap, HashSet};

use readonce_testkit::world::{Presence, Spec, Totals, World};
use support::{Seen, read_day};

fn worlds() -> impl Iterator<Item = World> {
    (0..24_u32).map(|seed| {
        let spec = Spec {
            seed: u64::from(seed),
            boards: 3 + seed % 5,
            postings: 26 + seed * 3,
            days: 1 + seed % 7,
            broken_record: seed % 2 == 1,
            ..Spec::default()
        };
        World::build(&spec).unwrap()
    })
}

#[test]
fn the_ledger_adds_up() {
    for world in worlds() {
        let ledger = world.ledger();
        for day in &ledger.days {
            let counts = day.counts;
            assert_eq!(counts.seen, counts.new + counts.changed + counts.unchanged);
            assert_eq!(
                counts.paid + counts.reused,
                counts.new + counts.changed - counts.facts_only
            );
            assert_eq!(counts.changed as usize, day.changes.len());
            assert!(day.changes.iter().all(|change| !change.fields.is_empty()));
            assert_eq!(counts.seen as usize, world.shown_on(day.day).len());
            assert_eq!(counts.seen as usize, day.count(Presence::Listed));
            assert_eq!(counts.failed, u32::from(world.spec().broken_record));
        }
        let known = ledger.days.last().unwrap().presence.len();
        assert_eq!(ledger.totals.new as usize, known);
        assert_eq!(known, world.items().len());
        assert_eq!(ledger.totals.paid, ledger.distinct_contents);
    }
}

/// The definitions of the ledger once more, over what was read from the bodies.
#[derive(Default)]
struct Recount {
    last: BTreeMap<String, Seen>,
    missed: BTreeMap<String, u32>,
    asked: HashSet<(String, Vec<String>)>,
}

impl Recount {
    fn day(&mut self, world: &World, day: u32) -> Totals {
        let (seen, broken) = read_day(world, day);
        let mut counts = Totals {
            failed: broken,
            ..Totals::default()
        };
        for missed in self.missed.values_mut() {
            *missed += 1;
        }
        for (id, now) in seen {
            counts.seen += 1;
            let content = (now.title.clone(), now.lines.clone());
            let before = self.last.insert(id.clone(), now.clone());
            let missed = self.missed.insert(id, 0).unwrap_or_default();
            // One miss was counted for today itself.
            counts.relisted += u32::from(missed > 2);
            let asks = match &before {
                None => true,
                Some(before) => (before.title.clone(), before.lines.clone()) != content,
            };
            match before {
                None => counts.new += 1,
                Some(before) if before == now => counts.unchanged += 1,
                Some(_) => counts.changed += 1,
            }
            if asks {
                let first = self.asked.insert(content);
                *(if first {
                    &mut counts.paid
                } else {
                    &mut counts.reused
                }) += 1;
            }
        }
        // What changed without asking for a content.
        counts.facts_only = counts.new + counts.changed - counts.paid - counts.reused;
        counts
    }
}

#[test]
fn another_reader_counts_the_same() {
    for world in worlds() {
        let mut recount = Recount::default();
        for day in &world.ledger().days {
            assert_eq!(
                recount.day(&world, day.day),
                day.counts,
                "seed {} day {}",
                world.spec().seed,
                day.day
            );
        }
        assert_eq!(recount.asked.len() as u32, world.ledger().distinct_contents);
    }
}

#[test]
fn presence_follows_the_runs() {
    for world in worlds() {
        for item in world.items() {
            let mut missed = None;
            for day in &world.ledger().days {
                missed = match (item.on(day.day), missed) {
                    (Some(_), _) => Some(0),
                    (None, before) => before.map(|runs: u32| runs + 1),
                };
                let expected = missed.map(|runs| match runs {
                    0 => Presence::Listed,
                    1 => Presence::Missing,
                    _ => Presence::Delisted,
                });
                assert_eq!(day.presence.get(&item.id).copied(), expected);
            }
        }
    }
}

#[test]
fn the_json_has_the_keys_of_the_demo() {
    let world = World::build(&Spec::default()).unwrap();
    let json = serde_json::to_value(world.ledger()).unwrap();
    for key in [
        "day",
        "seen",
        "new",
        "changed",
        "unchanged",
        "reused",
        "paid",
        "failed",
    ] {
        assert!(json["days"][0][key].is_u64(), "{key}");
    }
    assert!(json["distinct_contents"].is_u64());
    assert!(json["totals"]["paid"].is_u64());
}
