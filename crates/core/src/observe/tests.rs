//! The fold as a whole: a small language for boards and runs, and what must come out.

mod blocked;
mod changes;
mod laws;
mod outcomes;
mod presence;
mod published;
mod runs;
mod withdrawn;

use std::collections::BTreeMap;

use readonce_model::record::{
    Facts, Observation, Outcome, Presence, PresenceState, RawKind, RawRecord, Run,
};
use readonce_model::{ContentHash, ItemId};

use super::*;
use crate::canonical::{content_hash, simhash};
use crate::item::{Canonical, Kind, Quality};

const START_MS: i64 = 1_789_000_000_000;
const DAY_MS: i64 = 86_400_000;

/// A raw record on its way into the fold.
#[derive(Clone, Debug)]
struct Event {
    raw: RawRecord,
    at: RawPosition,
    /// What was read of a page; `None` for markers and for pages that cannot be read.
    reading: Option<Reading>,
}

/// A page without a reading and with this status cannot be read because something is in front of it.
const WALL: i32 = 403;

fn feed(state: &mut State, event: &Event) -> Applied {
    match (event.raw.kind, event.reading.clone()) {
        (RawKind::Page, None) if event.raw.http_status == Some(WALL) => {
            state.apply_blocked_page(&event.raw, event.at)
        }
        (RawKind::RunStarted, _) => state.apply_run_started(&event.raw, event.at),
        (RawKind::RunFinished, _) => state.apply_run_finished(&event.raw, event.at),
        (RawKind::Page, Some(reading)) => state.apply_page(&event.raw, event.at, reading),
        (RawKind::Page, None) => state.apply_unreadable_page(&event.raw, event.at),
    }
}

/// What lies on the compacted topics: the last record of each key.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tables {
    observations: BTreeMap<ItemId, Observation>,
    presence: BTreeMap<ItemId, Presence>,
    runs: BTreeMap<String, Run>,
    snapshots: BTreeMap<ContentHash, Snapshot>,
    requests: BTreeMap<String, ExtractRequest>,
}

impl Tables {
    fn write(&mut self, applied: &Applied) {
        for record in &applied.snapshots {
            self.snapshots.insert(record.content_hash, record.clone());
        }
        for record in &applied.requests {
            let key = format!("{}:{}", record.content_hash, record.contract);
            self.requests.insert(key, record.clone());
        }
        if let Some(record) = &applied.run {
            self.runs.insert(record.run_id.clone(), record.clone());
        }
        for record in &applied.presence {
            self.presence.insert(record.item_id.clone(), record.clone());
        }
        for record in &applied.observations {
            let key = record.item_id.clone();
            self.observations.insert(key, record.clone());
        }
    }

    fn restore(&self) -> State {
        let mut state = State::new();
        self.runs
            .values()
            .cloned()
            .for_each(|run| state.restore_run(run));
        let observations = self.observations.values().cloned();
        observations.for_each(|observation| state.restore_observation(observation));
        let presence = self.presence.values().cloned();
        presence.for_each(|presence| state.restore_presence(presence));
        state
    }
}

/// One partition with one clock: events get offsets and times in the order in which they are made.
struct World {
    state: State,
    tables: Tables,
    events: Vec<Event>,
    now_ms: i64,
}

impl World {
    fn new() -> Self {
        Self {
            state: State::new(),
            tables: Tables::default(),
            events: Vec::new(),
            now_ms: START_MS,
        }
    }

    fn push(&mut self, raw: RawRecord, reading: Option<Reading>) -> Applied {
        let event = Event {
            at: RawPosition {
                partition: 3,
                offset: self.events.len() as i64,
            },
            raw: RawRecord {
                at_ms: self.now_ms,
                ..raw
            },
            reading,
        };
        self.now_ms += 1_000;
        let applied = feed(&mut self.state, &event);
        self.tables.write(&applied);
        self.events.push(event);
        applied
    }

    fn start(&mut self, run: &str) -> Applied {
        self.push(raw(RawKind::RunStarted, run), None)
    }

    fn page(&mut self, run: &str, sightings: &[Sighting]) -> Applied {
        self.push(raw(RawKind::Page, run), Some(reading(sightings, 0)))
    }

    fn blocked(&mut self, run: &str) -> Applied {
        let wall = RawRecord {
            http_status: Some(WALL),
            ..raw(RawKind::Page, run)
        };
        self.push(wall, None)
    }

