//! Keys whose turn has come: those with their text at hand go on at once, the others are read again
//! from their topic first.

use std::sync::Arc;

use readonce_model::Topic;
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Picked, pick};
use tokio::task::JoinError;

use super::super::reading::{Places, TakenUp};
use super::Worker;

/// Requests that were put off, read again.
pub(in crate::worker) struct Loaded {
    wanted: Vec<(Arc<str>, i64)>,
    picked: Result<Picked, Halt>,
}

pub(super) fn joined(loaded: Result<Result<Loaded, Halt>, JoinError>) -> Loaded {
    let broken = |halt| Loaded {
        wanted: Vec::new(),
        picked: Err(halt),
    };
    match loaded {
        Ok(Ok(loaded)) => loaded,
        Ok(Err(halt)) => broken(halt),
        Err(error) => broken(Halt::Internal(format!("a reading broke off: {error}"))),
    }
}

impl Worker {
    /// Whose turn has come goes on; what was put off is read again first.
    pub(in crate::worker) fn granted(&mut self, keys: Vec<Arc<str>>) {
        let Some(line) = &mut self.line else {
            return;
        };
        let mut wanted = Vec::new();
        for key in keys {
            line.granted.insert(key.clone());
            if self.agenda.is_parked(&key) {
                line.parked.remove(&*key);
                self.agenda.again(key.to_string());
            } else if let Some(shelved) = line.shelf.get(&key) {
                wanted.push((key, shelved.latest));
            } else if self.agenda.get(&key).is_none() {
                line.granted.remove(&key);
                line.seat.forget(&key);
            }
        }
        if !wanted.is_empty() {
            let (settings, partition) = (self.shared.source.settings.clone(), self.partition);
            line.loading.push(tokio::spawn(async move {
                let offsets = wanted.iter().map(|(_, offset)| *offset).collect();
                let picked = pick(&settings, Topic::ExtractRequests, partition, offsets).await;
                Ok(Loaded { wanted, picked })
            }));
        }
    }

    pub(in crate::worker) async fn loaded(&mut self, loaded: Loaded) -> Result<(), Halt> {
        let mut picked = loaded.picked?;
        for (key, offset) in loaded.wanted {
            let shelved = self.line.as_mut().and_then(|line| line.shelf.take(&key));
            // Asked for again in the meantime: the later request has taken it over.
            let Some(shelved) = shelved else {
                continue;
            };
            let places = Places {
                latest: offset,
                others: &shelved.others,
            };
            match self.take_up(&key, places, &mut picked).await? {
                TakenUp::Held => {}
                TakenUp::Gone => self.give_back(&key),
                TakenUp::Later => {
                    if let Some(line) = &mut self.line {
                        line.granted.remove(&key);
                        line.seat.wait(&key, &shelved.asking);
                        line.shelf.put(key, shelved);
                    }
                }
            }
        }
        Ok(())
    }
}
