//! Rows that the engine refuses, and an engine that is not there.

use readonce_model::record::Outcome;
use readonce_sink::config::ClickHouse;
use readonce_sink::fault::Remedy;
use readonce_sink::store::Store;
use readonce_sink::writer;
use serde_json::json;

use crate::database::{config, lines, with_database, with_empty_database};
use crate::records::{seen, world};

#[tokio::test]
async fn a_row_that_the_engine_refuses_is_found_and_the_rest_written() {
    with_database(|database| async move {
        let rule = "ALTER TABLE items ADD CONSTRAINT no_poison CHECK title != 'title P'";
        database.store.execute(rule).await.unwrap();
        let records: Vec<_> = (0..100)
            .map(|id| {
                let content = if [13, 14, 77].contains(&id) { "P" } else { "A" };
                seen(&id.to_string(), content, Outcome::Unchanged, 10)
            })
            .collect();
        let written = database.write(&records).await;
        assert_eq!(
            written.refused.keys().copied().collect::<Vec<_>>(),
            [13, 14, 77]
        );
        assert!(
            written.refused[&13].text.contains("no_poison"),
            "{:?}",
            written.refused[&13]
        );
        assert_eq!(written.stopped, None);
        assert_eq!(
            database.value("SELECT count() AS n FROM items FINAL").await,
            json!(97)
        );
    })
    .await;
}

#[tokio::test]
async fn a_missing_table_stops_the_sink_and_dead_letters_nothing() {
    with_database(|database| async move {
        database.store.execute("DROP TABLE items").await.unwrap();
        let written = database.write(&world()).await;
        assert!(written.refused.is_empty());
        assert_eq!(written.stopped.unwrap().1.remedy, Remedy::Stop);
    })
    .await;
}

#[tokio::test]
async fn an_engine_that_is_not_there_is_tried_again() {
    with_empty_database(|_| async {
        // Port 9 is for discarding; nothing listens there.
        let nowhere = ClickHouse {
            url: "http://127.0.0.1:9".into(),
            ..config()
        };
        let written = writer::write(&Store::new(&nowhere), lines(&world()), 1 << 20).await;
        let (first, fault) = written.stopped.unwrap();
        assert_eq!((first, fault.remedy), (0, Remedy::Retry));
        assert!(fault.text.contains("refused"), "{fault}");
    })
    .await;
}

#[tokio::test]
async fn an_engine_that_never_answers_is_given_up_in_time() {
    with_empty_database(|_| async {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", silent.local_addr().unwrap());
        let config = ClickHouse {
            url,
            timeout_ms: 200,
            ..config()
        };
        let written = writer::write(&Store::new(&config), lines(&world()), 1 << 20).await;
        let (_, fault) = written.stopped.unwrap();
        assert_eq!(fault.remedy, Remedy::Retry);
    })
    .await;
}
