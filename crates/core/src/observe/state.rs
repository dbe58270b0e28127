//! What is remembered of one partition, and how it comes back after a restart.

use std::collections::HashMap;

use readonce_model::ItemId;
use readonce_model::record::{Observation, Presence, Run};

/// Everything that canonicalize knows of one partition of `raw.pages`.
///
/// It grows with items (about 1.7 KB each) and runs (about 400 bytes each), never with observations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// By source, so that the end of a run looks at its own items only.
    pub(super) sources: HashMap<String, HashMap<ItemId, Known>>,
    pub(super) runs: HashMap<String, Run>,
}

/// What is known of one item. The observation is boxed: it is large, and the map moves it around.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub observation: Option<Box<Observation>>,
    pub presence: Option<Presence>,
}

impl State {
    /// Knows nothing: right for a partition that is read from its beginning.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a record of `observations` back; a later call for the same item wins.
    ///
    /// The three `restore` functions may be called in any order between the topics, and in the
    /// order of the offsets within one.
    pub fn restore_observation(&mut self, observation: Observation) {
        let known = self.known(&observation.item_id);
        known.observation = Some(Box::new(observation));
    }

    /// Takes a record of `presence` back; a later call for the same item wins.
    pub fn restore_presence(&mut self, presence: Presence) {
        let known = self.known(&presence.item_id);
        known.presence = Some(presence);
    }

    /// Takes a record of `runs` back; a later call for the same run wins.
    pub fn restore_run(&mut self, run: Run) {
        self.runs.insert(run.run_id.clone(), run);
    }

    /// Number of items that are known, delisted ones included.
    pub fn items(&self) -> usize {
        self.sources.values().map(HashMap::len).sum()
    }

    /// An item by the id that its source gives it; none that was never seen.
    pub(super) fn find(&mut self, source: &str, id: &str) -> Option<&mut Known> {
        let item = ItemId::new(source, id).ok()?;
        self.sources.get_mut(source)?.get_mut(&item)
    }

    pub(super) fn known(&mut self, item: &ItemId) -> &mut Known {
        let items = self.sources.entry(item.source().to_owned()).or_default();
        items.entry(item.clone()).or_default()
    }
}
