//! The last profiles of a partition: what a start learns of its sources' answers. Of all others only
//! the books are read, so that a start stays fast; and a source whose answers are not among these
//! begins without a history.

use std::collections::{HashSet, VecDeque};

use readonce_model::Topic;
use readonce_model::record::Profile;
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::TableRecord;
use readonce_plumbing::registry::Decoder;

use crate::watch::Watcher;

/// Records of one partition under one contract: a small part of what a start reads anyway.
const LENGTH: usize = 2_000;

/// Filled while a topic is read, whose end nobody knows before.
#[derive(Default)]
pub struct Tail(VecDeque<TableRecord>);

impl Tail {
    pub fn add(&mut self, record: TableRecord) {
        if self.0.len() == LENGTH {
            self.0.pop_front();
        }
        self.0.push_back(record);
    }

    pub async fn learn(
        self,
        topic: &Topic,
        decoder: &Decoder,
        watcher: &Watcher,
    ) -> Result<(), Halt> {
        let mut seen = HashSet::new();
        // A profile that a person judged is written again: it was one answer.
        let newest_first = self.0.into_iter().rev();
        for record in newest_first.filter(|record| seen.insert(record.key.clone())) {
            let profile: Option<Profile> = decoder.restore(topic, &record).await?;
            if let Some(profile) = profile {
                watcher.learn(&profile);
            }
        }
        Ok(())
    }
}
