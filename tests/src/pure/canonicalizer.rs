//! canonicalize as a loop: fold a batch, write its waves, crash where told, restore, go on.

use std::collections::BTreeMap;

use readonce_core::canonical::{CANONICALIZER_VERSION, sight};
use readonce_core::item::{Item, Sighting};
use readonce_core::observe::{Applied, RawPosition, Reader, Reading, State};
use readonce_core::parse::{Response, parse};
use readonce_model::reason::Code;
use readonce_model::record::{
    ExtractRequest, Observation, Presence, RawKind, RawRecord, Run, Snapshot,
};
use readonce_model::{ContentHash, ItemId, Reason};
use sha2::{Digest, Sha256};

use super::defect::Defect;

/// What lies on the topics, folded last-wins as compaction leaves it; requests in full.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topics {
    pub snapshots: BTreeMap<ContentHash, Snapshot>,
    pub requests: Vec<ExtractRequest>,
    pub runs: BTreeMap<String, Run>,
    pub presence: BTreeMap<ItemId, Presence>,
    pub observations: BTreeMap<ItemId, Observation>,
    /// Observations that were no mere confirmation, in the order of writing.
    pub events: Vec<Observation>,
}

/// Writes of one kind; a batch is written wave by wave.
const WAVES: usize = 5;

pub struct Canonicalizer {
    state: State,
    defect: Defect,
    pub topics: Topics,
}

impl Canonicalizer {
    pub fn new(defect: Defect) -> Self {
        Self {
            state: State::new(),
            defect,
            topics: Topics::default(),
        }
    }

    /// Folds records `from..to` of a log and writes all they cause. With `waves` fewer than all,
    /// the process dies after that many waves of the batch, and memory is restored.
    pub fn batch(&mut self, log: &[RawRecord], from: usize, to: usize, waves: Option<usize>) {
        let mut applied = Vec::new();
        for (offset, raw) in log.iter().enumerate().take(to).skip(from) {
            applied.push(self.fold(raw, offset as i64));
        }
        let mut order: Vec<_> = (0..WAVES).collect();
        if self.defect == Defect::MemoryFirst {
            order.reverse();
        }
        for wave in order.into_iter().take(waves.unwrap_or(WAVES)) {
            applied.iter().for_each(|applied| self.write(applied, wave));
        }
        if waves.is_some() {
            self.restore();
        }
    }

    fn fold(&mut self, raw: &RawRecord, offset: i64) -> Applied {
        // With the defect every delivery looks later than the one before.
        let offset = match self.defect {
            Defect::ForgetOffsets => offset + 1_000_000 * (self.topics.events.len() as i64 + 1),
            _ => offset,
        };
        let at = RawPosition {
            partition: 0,
            offset,
        };
        match raw.kind {
            RawKind::RunStarted => self.state.apply_run_started(raw, at),
            RawKind::Page => match self.read(raw) {
                Ok(reading) => self.state.apply_page(raw, at, reading),
                Err(reason) if reason.code == Code::Blocked => match self.defect {
                    Defect::TrustWalls => self.state.apply_page(raw, at, Reading::default()),
                    _ => self.state.apply_blocked_page(raw, at),
                },
                Err(_) => self.state.apply_unreadable_page(raw, at),
            },
            RawKind::RunFinished if self.defect == Defect::TrustEveryRun => {
                let raw = RawRecord {
                    complete: Some(true),
                    pages: None,
                    ..raw.clone()
                };
                self.state.apply_run_finished(&raw, at)
            }
            RawKind::RunFinished => self.state.apply_run_finished(raw, at),
        }
    }

    fn read(&self, raw: &RawRecord) -> Result<Reading, Reason> {
        let parsed = parse(&Response {
            body: raw.body.as_deref().unwrap_or_default(),
            content_type: raw.content_type.as_deref(),
            url: None,
            site_tz: None,
            lang: None,
            at_ms: raw.at_ms,
            format: raw.format.as_deref().and_then(|name| name.parse().ok()),
            ..Response::default()
        })?;
        let reader = Reader {
            format: parsed.format.as_str().to_owned(),
            parser_version: parsed.parser_version,
            canonicalizer_version: CANONICALIZER_VERSION,
            parser: raw.parser.clone(),
        };
        let rejected = parsed.rejected.len();
        let sightings = parsed
            .items
            .into_iter()
            .map(|item| self.sight(item))
            .collect();
        Ok(Reading {
            reader,
            sightings,
            rejected,
            withdrawn: parsed.around.withdrawn,
            ..Reading::default()
        })
    }

    fn sight(&self, item: Item) -> Sighting {
        let raw_text = format!("{:?}", item.content);
        let mut seen = sight(item);
        match self.defect {
            Defect::HashRawText => seen.canonical.hash = digest(&raw_text),
            Defect::HashFacts => {
                let text = format!("{}{:?}", seen.canonical.hash, seen.facts);
                seen.canonical.hash = digest(&text);
            }
            _ => {}
        }
        seen
    }

    fn write(&mut self, applied: &Applied, wave: usize) {
        let topics = &mut self.topics;
        match wave {
            0 => {
                let all = applied.snapshots.iter();
                topics
                    .snapshots
                    .extend(all.map(|row| (row.content_hash, row.clone())));
            }
            1 => topics.requests.extend(applied.requests.iter().cloned()),
            2 => topics.runs.extend(
                applied
                    .run
                    .iter()
                    .map(|row| (row.run_id.clone(), row.clone())),
            ),
            3 => {
                let all = applied.presence.iter();
                topics
                    .presence
                    .extend(all.map(|row| (row.item_id.clone(), row.clone())));
            }
            _ => {
                for row in &applied.observations {
                    topics.observations.insert(row.item_id.clone(), row.clone());
                    if row.is_event() {
                        topics.events.push(row.clone());
                    }
                }
            }
        }
    }

    fn restore(&mut self) {
        let mut state = State::new();
        self.topics
            .runs
            .values()
            .cloned()
            .for_each(|run| state.restore_run(run));
        self.topics
            .presence
            .values()
            .cloned()
            .for_each(|row| state.restore_presence(row));
        self.topics
            .observations
            .values()
            .cloned()
            .for_each(|row| state.restore_observation(row));
        self.state = state;
    }
}

fn digest(text: &str) -> ContentHash {
    ContentHash::from_bytes(Sha256::digest(text.as_bytes()).into())
}
