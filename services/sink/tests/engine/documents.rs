//! Every query of docs/sql.md runs, and every table and view is described there.

use readonce_sink::schema::tables;

use crate::database::with_database;
use crate::records::{shop, world};

const DOCUMENT: &str = include_str!("../../../../docs/sql.md");

fn queries() -> Vec<String> {
    let blocks = DOCUMENT.split("```sql\n").skip(1);
    blocks
        .filter_map(|block| {
            block
                .split_once("```")
                .map(|(sql, _)| sql.trim().to_owned())
        })
        .collect()
}

#[tokio::test]
async fn every_query_of_the_document_runs_and_finds_something() {
    with_database(|database| async move {
        database.put(&world()).await;
        database.put(&shop()).await;
        let queries = queries();
        assert!(queries.len() >= 10, "{} queries", queries.len());
        for sql in queries {
            let rows = database.rows(sql.trim_end_matches(';')).await;
            assert!(!rows.is_empty(), "finds nothing:\n{sql}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_table_and_view_is_described() {
    with_database(|database| async move {
        let names = "SELECT name FROM system.tables WHERE database = currentDatabase()";
        for row in database.rows(names).await {
            let name = row["name"].as_str().unwrap().to_owned();
            assert!(
                DOCUMENT.contains(&format!("`{name}`")),
                "{name} is not in docs/sql.md"
            );
        }
        assert_eq!(tables(&database.contracts).len(), 9);
    })
    .await;
}
