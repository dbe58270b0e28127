//! Which sighting of which item asked for a content.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Attempt, Produced};
use crate::store::{Store, quoted};

/// Item and raw record that a call or a profile names as its cause.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub item: String,
    pub raw_partition: i32,
    pub raw_offset: i64,
}

#[derive(Debug, Default, Serialize)]
pub struct Cause {
    pub item_id: String,
    pub raw_partition: i32,
    pub raw_offset: i64,
    /// The event that brought the content; none where it is in no table yet.
    pub event: Option<Event>,
    /// The content was asked for after it had come: by a back-fill.
    pub asked_later: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    /// new, changed, revised or reverted.
    pub outcome: String,
    pub observed_at_ms: i64,
    pub run_id: String,
    pub title: String,
    pub url: Option<String>,
    pub previous_hash: Option<String>,
    pub raw_partition: i32,
    pub raw_offset: i64,
    /// Changes that the observation names.
    pub changes: Vec<Value>,
}

impl Place {
    /// Of the first call; of the profile where no call was made.
    pub fn of(attempts: &[Attempt], profile: Option<&Value>) -> Self {
        if let Some(first) = attempts.first() {
            return Self {
                item: first.caused_by_item.clone(),
                raw_partition: first.caused_by_raw_partition,
                raw_offset: first.caused_by_raw_offset,
            };
        }
        let Some(row) = profile else {
            return Self::default();
        };
        let number = |key: &str| row[key].as_i64().unwrap_or_default();
        Self {
            item: row["caused_by_item"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            raw_partition: i32::try_from(number("caused_by_raw_partition")).unwrap_or_default(),
            raw_offset: number("caused_by_raw_offset"),
        }
    }
}

pub async fn find(store: &Store, hash: &str, place: &Place) -> anyhow::Result<Cause> {
    let events = events(
        store,
        &format!(
            "item_id = {} AND content_hash = {}",
            quoted(&place.item),
            quoted(hash)
        ),
    )
    .await?;
    let is_own = |event: &&Event| {
        (event.raw_partition, event.raw_offset) == (place.raw_partition, place.raw_offset)
    };
    let own = events.iter().find(is_own);
    // A request that is no event's own was made later, for a content that had come before.
    let event = own.or(events.first()).cloned();
    Ok(Cause {
        item_id: place.item.clone(),
        raw_partition: place.raw_partition,
        raw_offset: place.raw_offset,
        asked_later: own.is_none() && event.is_some(),
        event,
    })
}

/// Events in the order of time.
pub async fn events(store: &Store, condition: &str) -> anyhow::Result<Vec<Event>> {
    let sql = format!(
        "SELECT toString(outcome) AS outcome, toUnixTimestamp64Milli(observed_at) AS observed_at_ms,
            run_id, title, url, previous_hash, raw_partition, raw_offset, changes
         FROM item_events FINAL WHERE {condition} ORDER BY observed_at, raw_offset"
    );
    store.typed(&sql).await
}

pub fn sentence(outcome: &str, cause: &Cause, produced: Option<&Produced>) -> String {
    let item = &cause.item_id;
    let came = match &cause.event {
        None => format!("{item} asked for it, and its event is in no table yet"),
        Some(event) => match event.outcome.as_str() {
            "new" => format!("{item} was seen for the first time"),
            "reverted" => format!("{item} went back to an earlier content"),
            "unchanged" => format!("{item} showed it"),
            _ => format!("{item} changed its content"),
        },
    };
    let later = if cause.asked_later {
        ", and it was asked for later"
    } else {
        ""
    };
    let then = match outcome {
        "lifted" => {
            let from = produced.and_then(|produced| produced.lifted_from.as_deref());
            format!(
                "no call was made: the profile of {} gave every field",
                from.unwrap_or("an earlier contract")
            )
        }
        "paid" if produced.is_some_and(|produced| !produced.asked_fields.is_empty()) => {
            "a model was asked for the fields that an earlier profile did not give".to_owned()
        }
        "paid" => "no profile of the content was there, so a model was asked once".to_owned(),
        "given_up" => "the calls failed, and the content was given up".to_owned(),
        "in_doubt" => "the call was announced and has not ended".to_owned(),
        _ => "the last call failed, and another one follows".to_owned(),
    };
    format!("{came}{later}; {then}")
}
