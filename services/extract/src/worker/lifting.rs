//! What profiles of earlier contracts give for the keys that are held: looked at once a key, and
//! forgotten when the key is closed. Whether anything is lifted, the ledger decides.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use readonce_core::extract::ledger::{Liftable, Wait};
use readonce_model::record::ExtractRequest;
use readonce_model::{ContentHash, ContractId};
use readonce_plumbing::health::now_ms;
use tokio::sync::OwnedSemaphorePermit;

use super::Worker;
use crate::job::{Done, Earlier, Looked, Place};

#[derive(Debug, Default)]
pub(super) struct Lifting {
    looked: HashMap<String, Looked>,
    /// Keys for which the topics were read on, because an earlier profile's place was not known.
    waited: HashSet<String>,
}

impl Lifting {
    pub(super) fn found(&self, key: &str) -> Option<Arc<Earlier>> {
        self.looked.get(key).cloned().flatten()
    }

    /// Learns what a job has found, and forgets what is done with.
    pub(super) fn follow(&mut self, done: &Done) {
        if done.is_closed() {
            self.looked.remove(&done.key);
            self.waited.remove(&done.key);
        } else if let Some(looked) = &done.looked {
            self.looked.insert(done.key.clone(), looked.clone());
        }
    }
}

impl Worker {
    pub(super) fn liftable(&self, key: &str, request: &ExtractRequest) -> Liftable {
        match self.lifting.looked.get(key) {
            Some(Some(earlier)) if earlier.lifted.is_whole() => Liftable::Whole,
            Some(Some(_)) => Liftable::Part,
            Some(None) => Liftable::No,
            None if self.has_origin(request) => Liftable::Unread,
            None => Liftable::No,
        }
    }

    fn has_origin(&self, request: &ExtractRequest) -> bool {
        let origins = self.shared.lifts.origins(&request.contract);
        let hash = &request.content_hash;
        origins
            .iter()
            .any(|contract| self.memory.known(hash, contract).is_some())
    }

    /// The nearest earlier contract that has a profile whose place is known.
    pub(super) fn place(&self, hash: &ContentHash, contract: &ContractId) -> Option<Place> {
        let origins = self.shared.lifts.origins(contract).into_iter();
        let mut known = origins.filter(|contract| self.memory.known(hash, contract).is_some());
        let contract = known.next()?;
        let offset = self.memory.origins.place(&contract, hash)?;
        Some(Place {
            contract,
            partition: self.partition,
            offset,
        })
    }

    /// Begins to read it. A profile that this process wrote itself has a place only when the topics
    /// were read on: the wait brings that, once.
    pub(super) fn read_earlier(&mut self, key: String, permit: OwnedSemaphorePermit) {
        let Some(held) = self.agenda.get(&key) else {
            return;
        };
        let request = held.request.clone();
        let Some(place) = self.place(&request.content_hash, &request.contract) else {
            if self.lifting.waited.insert(key.clone()) {
                return self.agenda.wait(key, now_ms(), Wait::InDoubt);
            }
            tracing::warn!(
                content = key,
                "the profile of an earlier contract is not found"
            );
            self.lifting.looked.insert(key.clone(), None);
            return self.agenda.again(key);
        };
        let shared = self.shared.clone();
        self.agenda.run(&key);
        self.running.push(tokio::spawn(async move {
            let looked = Earlier::read(&shared, &place, &request).await;
            drop(permit);
            Ok(Done {
                key,
                requested_at_ms: request.requested_at_ms,
                written: Vec::new(),
                looked: Some(looked?),
            })
        }));
    }
}
