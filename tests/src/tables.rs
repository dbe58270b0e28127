//! The tables of a world as values: what must be equal however often services died or were rewound.
//!
//! Times of the clock and places of records differ between two worlds, so they are left out where
//! worlds are compared; within one world everything stays in.

use readonce_sink::config::ClickHouse;
use readonce_sink::query::{LedgerRow, Query, Totals};
use serde_json::Value;

use crate::pipeline::Pipeline;

/// Tables and views with everything that describes the world, and an order.
const ALL: [(&str, &str); 8] = [
    (
        "items",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM items FINAL ORDER BY item_id",
    ),
    (
        "item_events",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM item_events FINAL \
         ORDER BY item_id, raw_partition, raw_offset",
    ),
    (
        "presence",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM presence FINAL ORDER BY item_id",
    ),
    (
        "runs",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM runs FINAL ORDER BY run_id",
    ),
    (
        "snapshots",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM snapshots FINAL ORDER BY content_hash",
    ),
    (
        "profiles_job_v1",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM profiles_job_v1 FINAL \
         ORDER BY content_hash",
    ),
    (
        "extract_attempts",
        "SELECT * EXCEPT (_topic, _partition, _offset) FROM extract_attempts FINAL \
         ORDER BY content_hash, contract, attempt",
    ),
    ("jobs_latest", "SELECT * FROM jobs_latest ORDER BY item_id"),
];

/// What two worlds of the same boards have in common: no clock, no offsets.
const TIMELESS: [(&str, &str); 3] = [
    (
        "jobs_latest",
        "SELECT item_id, source, title, url, presence, content_hash, profile_status, \
         arraySort(fact_cities) AS places, fact_pay_min, fact_pay_max, quality_score \
         FROM jobs_latest ORDER BY item_id",
    ),
    (
        "events",
        "SELECT DISTINCT item_id, content_hash, outcome FROM item_events FINAL \
         ORDER BY item_id, content_hash, outcome",
    ),
    (
        "snapshots",
        "SELECT content_hash, title, text FROM snapshots FINAL ORDER BY content_hash",
    ),
];

pub type Tables = Vec<(&'static str, Vec<Value>)>;

impl Pipeline {
    pub fn query(&self) -> Query {
        Query::new(&ClickHouse::read(&self.layers()).expect("[clickhouse]"))
    }

    /// Every table of this world, whole.
    pub async fn tables(&self) -> Tables {
        self.read(&ALL).await
    }

    /// What must be equal in every world of the same boards.
    pub async fn timeless(&self) -> Tables {
        self.read(&TIMELESS).await
    }

    async fn read(&self, questions: &[(&'static str, &str)]) -> Tables {
        let query = self.query();
        let mut tables = Vec::new();
        for (name, sql) in questions {
            let rows = query.select_json(sql).await;
            tables.push((
                *name,
                rows.unwrap_or_else(|error| panic!("{name}: {error}")),
            ));
        }
        tables
    }

    pub async fn totals(&self) -> Totals {
        self.query().totals().await.expect("totals")
    }

    pub async fn ledger(&self) -> Vec<LedgerRow> {
        self.query().ledger().await.expect("ledger")
    }

    /// The one number that a query answers; none while its tables are not there.
    pub async fn number(&self, sql: &str) -> Option<i64> {
        let query = self.query();
        if !query.has_views().await.ok()? {
            return None;
        }
        let rows = query
            .select_json(sql)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
        rows.first()?.as_object()?.values().next()?.as_i64()
    }
}

/// Says which rows differ, instead of printing two tables.
pub fn assert_equal(found: &Tables, wanted: &Tables) {
    for ((name, found), (_, wanted)) in found.iter().zip(wanted) {
        let extra: Vec<_> = found
            .iter()
            .filter(|row| !wanted.contains(row))
            .take(3)
            .collect();
        let lost: Vec<_> = wanted
            .iter()
            .filter(|row| !found.contains(row))
            .take(3)
            .collect();
        assert!(
            extra.is_empty() && lost.is_empty() && found.len() == wanted.len(),
            "{name}: {} rows instead of {}\nonly here: {extra:#?}\nonly there: {lost:#?}",
            found.len(),
            wanted.len()
        );
    }
}
