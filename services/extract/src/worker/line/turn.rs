//! Keys whose turn has come: those with their text at hand go on at once, the others are read again
//! from their topic first.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_model::Topic;
use readonce_plumbing::Halt;
use readonce_plumbing::consume::{Outcome, Record};
use readonce_plumbing::kafka::{TableRecord, pick};
use readonce_plumbing::registry::DecodeError;
use tokio::task::JoinError;

use super::Worker;
use crate::budget::Shelved;

/// Requests that were put off, read again.
pub(in crate::worker) struct Loaded {
    wanted: Vec<(Arc<str>, i64)>,
    records: Result<Vec<TableRecord>, Halt>,
}

pub(super) fn joined(loaded: Result<Result<Loaded, Halt>, JoinError>) -> Loaded {
    let broken = |halt| Loaded {
        wanted: Vec::new(),
        records: Err(halt),
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
                let records = pick(&settings, Topic::ExtractRequests, partition, offsets).await;
                Ok(Loaded { wanted, records })
            }));
        }
    }

    pub(in crate::worker) async fn loaded(&mut self, loaded: Loaded) -> Result<(), Halt> {
        let records = loaded.records?.into_iter();
        let mut records: HashMap<_, _> = records.map(|it| (it.offset, it.value)).collect();
        for (key, offset) in loaded.wanted {
            let shelved = self.line.as_mut().and_then(|line| line.shelf.take(&key));
            // Asked for again in the meantime: the later request has taken it over.
            let Some(shelved) = shelved else {
                continue;
            };
            match records.remove(&offset).flatten() {
                Some(value) => {
                    let mut record = self.place_of(&key, offset);
                    record.value = Some(value);
                    self.take_up(&key, record, shelved).await?;
                }
                // Compaction has taken it: a later record of the key was, or will be, read.
                None => self.pass_over(&key, &shelved),
            }
        }
        Ok(())
    }

    async fn take_up(
        &mut self,
        key: &Arc<str>,
        record: Record,
        shelved: Shelved,
    ) -> Result<(), Halt> {
        match self.checked(&record).await {
            Ok(Some((_, request))) => {
                self.agenda.hold(key, request, record);
                let others = shelved.others.iter();
                let others: Vec<_> = others.map(|offset| self.place_of(key, *offset)).collect();
                self.agenda.attach(key, others);
            }
            Ok(None) => self.pass_over(key, &shelved),
            Err(DecodeError::Reject(reason)) => {
                self.desk.settle(&record, Outcome::Reject(reason)).await?;
                self.pass_over(key, &shelved);
            }
            Err(DecodeError::Later(error)) => {
                tracing::warn!(%error, offset = record.offset, "reading waits for the registry");
                if let Some(line) = &mut self.line {
                    line.granted.remove(key);
                    line.seat.wait(key, &shelved.asking);
                    line.shelf.put(key.clone(), shelved);
                }
            }
        }
        Ok(())
    }

    fn pass_over(&mut self, key: &str, shelved: &Shelved) {
        for offset in shelved.others.iter().chain([&shelved.latest]) {
            self.desk.finish(&self.place_of(key, *offset), "superseded");
        }
        self.give_back(key);
    }
}
