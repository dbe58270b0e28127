//! Every query of docs/sql.md runs, and every table and view is described there.

use readonce_model::record::{Evidence, Outcome, Profile};
use readonce_sink::rows::TopicRecord;
use readonce_sink::schema::tables;

use crate::database::with_database;
use crate::records::{example, of_job, profile, seen, shop, snapshot, world};

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

/// A posting whose profile has everything that can speak for and against it.
fn doubtful() -> Vec<TopicRecord> {
    let example: Profile = example("profiles/examples/job_evidence.json");
    let profile = Profile {
        evidence: example.evidence.map(|evidence| Evidence {
            quarantined: Some("flag:injection+drift:items:tech_stack".to_owned()),
            ..evidence
        }),
        ..profile("Q", 40)
    };
    vec![
        seen("9", "Q", Outcome::New, 10),
        snapshot("Q"),
        of_job(profile),
    ]
}

#[tokio::test]
async fn every_query_of_the_document_runs_and_finds_something() {
    with_database(|database| async move {
        database.put(&world()).await;
        database.put(&shop()).await;
        database.put(&doubtful()).await;
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
        assert_eq!(
            tables(&database.contracts).len(),
            8 + database.contracts.len()
        );
    })
    .await;
}