    /// A page that shows some items and calls others gone.
    fn gone(&mut self, run: &str, sightings: &[Sighting], ids: &[&str]) -> Applied {
        let withdrawn = ids.iter().map(|id| (*id).to_owned()).collect();
        let reading = Reading {
            withdrawn,
            ..reading(sightings, 0)
        };
        self.push(raw(RawKind::Page, run), Some(reading))
    }

    fn finish_short(&mut self, run: &str, pages: i32) -> Applied {
        let end = RawRecord {
            complete: Some(false),
            reason: Some("page 2 could not be used: timeout".into()),
            ..finished(run, pages)
        };
        self.push(end, None)
    }

    fn finish(&mut self, run: &str, pages: i32) -> Applied {
        self.push(finished(run, pages), None)
    }

    /// A complete run of one page.
    fn run(&mut self, run: &str, sightings: &[Sighting]) -> Applied {
        self.now_ms += DAY_MS;
        self.start(run);
        let applied = self.page(run, sightings);
        self.finish(run, 1);
        applied
    }

    fn seen(&self, id: &str) -> &Observation {
        &self.tables.observations[&item(id)]
    }

    fn listed(&self, id: &str) -> PresenceState {
        self.tables.presence[&item(id)].state
    }

    fn counted(&self, run: &str) -> &Run {
        &self.tables.runs[&format!("board/{run}")]
    }
}

fn item(id: &str) -> ItemId {
    ItemId::new("board", id).unwrap()
}

fn raw(kind: RawKind, run: &str) -> RawRecord {
    RawRecord {
        kind,
        source: "board".into(),
        scope: "board".into(),
        run_id: format!("board/{run}"),
        seq: 0,
        at_ms: 0,
        strategy: "listing".into(),
        format: Some("greenhouse".into()),
        url: None,
        final_url: None,
        redirects: vec![],
        http_status: Some(200),
        content_type: None,
        body: None,
        body_encoding: None,
        body_bytes: None,
        body_sha256: None,
        site_tz: None,
        pages: None,
        complete: None,
        reason: None,
        delist_after_runs: None,
        contracts: vec!["job@1".parse().unwrap()],
        due_at_ms: None,
        parser: None,
    }
}

fn finished(run: &str, pages: i32) -> RawRecord {
    RawRecord {
        pages: Some(pages),
        complete: Some(true),
        delist_after_runs: Some(2),
        ..raw(RawKind::RunFinished, run)
    }
}

fn reading(sightings: &[Sighting], rejected: usize) -> Reading {
    Reading {
        reader: Reader {
            format: "greenhouse".into(),
            parser_version: 1,
            canonicalizer_version: 2,
            parser: None,
        },
        sightings: sightings.to_vec(),
        rejected,
        ..Reading::default()
    }
}

/// An item with a content; equal texts are equal contents.
fn shows(id: &str, text: &str) -> Sighting {
    titled(id, "Nurse", text)
}

fn titled(id: &str, title: &str, text: &str) -> Sighting {
    Sighting {
        id: id.into(),
        title: title.into(),
        url: Some(format!("https://b.example.com/{id}")),
        canonical: Canonical {
            kind: Kind::Posting,
            title: title.into(),
            text: text.into(),
            hash: hash(title, text),
            simhash: simhash(text),
        },
        facts: Facts::default(),
        quality: Quality {
            score: 100,
            reasons: vec![],
        },
    }
}

/// An article with its time of publication.
fn article(id: &str, title: &str, text: &str, published_at: &str) -> Sighting {
    let canonical = Canonical {
        kind: Kind::Article,
        hash: content_hash(title, text),
        ..titled(id, title, text).canonical
    };
    Sighting {
        canonical,
        facts: Facts {
            published_at: Some(published_at.into()),
            published_precision: Some("second".into()),
            ..Facts::default()
        },
        ..titled(id, title, text)
    }
}

fn hash(title: &str, text: &str) -> ContentHash {
    content_hash(title, text)
}

fn paid(sighting: Sighting, pay_max: &str) -> Sighting {
    Sighting {
        facts: Facts {
            pay_max: Some(pay_max.into()),
            ..sighting.facts
        },
        ..sighting
    }
}

fn outcomes(applied: &Applied) -> Vec<Outcome> {
    let observations = applied.observations.iter();
    observations
        .map(|observation| observation.outcome)
        .collect()
}

#[test]
fn an_address_alone_is_seen_and_asks_for_nothing() {
    let mut link = shows("https://a.example/jobs/1", "");
    link.canonical.kind = Kind::Link;
    let applied = World::new().run("1", &[link]);
    assert_eq!(applied.observations.len(), 1);
    assert!(applied.snapshots.is_empty() && applied.requests.is_empty());
}
