//! What commands ask.

use readonce_sink::query::Totals;
use serde_json::json;

use crate::database::{with_database, with_empty_database};
use crate::records::world;

#[tokio::test]
async fn totals_count_contents_calls_and_rows() {
    with_database(|database| async move {
        database.put(&world()).await;
        let expected = Totals {
            distinct_contents: 5,
            paid_calls: 3,
            cost_micros: 5 * 624,
            jobs_latest_rows: 3,
        };
        assert_eq!(database.query.totals().await.unwrap(), expected);
        assert_eq!(database.query.jobs_latest_count().await.unwrap(), 3);
    })
    .await;
}

#[tokio::test]
async fn empty_tables_answer_with_nothing() {
    with_database(|database| async move {
        let query = &database.query;
        assert_eq!(query.totals().await.unwrap(), Totals::default());
        assert!(query.ledger().await.unwrap().is_empty());
        assert!(query.jobs_latest(5).await.unwrap().is_empty());
        assert!(
            query
                .table_rows()
                .await
                .unwrap()
                .iter()
                .all(|table| table.rows == 0)
        );
    })
    .await;
}

#[tokio::test]
async fn before_the_first_start_there_is_a_server_and_no_views() {
    with_empty_database(|database| async move {
        assert!(!database.query.server_version().await.unwrap().is_empty());
        assert!(!database.query.has_views().await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn every_table_is_counted_once_its_keys_are_one() {
    with_database(|database| async move {
        database.put(&world()).await;
        database.put(&world()).await;
        assert!(database.query.has_views().await.unwrap());
        let rows = database.query.table_rows().await.unwrap();
        let of = |name: &str| rows.iter().find(|table| table.table == name).unwrap().rows;
        assert_eq!((of("items"), of("item_events"), of("runs")), (4, 8, 3));
    })
    .await;
}

#[tokio::test]
async fn the_latest_changed_are_shown_first_and_as_many_as_asked_for() {
    with_database(|database| async move {
        database.put(&world()).await;
        let rows = database.query.jobs_latest(2).await.unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["item_id"], json!("board/1"));
    })
    .await;
}

#[tokio::test]
async fn a_question_may_hold_question_marks() {
    with_database(|database| async move {
        let rows = database
            .query
            .select_json("SELECT 'a?b' AS text, 18446744073709551615 AS n")
            .await;
        assert_eq!(rows.unwrap(), [json!({ "text": "a?b", "n": u64::MAX })]);
    })
    .await;
}
