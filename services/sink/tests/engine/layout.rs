//! Making the tables, finding them changed, and refusing what does not fit.

use readonce_plumbing::Halt;
use readonce_sink::schema::{self, tables};
use serde_json::json;

use crate::database::{Database, with_database, with_empty_database};
use crate::records::world;

async fn apply(database: &Database) -> Result<(), Halt> {
    schema::apply(&database.store, &database.contracts).await
}

fn text(result: Result<(), Halt>) -> String {
    result.unwrap_err().to_string()
}

async fn make_database(database: &Database) {
    let sql = format!("CREATE DATABASE {}", database.store.database());
    database.store.execute_outside(&sql).await.unwrap();
}

/// The table as an older or careless version would have made it.
async fn make_altered(database: &Database, table: &str, from: &str, to: &str) {
    make_database(database).await;
    let specs = tables(&database.contracts);
    let spec = specs
        .iter()
        .find(|spec| spec.table.name() == table)
        .unwrap();
    let altered = spec.create.replace(from, to);
    assert_ne!(altered, spec.create, "{from} is not in the statement");
    database.store.execute(&altered).await.unwrap();
}

#[tokio::test]
async fn making_everything_twice_is_making_it_once() {
    with_empty_database(|database| async move {
        apply(&database).await.unwrap();
        database.put(&world()).await;
        let before = database.state().await;
        apply(&database).await.unwrap();
        schema::check(&database.store, &database.contracts)
            .await
            .unwrap();
        assert_eq!(database.state().await, before);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_may_start_at_the_same_time() {
    with_empty_database(|database| async move {
        let (a, b, c) = tokio::join!(apply(&database), apply(&database), apply(&database));
        a.and(b).and(c).unwrap();
        schema::check(&database.store, &database.contracts)
            .await
            .unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_check_says_what_is_not_there_and_makes_nothing() {
    with_empty_database(|database| async move {
        make_database(&database).await;
        let error = text(schema::check(&database.store, &database.contracts).await);
        assert!(error.contains("table items: is not there"), "{error}");
        let tables = "SELECT count() AS n FROM system.tables WHERE database = currentDatabase()";
        assert_eq!(database.value(tables).await, json!(0));
    })
    .await;
}

#[tokio::test]
async fn case_b72_an_option_against_a_plain_column_fails_before_any_insert() {
    with_empty_database(|database| async move {
        let (from, to) = (
            "finished_at Nullable(DateTime64(3, 'UTC'))",
            "finished_at DateTime DEFAULT now()",
        );
        make_altered(&database, "runs", from, to).await;
        let error = text(apply(&database).await);
        assert!(error.contains("table runs does not fit"), "{error}");
        assert!(error.contains("column finished_at is DateTime"), "{error}");
        assert!(
            !error.contains("started_at"),
            "only what is wrong is named: {error}"
        );
        assert_eq!(
            database.value("SELECT count() AS n FROM runs").await,
            json!(0)
        );
    })
    .await;
}

#[tokio::test]
async fn an_older_table_gets_what_may_be_empty_and_keeps_its_rows() {
    with_empty_database(|database| async move {
        make_altered(
            &database,
            "items",
            "    fact_requisition Nullable(String),\n",
            "",
        )
        .await;
        let old = "INSERT INTO items (item_id, title, version) VALUES ('board/0', 'old', 1)";
        database.store.execute(old).await.unwrap();
        apply(&database).await.unwrap();
        database.put(&world()).await;
        let row = "SELECT title, fact_requisition FROM items FINAL WHERE item_id = 'board/0'";
        let expected = json!({ "title": "old", "fact_requisition": null });
        assert_eq!(database.rows(row).await, [expected]);
    })
    .await;
}

#[tokio::test]
async fn an_older_table_that_lacks_more_is_refused() {
    with_empty_database(|database| async move {
        make_altered(&database, "items", "    content_hash String,\n", "").await;
        let error = text(apply(&database).await);
        assert!(error.contains("content_hash String is missing"), "{error}");
    })
    .await;
}

#[tokio::test]
async fn a_table_that_would_not_replace_is_refused() {
    with_empty_database(|database| async move {
        let (from, to) = ("ReplacingMergeTree(version)", "MergeTree");
        make_altered(&database, "presence", from, to).await;
        assert!(text(apply(&database).await).contains("its engine is MergeTree"));
    })
    .await;
}

#[tokio::test]
async fn the_store_itself_refuses_what_a_row_may_not_have() {
    with_database(|database| async move {
        let row = |column: &str, value: &str| {
            let line = format!("{{\"run_id\":\"r\",\"{column}\":{value}}}\n");
            database.store.insert("runs", line.into())
        };
        for (column, value) in [
            ("not_a_column", "1"),
            ("source", "null"),
            ("seen", "\"many\""),
        ] {
            let fault = row(column, value).await.unwrap_err();
            assert_eq!(
                fault.remedy,
                readonce_sink::fault::Remedy::SetRowAside,
                "{fault}"
            );
        }
        assert_eq!(
            database.value("SELECT count() AS n FROM runs").await,
            json!(0)
        );
    })
    .await;
}
