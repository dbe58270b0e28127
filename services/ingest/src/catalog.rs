//! The sources of the catalog, whole and fresh: read from the beginning at the start, followed from
//! then on.
//!
//! A follower of its own is used, not the consumer group: every instance needs all sources, since a
//! rebalance may bring it any partition. And not a repeated reading: a change is here at once, and a
//! quiet catalog costs ten small requests a second. Never writes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use readonce_core::fetch::source::{SourceSpec, parse_source};
use readonce_model::record::CatalogEntry;
use readonce_model::{Reason, Topic};
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{ClientSettings, Followed, TableRecord, follow};
use readonce_plumbing::registry::{DecodeError, Decoder};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::control::SOURCE_KIND;

/// Pause before a document is tried again whose schema cannot be had now.
const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

/// One source as its latest document says.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    /// What is wrong with the document, in words, when it cannot be run.
    pub(crate) spec: Result<Arc<SourceSpec>, String>,
}

/// All sources by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(HashMap<String, Arc<Source>>);

impl Sources {
    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Source>> {
        self.0.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.0.values()
    }

    #[cfg(test)]
    pub(crate) fn of(documents: &[(&str, &str)]) -> Self {
        let mut sources = Self::default();
        for (name, text) in documents {
            sources.apply(name, text);
        }
        sources
    }

    fn apply(&mut self, name: &str, document: &str) {
        let spec = parse_source(name, document)
            .map(Arc::new)
            .map_err(|error| error.to_string());
        if let Err(words) = &spec {
            tracing::error!(source = name, words, "a source cannot be run");
        }
        let name = name.to_owned();
        let source = Arc::new(Source {
            name: name.clone(),
            spec,
        });
        self.0.insert(name, source);
    }
}

pub(crate) type View = watch::Receiver<Arc<Sources>>;

/// Reads the catalog to its end, then goes on in the background until the token says stop.
pub(crate) async fn open(
    settings: &ClientSettings,
    decoder: &Decoder,
    stop: CancellationToken,
) -> Result<View, Halt> {
    let records = follow(settings, Topic::Catalog, stop)?;
    let mut reader = Reader {
        records,
        decoder: decoder.clone(),
        sources: Sources::default(),
    };
    reader.catch_up().await?;
    tracing::info!(sources = reader.sources.0.len(), "catalog read");
    let (sender, view) = watch::channel(Arc::new(reader.sources.clone()));
    tokio::spawn(reader.go_on(sender));
    Ok(view)
}

struct Reader {
    records: mpsc::Receiver<Followed>,
    decoder: Decoder,
    sources: Sources,
}

impl Reader {
    async fn catch_up(&mut self) -> Result<(), Halt> {
        loop {
            match self.records.recv().await {
                Some(Followed::CaughtUp) => return Ok(()),
                Some(Followed::Record(record)) => self.fold(record).await,
                None => {
                    return Err(Halt::Internal("the catalog is no longer read".to_owned()));
                }
            }
        }
    }

    /// Ends with its sender when the follower does, which whoever watches notices.
    async fn go_on(mut self, sender: watch::Sender<Arc<Sources>>) {
        while let Some(heard) = self.records.recv().await {
            self.hear(heard).await;
            // What came together is shown together: one copy for many documents.
            while let Ok(more) = self.records.try_recv() {
                self.hear(more).await;
            }
            sender.send_replace(Arc::new(self.sources.clone()));
        }
    }

    async fn hear(&mut self, heard: Followed) {
        if let Followed::Record(record) = heard {
            self.fold(record).await;
        }
    }

    async fn fold(&mut self, record: TableRecord) {
        let Some(name) = source_name(&record.key) else {
            return;
        };
        let Some(value) = &record.value else {
            if self.sources.0.remove(name).is_some() {
                tracing::info!(source = name, "taken out of the catalog");
            }
            return;
        };
        match self.decode(value).await {
            Ok(entry) if entry.kind == SOURCE_KIND && entry.name == name => {
                self.sources.apply(name, &entry.document);
            }
            Ok(entry) => {
                let belongs = format!("{}/{}", entry.kind, entry.name);
                tracing::error!(
                    key = name,
                    belongs,
                    offset = record.offset,
                    "misplaced in the catalog"
                );
            }
            // The document before it stays in force.
            Err(reason) => {
                tracing::error!(source = name, offset = record.offset, %reason, "unreadable in the catalog");
            }
        }
    }

    /// Waits for a registry that is away: skipping a document would drop a source.
    async fn decode(&self, value: &[u8]) -> Result<CatalogEntry, Reason> {
        loop {
            match self.decoder.decode("CatalogEntry", value).await {
                Ok(entry) => return Ok(entry),
                Err(DecodeError::Reject(reason)) => return Err(reason),
                Err(DecodeError::Later(error)) => {
                    tracing::warn!(%error, "the catalog waits for the registry");
                    tokio::time::sleep(REGISTRY_PAUSE).await;
                }
            }
        }
    }
}

/// `source/greenhouse-gitlab` names a source; other kinds are not for ingest.
fn source_name(key: &[u8]) -> Option<&str> {
    let (kind, name) = std::str::from_utf8(key).ok()?.split_once('/')?;
    (kind == SOURCE_KIND && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_are_taken_from_the_catalog() {
        assert_eq!(source_name(b"source/board"), Some("board"));
        assert_eq!(source_name(b"contract/job"), None);
        assert_eq!(source_name(b"source/"), None);
        assert_eq!(source_name(b"source"), None);
        assert_eq!(source_name(b"\xff\xfe"), None);
    }

    #[test]
    fn a_broken_document_is_kept_with_its_fault() {
        let sources = Sources::of(&[("board", "{strategy: listing}")]);
        let words = sources.get("board").unwrap().spec.as_ref().unwrap_err();
        assert!(words.contains("url"), "{words}");
    }
}
