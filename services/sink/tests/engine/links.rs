//! Copies: linked across sources and ids, never merged.

use readonce_core::view::reposts;
use readonce_model::ItemId;
use readonce_model::record::{Observation, Outcome, Snapshot};
use readonce_sink::rows::TopicRecord;
use serde_json::{Value, json};

use crate::database::with_database;
use crate::records::*;

const REPOSTS: &str = "SELECT item_id, reposted_of, also_seen_at FROM reposts ORDER BY item_id";

/// Item `source/id` with a content since some time, at a link of its own.
fn placed(item: &str, content: &str, at: i64) -> Observation {
    let (source, id) = item.split_once('/').unwrap();
    Observation {
        item_id: ItemId::new(source, id).unwrap(),
        source: source.into(),
        url: Some(format!("https://{source}.example.com/{id}")),
        ..observation(&Seen {
            id,
            content,
            outcome: Outcome::Changed,
            at,
        })
    }
}

fn record(seen: &Observation) -> TopicRecord {
    TopicRecord::Observation(Box::new(seen.clone()))
}

fn marked(content: &str, mark: u64, text_bytes: i64) -> TopicRecord {
    let TopicRecord::Snapshot(plain) = snapshot(content) else {
        unreachable!("a snapshot is one");
    };
    TopicRecord::Snapshot(Snapshot {
        simhash: format!("{mark:016x}"),
        text_bytes,
        ..plain
    })
}

#[tokio::test]
async fn a_copy_is_linked_to_the_item_that_was_first() {
    with_database(|database| async move {
        let all = [
            placed("board/7", "A", 10),
            placed("agency/x", "A", 20),
            placed("board/8", "B", 20),
            placed("board/7", "C", 500),
        ];
        database
            .put(&all.iter().map(record).collect::<Vec<_>>())
            .await;
        let row = "SELECT item_id, source, reposted_of, also_seen_at, also_seen_urls FROM reposts";
        let expected = json!({
            "item_id": "agency/x", "source": "agency", "reposted_of": "board/7",
            "also_seen_at": ["board/7"], "also_seen_urls": ["https://board.example.com/7"],
        });
        assert_eq!(
            database.rows(row).await,
            [expected],
            "the first one says C by now"
        );
        let items = "SELECT count() AS n FROM jobs_latest";
        assert_eq!(database.value(items).await, json!(3), "nothing is merged");
    })
    .await;
}

#[tokio::test]
async fn a_content_without_text_links_nothing() {
    with_database(|database| async move {
        let mut all: Vec<_> = [placed("a/1", "A", 10), placed("b/1", "A", 20)]
            .iter()
            .map(record)
            .collect();
        database.put(&all).await;
        assert_eq!(database.rows(REPOSTS).await.len(), 2);
        all.push(marked("A", 0, 0));
        database.put(&all).await;
        assert_eq!(database.rows(REPOSTS).await, Vec::<Value>::new());
    })
    .await;
}

/// Few items, sources, contents and times, so that all of them meet.
fn observations(seed: u64) -> Vec<Observation> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut pick = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    (0..40)
        .map(|_| {
            let item = format!("s{}/{}", pick(3), pick(4));
            let content = ["A", "B", "C", "D"][pick(4) as usize];
            placed(&item, content, pick(30) as i64)
        })
        .collect()
}

#[tokio::test]
async fn reposts_is_the_reference_fold_in_every_order() {
    with_database(|database| async move {
        for seed in 1..=5 {
            let all = observations(seed);
            let expected: Vec<_> = reposts(&all, &[])
                .into_iter()
                .map(|(item, row)| {
                    let also: Vec<_> = row.also_seen_at.iter().map(ToString::to_string).collect();
                    json!({
                        "item_id": item.to_string(),
                        "reposted_of": row.reposted_of.map(|of| of.to_string()),
                        "also_seen_at": also,
                    })
                })
                .collect();
            assert!(expected.len() > 2, "seed {seed} links nothing");
            database.empty().await;
            let records: Vec<_> = all.iter().map(record).collect();
            for part in shuffled(&records, seed).chunks(17) {
                database.put(part).await;
            }
            assert_eq!(
                database.rows(REPOSTS).await,
                expected,
                "seed {seed}, before merging"
            );
            database.merge().await;
            assert_eq!(
                database.rows(REPOSTS).await,
                expected,
                "seed {seed}, after merging"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn contents_with_close_marks_and_lengths_are_near_duplicates() {
    const MARK: u64 = 0x8123_4567_89ab_cdef;
    with_database(|database| async move {
        database
            .put(&[
                marked("A", MARK, 1_000),
                // One bit in each of three bands.
                marked("B", MARK ^ 0x0001_0001_0001_0000, 900),
                marked("C", MARK ^ 0x0001_0001_0001_0001, 1_000),
                marked("D", MARK, 700),
                marked("E", MARK, 150),
                marked("F", !MARK, 1_000),
            ])
            .await;
        let pairs = "SELECT substring(unhex(content_hash), 1, 1) AS one, substring(unhex(near_hash), 1, 1) AS other, distance
            FROM near_duplicates ORDER BY one, other";
        let pair = |one: &str, other: &str, distance: i32| {
            json!({ "one": one, "other": other, "distance": distance })
        };
        let expected = [pair("A", "B", 3), pair("B", "C", 1)];
        assert_eq!(database.rows(pairs).await, expected);
    })
    .await;
}
