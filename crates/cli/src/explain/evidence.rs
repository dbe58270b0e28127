//! What changed between the content that an item showed before and the one that was asked for: by
//! words out of the snapshots, and by rule out of the kept pages.

use readonce_canonicalize::reading::parsed;
use readonce_core::diff::{Absorbed, text_changes};
use readonce_core::inspect::differences;
use readonce_core::parse::Parsed;
use readonce_core::parse::rules::{PARSER_KIND, parse_parser};
use readonce_ingest::control;
use readonce_model::Topic;
use readonce_model::record::RawRecord;
use readonce_plumbing::kafka::Lookup;
use readonce_plumbing::registry::Decoder;
use serde::Deserialize;

use super::cause::{Cause, Event, events};
use super::{Change, Side};
use crate::context::Context;
use crate::store::{Store, quoted};

#[derive(Deserialize)]
struct Snapshot {
    title: String,
    text: String,
}

/// Nothing for an item that showed no content before.
pub async fn change(
    context: &Context,
    store: &Store,
    hash: &str,
    cause: &Cause,
) -> anyhow::Result<Option<Change>> {
    let Some(event) = &cause.event else {
        return Ok(None);
    };
    let Some(previous) = &event.previous_hash else {
        return Ok(None);
    };
    let (before, after) = (
        snapshot(store, previous).await?,
        snapshot(store, hash).await?,
    );
    let mut change = Change {
        previous_hash: previous.clone(),
        ..Change::default()
    };
    if let (Some(before), Some(after)) = (before, after) {
        let is_other = before.title != after.title;
        change.title = is_other.then(|| Side {
            before: before.title.clone(),
            after: after.title.clone(),
        });
        let found = text_changes(&before.text, &after.text);
        change.words = found.hunks.into_iter().map(Side::from).collect();
        (change.missing, change.coarse) = (found.missing, found.coarse);
    }
    match absorbed(context, store, (previous, event), cause).await {
        Ok(absorbed) => change.absorbed = absorbed,
        // The words above stand without it.
        Err(error) => change.absorbed_unknown = Some(format!("{error:#}")),
    }
    Ok(Some(change))
}

async fn snapshot(store: &Store, hash: &str) -> anyhow::Result<Option<Snapshot>> {
    let hash = quoted(hash);
    let sql = format!("SELECT title, text FROM snapshots FINAL WHERE content_hash = {hash}");
    Ok(store.typed(&sql).await?.into_iter().next())
}

/// Both pages, read as they were read then.
async fn absorbed(
    context: &Context,
    store: &Store,
    (previous, event): (&str, &Event),
    cause: &Cause,
) -> anyhow::Result<Vec<Absorbed>> {
    let condition = format!(
        "item_id = {} AND content_hash = {} AND observed_at < fromUnixTimestamp64Milli({})",
        quoted(&cause.item_id),
        quoted(previous),
        event.observed_at_ms
    );
    let earlier = events(store, &condition).await?;
    let earlier = earlier.last();
    let earlier = earlier.ok_or_else(|| anyhow::anyhow!("the sighting before is in no table"))?;
    let pages = Pages::open(context).await?;
    let before = pages.read(earlier).await?;
    let after = pages.read(event).await?;
    let found = differences(&before, &after, false);
    let id = cause.item_id.split_once('/').map_or("", |(_, id)| id);
    let own = found.items.into_iter().find(|item| item.id == id);
    Ok(own.map(|item| item.absorbed).unwrap_or_default())
}

struct Pages {
    settings: readonce_plumbing::kafka::ClientSettings,
    decoder: Decoder,
    lookup: Lookup,
    catalog: control::Catalog,
}

impl Pages {
    async fn open(context: &Context) -> anyhow::Result<Self> {
        let settings = context.kafka()?;
        let decoder = Decoder::new(context.registry()?);
        Ok(Self {
            lookup: Lookup::new(&settings)?,
            catalog: control::read_catalog(&settings, &decoder).await?,
            settings,
            decoder,
        })
    }

    async fn read(&self, event: &Event) -> anyhow::Result<Parsed> {
        let at = (event.raw_partition, event.raw_offset);
        let record = self
            .lookup
            .read(&self.settings, &Topic::RawPages, at)
            .await?;
        let value = record.and_then(|record| record.value);
        let value = value.ok_or_else(|| {
            anyhow::anyhow!(
                "the page at {}/{} is kept no more",
                event.raw_partition,
                event.raw_offset
            )
        })?;
        let raw: RawRecord = self.decoder.decode("RawRecord", &value).await?;
        let parser = raw
            .parser
            .as_ref()
            .map(|name| self.parser(name))
            .transpose()?;
        let read = parsed(&raw, parser.as_ref());
        read.map_err(|reason| anyhow::anyhow!("the page cannot be read: {reason}"))
    }

    fn parser(&self, name: &str) -> anyhow::Result<readonce_core::parse::rules::Parser> {
        let mut entries = self.catalog.entries.iter();
        let entry = entries.find(|entry| entry.kind == PARSER_KIND && entry.name == name);
        let entry =
            entry.ok_or_else(|| anyhow::anyhow!("parser {name} is in the catalog no more"))?;
        Ok(parse_parser(name, &entry.document)?)
    }
}
