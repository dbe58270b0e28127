//! Documents of the catalog, whole and fresh: read from the beginning at the start, followed from
//! then on.
//!
//! A follower of its own is used, not the consumer group: every instance needs all documents, since
//! a rebalance may bring it any partition. And not a repeated reading: a change is here at once, and
//! a quiet catalog costs ten small requests a second. Never writes, and never says what a document
//! means: that is the reader's.

use std::sync::Arc;
use std::time::Duration;

use readonce_model::record::CatalogEntry;
use readonce_model::{Reason, Topic};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::Halt;
use crate::kafka::{ClientSettings, Followed, TableRecord, follow};
use crate::registry::{DecodeError, Decoder};

/// Pause before a document is tried again whose schema cannot be had now.
const REGISTRY_PAUSE: Duration = Duration::from_secs(1);

/// What a reader makes of the documents; called in the order of the topic.
pub trait Documents: Clone + Default + Send + Sync + 'static {
    /// Kinds of documents that matter to this reader; others are not decoded.
    const KINDS: &'static [&'static str];

    /// A document that came, or that replaces the one under its kind and name.
    fn put(&mut self, entry: &CatalogEntry);

    /// A document that was taken out.
    fn remove(&mut self, kind: &str, name: &str);
}

/// The documents as they are now.
pub type View<D> = watch::Receiver<Arc<D>>;

/// Reads the catalog to its end, then goes on in the background until the token says stop.
pub async fn open<D: Documents>(
    settings: &ClientSettings,
    decoder: &Decoder,
    stop: CancellationToken,
) -> Result<View<D>, Halt> {
    let records = follow(settings, Topic::Catalog, stop)?;
    let mut reader = Reader {
        records,
        decoder: decoder.clone(),
        documents: D::default(),
    };
    reader.catch_up().await?;
    tracing::info!(kinds = ?D::KINDS, "catalog read");
    let (sender, view) = watch::channel(Arc::new(reader.documents.clone()));
    tokio::spawn(reader.go_on(sender));
    Ok(view)
}

struct Reader<D> {
    records: mpsc::Receiver<Followed>,
    decoder: Decoder,
    documents: D,
}

impl<D: Documents> Reader<D> {
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
    async fn go_on(mut self, sender: watch::Sender<Arc<D>>) {
        while let Some(heard) = self.records.recv().await {
            self.hear(heard).await;
            // What came together is shown together: one copy for many documents.
            while let Ok(more) = self.records.try_recv() {
                self.hear(more).await;
            }
            sender.send_replace(Arc::new(self.documents.clone()));
        }
    }

    async fn hear(&mut self, heard: Followed) {
        if let Followed::Record(record) = heard {
            self.fold(record).await;
        }
    }

    async fn fold(&mut self, record: TableRecord) {
        let Some((kind, name)) = named(&record.key, D::KINDS) else {
            return;
        };
        let Some(value) = &record.value else {
            tracing::info!(kind, name, "taken out of the catalog");
            self.documents.remove(kind, name);
            return;
        };
        match self.decode(value).await {
            Ok(entry) if entry.kind == kind && entry.name == name => self.documents.put(&entry),
            Ok(entry) => {
                let belongs = format!("{}/{}", entry.kind, entry.name);
                tracing::error!(
                    kind,
                    name,
                    belongs,
                    offset = record.offset,
                    "misplaced in the catalog"
                );
            }
            // The document before it stays in force.
            Err(reason) => {
                tracing::error!(kind, name, offset = record.offset, %reason, "unreadable in the catalog");
            }
        }
    }

    /// Waits for a registry that is away: skipping a document would lose it.
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

/// `source/greenhouse-gitlab` as kind and name, if the kind is one of these.
fn named<'a>(key: &'a [u8], kinds: &[&str]) -> Option<(&'a str, &'a str)> {
    let (kind, name) = std::str::from_utf8(key).ok()?.split_once('/')?;
    (kinds.contains(&kind) && !name.is_empty()).then_some((kind, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_kinds_that_matter_are_taken_from_the_catalog() {
        let kinds = ["source", "parser"];
        assert_eq!(named(b"source/board", &kinds), Some(("source", "board")));
        assert_eq!(named(b"parser/shop@3", &kinds), Some(("parser", "shop@3")));
        assert_eq!(named(b"contract/job", &kinds), None);
        assert_eq!(named(b"source/", &kinds), None);
        assert_eq!(named(b"source", &kinds), None);
        assert_eq!(named(b"\xff\xfe", &kinds), None);
    }
}
