//! The provider: makes a batch of whatever arrives, and charges for each line that it runs.

use std::collections::BTreeMap;

use readonce_model::ContentHash;

use crate::extract::batch::LineId;

#[derive(Clone, Debug)]
pub struct Batch {
    pub ids: Vec<LineId>,
    pub ends_at_ms: i64,
    /// Lines from here on expire unasked.
    pub runs: usize,
}

/// A creation that was sent.
#[derive(Clone, Debug)]
pub struct OnItsWay {
    pub lands_at_ms: i64,
    pub batch: Batch,
}

#[derive(Default)]
pub struct Provider {
    pub batches: Vec<Batch>,
    pub on_its_way: Vec<OnItsWay>,
}

impl Provider {
    /// What has arrived by now is made.
    pub fn turn(&mut self, now_ms: i64) {
        let (landed, rest) = std::mem::take(&mut self.on_its_way)
            .into_iter()
            .partition(|one| one.lands_at_ms <= now_ms);
        self.on_its_way = rest;
        let landed: Vec<OnItsWay> = landed;
        self.batches.extend(landed.into_iter().map(|one| one.batch));
    }

    pub fn holds(&self, id: &LineId) -> bool {
        self.batches.iter().any(|batch| batch.ids.contains(id))
    }

    pub fn has_lines(&self, ids: &[LineId]) -> bool {
        self.batches.iter().any(|batch| batch.ids == ids)
    }

    /// Whether a line was answered; none while its batch is open.
    pub fn answer(&self, id: &LineId, now_ms: i64) -> Option<bool> {
        let batch = self.batches.iter().find(|batch| batch.ids.contains(id))?;
        let place = batch.ids.iter().position(|other| other == id)?;
        (batch.ends_at_ms <= now_ms).then_some(place < batch.runs)
    }

    /// Lines that were run, by content.
    pub fn paid(&self) -> BTreeMap<ContentHash, u32> {
        let mut paid = BTreeMap::new();
        let on_its_way = self.on_its_way.iter().map(|one| &one.batch);
        for batch in self.batches.iter().chain(on_its_way) {
            for id in batch.ids.iter().take(batch.runs) {
                *paid.entry(id.content_hash).or_default() += 1;
            }
        }
        paid
    }
}
