//! A database for one test.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use readonce_plumbing::config::{Layers, Sources};
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use readonce_sink::rows::{Place, TopicRecord};
use readonce_sink::schema::{self, ContractColumns};
use readonce_sink::store::Store;
use readonce_sink::writer::{self, Line, Written};
use serde_json::Value;

const INSERT_BYTES: usize = 16 << 20;

pub struct Database {
    pub store: Store,
    pub query: Query,
    pub contracts: Vec<ContractColumns>,
}

/// Runs a test in a database of its own, with all tables and views, and drops it afterwards.
pub async fn with_database<T, F>(test: T)
where
    T: FnOnce(Database) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    with_empty_database(|database| {
        let made = test(Database {
            store: database.store.clone(),
            query: database.query.clone(),
            contracts: database.contracts.clone(),
        });
        async move {
            schema::apply(&database.store, &database.contracts)
                .await
                .unwrap();
            made.await;
        }
    })
    .await;
}

/// The same before anything was made: not even the database is there.
pub async fn with_empty_database<T, F>(test: T)
where
    T: FnOnce(Database) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    let config = config();
    let store = Store::new(&config);
    let database = Database {
        store: store.clone(),
        query: Query::new(&config),
        contracts: schema::contracts().unwrap(),
    };
    // In a task of its own, so that the database is dropped after a panic too.
    let ended = tokio::spawn(test(database)).await;
    let drop = format!("DROP DATABASE IF EXISTS {}", config.database);
    store.execute_outside(&drop).await.unwrap();
    if let Err(error) = ended {
        std::panic::resume_unwind(error.into_panic());
    }
}

pub fn config() -> ClickHouse {
    let Ok(url) = std::env::var("READONCE_CLICKHOUSE_URL") else {
        panic!("READONCE_CLICKHOUSE_URL is not set; run 'make test', which starts the engine");
    };
    let sources = Sources {
        file: None,
        overrides: vec![
            format!("clickhouse.url={url}"),
            format!("clickhouse.database={}", unique_name()),
        ],
    };
    ClickHouse::read(&Layers::new(&sources, &[readonce_sink::DEFAULTS]).unwrap()).unwrap()
}

pub fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_nanos();
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("test_{}_{now}_{number}", std::process::id())
}

impl Database {
    /// Writes records as the sink does, each from a place of its own.
    pub async fn write(&self, records: &[TopicRecord]) -> Written {
        writer::write(&self.store, lines(records), INSERT_BYTES).await
    }

    pub async fn put(&self, records: &[TopicRecord]) {
        assert_eq!(self.write(records).await, Written::default());
    }

    pub async fn rows(&self, sql: &str) -> Vec<Value> {
        self.query
            .select_json(sql)
            .await
            .unwrap_or_else(|error| panic!("{error}\n{sql}"))
    }

    /// The one value of a query with one row and one column.
    pub async fn value(&self, sql: &str) -> Value {
        let mut rows = self.rows(sql).await;
        assert_eq!(rows.len(), 1, "{sql}");
        let row = rows.remove(0);
        let mut values = row.as_object().unwrap().values();
        values.next().unwrap().clone()
    }

    /// What every table holds once equal keys are one, without where it was read.
    pub async fn state(&self) -> Vec<(String, Vec<Value>)> {
        let mut all = Vec::new();
        for spec in schema::tables(&self.contracts) {
            let table = spec.table.name();
            let sql = format!(
                "SELECT * EXCEPT (version, _topic, _partition, _offset), toString(version) AS version
                 FROM {table} FINAL ORDER BY {}",
                spec.sorting_key
            );
            all.push((table, self.rows(&sql).await));
        }
        all
    }

    pub async fn merge(&self) {
        for spec in schema::tables(&self.contracts) {
            let sql = format!("OPTIMIZE TABLE {} FINAL", spec.table.name());
            self.store.execute(&sql).await.unwrap();
        }
    }

    pub async fn empty(&self) {
        for spec in schema::tables(&self.contracts) {
            let sql = format!("TRUNCATE TABLE {}", spec.table.name());
            self.store.execute(&sql).await.unwrap();
        }
    }
}

pub fn lines(records: &[TopicRecord]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let place = Place {
            topic: "readonce.test".into(),
            partition: 0,
            offset: i64::try_from(at).unwrap(),
        };
        let rows = record.rows(&place).unwrap();
        lines.extend(rows.into_iter().map(|row| Line { record: at, row }));
    }
    lines
}
