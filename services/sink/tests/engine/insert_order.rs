//! The same final state for every order of inserts, every repetition, and every state of merges.

use std::path::Path;

use readonce_model::record::{Observation, Outcome, Presence, PresenceState};
use readonce_sink::rows::TopicRecord;
use serde::Deserialize;
use serde_json::json;

use crate::database::{Database, with_database};
use crate::records::{NOON_MS, Seen, lifted, observation, presence, shuffled, world};

/// Writes in small inserts, so that there are parts to merge.
async fn write_in_parts(database: &Database, records: &[TopicRecord], size: usize) {
    for part in records.chunks(size) {
        database.put(part).await;
    }
}

/// The world, and a profile for every table of profiles.
fn every_table() -> Vec<TopicRecord> {
    let mut all = world();
    all.push(lifted("A", 30));
    all
}

#[tokio::test]
async fn every_order_and_every_repetition_ends_in_the_same_state() {
    with_database(|database| async move {
        database.put(&every_table()).await;
        let expected = database.state().await;
        assert!(
            expected.iter().all(|(_, rows)| !rows.is_empty()),
            "a table is empty"
        );
        for seed in 1..=6 {
            database.empty().await;
            let records = shuffled(&every_table(), seed);
            write_in_parts(&database, &records, 1 + records.len() / 5).await;
            assert_eq!(
                database.state().await,
                expected,
                "seed {seed}, before merging"
            );
            database.merge().await;
            assert_eq!(
                database.state().await,
                expected,
                "seed {seed}, after merging"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_replay_of_everything_changes_nothing_but_where_it_was_read() {
    with_database(|database| async move {
        database.put(&world()).await;
        let before = database.state().await;
        database.merge().await;
        database.put(&world()).await;
        assert_eq!(database.state().await, before);
    })
    .await;
}

#[tokio::test]
async fn a_late_copy_of_an_old_row_brings_nothing_back() {
    with_database(|database| async move {
        let (old, rest): (Vec<_>, Vec<_>) = world().into_iter().partition(is_first_sighting);
        assert!(!old.is_empty());
        database.put(&old).await;
        database.put(&rest).await;
        database.merge().await;
        let before = database.state().await;
        database.put(&old).await;
        assert_eq!(database.state().await, before);
        database.merge().await;
        assert_eq!(database.state().await, before);
    })
    .await;
}

fn is_first_sighting(record: &TopicRecord) -> bool {
    match record {
        TopicRecord::Observation(seen) => seen.outcome == Outcome::New,
        TopicRecord::Presence(presence) => presence.state == PresenceState::Listed,
        _ => false,
    }
}

/// Case B73: rows with equal versions, a deletion, and a late copy of an old row.
#[derive(Clone, Deserialize)]
struct CaseRow {
    key: String,
    version: i64,
    offset: i64,
    title: String,
    deleted: u8,
}

const CASE_B73: &str = r#"{"rows":[
    {"key":"j1","version":1,"offset":100,"title":"A","deleted":0},
    {"key":"j1","version":2,"offset":107,"title":"B","deleted":0},
    {"key":"j1","version":2,"offset":109,"title":"C","deleted":0},
    {"key":"j2","version":1,"offset":101,"title":"X","deleted":0},
    {"key":"j2","version":2,"offset":111,"title":"X","deleted":1},
    {"key":"j2","version":1,"offset":112,"title":"late copy of old row","deleted":0}]}"#;

/// The copy of the case that travels with the other cases must be this one.
fn case_b73() -> Vec<CaseRow> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/B73_inserts.json");
    let own: serde_json::Value = serde_json::from_str(CASE_B73).unwrap();
    match std::fs::read_to_string(&path) {
        Ok(text) => assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            own
        ),
        Err(_) => eprintln!("no shared cases here; the copy in this test is used"),
    }
    serde_json::from_value(own["rows"].clone()).unwrap()
}

/// A row of the case as this system says it: what is deleted is delisted, never removed.
fn as_record(row: &CaseRow) -> TopicRecord {
    if row.deleted == 1 {
        return TopicRecord::Presence(Presence {
            raw_offset: row.offset,
            ..presence(&row.key, PresenceState::Delisted, row.version)
        });
    }
    let seen = Seen {
        id: &row.key,
        content: &row.title[..1],
        outcome: Outcome::Changed,
        at: row.version,
    };
    TopicRecord::Observation(Box::new(Observation {
        observed_at_ms: NOON_MS + row.version,
        raw_offset: row.offset,
        title: row.title.clone(),
        ..observation(&seen)
    }))
}

fn orders(rows: &[CaseRow]) -> Vec<Vec<CaseRow>> {
    if rows.len() < 2 {
        return vec![rows.to_vec()];
    }
    let mut all = Vec::new();
    for at in 0..rows.len() {
        let mut rest = rows.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}

#[tokio::test]
async fn case_b73_holds_for_every_insert_order_and_merge_state() {
    with_database(|database| async move {
        let orders = orders(&case_b73());
        assert_eq!(orders.len(), 720);
        for (at, order) in orders.iter().enumerate().step_by(23) {
            database.empty().await;
            for row in order {
                database.put(&[as_record(row)]).await;
            }
            let view = "SELECT item_id, title FROM jobs_latest ORDER BY item_id";
            let expected = vec![json!({ "item_id": "board/j1", "title": "C" })];
            assert_eq!(
                database.rows(view).await,
                expected,
                "order {at}, before merging"
            );
            database.merge().await;
            assert_eq!(
                database.rows(view).await,
                expected,
                "order {at}, after merging"
            );
        }
    })
    .await;
}
