//! A look at the provider's batches: which announced lines are in which of them. Whose a batch is
//! stands in its marks; which lines it has, in the file that it was made of.
//!
//! A look that did not see everything is none: a line that it did not find would be paid again.

use std::collections::HashMap;
use std::sync::Arc;

use readonce_core::extract::batch::{Listed, MAX_LINE_BYTES, read_input_id};
use readonce_plumbing::health::now_ms;

use super::lines::{Lines, Read};
use super::{Event, Events, Ports};
use crate::provider::Fault;

/// How far the provider's clock may be from ours.
const CLOCK_MS: i64 = 3_600_000;
/// Pages of a list that are read, of 100 batches each.
const MOST_PAGES: usize = 1_000;

/// Lines that are looked for: keys with the number of their attempt.
pub type Wanted = HashMap<Arc<str>, i32>;

/// Where they are.
#[derive(Debug, Default)]
pub struct Found {
    /// Names of batches, by the keys of their lines that were looked for.
    pub batches: HashMap<Arc<str>, Arc<str>>,
}

/// Looks for lines that were announced since then, and tells the worker.
pub async fn look(
    ports: Arc<Ports>,
    partition: i32,
    (wanted, since_ms): (Wanted, i64),
    events: Events,
) {
    let began_at_ms = now_ms();
    let found = find(&ports, partition, &wanted, since_ms).await;
    if let Ok(found) = &found {
        let (lines, in_batches) = (wanted.len(), found.batches.len());
        tracing::info!(partition, lines, in_batches, "looked for announced lines");
    }
    let looked = Event::Looked { began_at_ms, found };
    // A worker that is gone needs no word of it.
    let _ = events.send(looked).await;
}

async fn find(
    ports: &Ports,
    partition: i32,
    wanted: &Wanted,
    since_ms: i64,
) -> Result<Found, Fault> {
    let mut ours = Vec::new();
    each(ports, since_ms, |batch| {
        let is_ours = batch
            .mark
            .as_ref()
            .is_some_and(|mark| mark.namespace == ports.namespace && mark.partition == partition);
        ours.extend(is_ours.then_some(batch));
    })
    .await?;
    let mut found = Found::default();
    for batch in ours {
        match keys_in(ports, &batch, wanted).await {
            Ok(keys) => {
                let name: Arc<str> = batch.id.into();
                let keys = keys.into_iter().map(|key| (key, name.clone()));
                found.batches.extend(keys);
            }
            // Without its file a batch is of another age than what is looked for.
            Err(fault) if fault.is_gone() => {
                tracing::warn!(
                    batch = batch.id,
                    "the file of a batch is not there any more"
                );
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(found)
}

/// Every batch that was made since then, whoever made it.
pub(super) async fn each(
    ports: &Ports,
    since_ms: i64,
    mut see: impl FnMut(Listed),
) -> Result<(), Fault> {
    let since_ms = since_ms.saturating_sub(CLOCK_MS);
    let mut after: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let page = ports.batches.list(after.as_deref()).await?;
        let mut times = page.batches.iter().map(|batch| batch.created_at_ms);
        let is_newest_first = times.clone().is_sorted_by(|one, next| one >= next);
        let is_behind = is_newest_first && times.next_back().is_some_and(|at_ms| at_ms < since_ms);
        let recent = page.batches.into_iter();
        recent
            .filter(|batch| batch.created_at_ms >= since_ms)
            .for_each(&mut see);
        if is_behind || page.after.is_none() {
            return Ok(());
        }
        after = page.after;
    }
    let words = format!("there are more than {MOST_PAGES} pages of batches");
    Err(Fault::Unclear(words))
}

async fn keys_in(ports: &Ports, batch: &Listed, wanted: &Wanted) -> Result<Vec<Arc<str>>, Fault> {
    let scratch = ports.folder.file("names");
    ports
        .batches
        .download(&batch.input_file, scratch.path())
        .await?;
    let mut lines = Lines::open(scratch.path(), MAX_LINE_BYTES).await?;
    let mut keys = Vec::new();
    while let Some(read) = lines.next().await? {
        let Read::Line(text) = read else { continue };
        let Ok(id) = read_input_id(&text) else {
            continue;
        };
        let sought = wanted.get_key_value(id.key().as_str());
        let sought = sought.filter(|(_, attempt)| **attempt == id.attempt);
        keys.extend(sought.map(|(key, _)| key.clone()));
    }
    Ok(keys)
}
