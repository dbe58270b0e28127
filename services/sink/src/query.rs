//! Reading what the sink wrote, for commands and tests. The one thing it can change is to throw the
//! whole database away.

use readonce_plumbing::Halt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::ClickHouse;
use crate::fault::Fault;
use crate::schema;
use crate::store::Store;

/// Reads the tables and views of one database.
#[derive(Clone)]
pub struct Query {
    store: Store,
}

/// One run, as the view `ledger` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerRow {
    pub run_id: String,
    pub source: String,
    pub state: String,
    pub started_at_ms: i64,
    pub finished_at_ms: Option<i64>,
    pub complete: bool,
    pub healthy: bool,
    pub seen: i64,
    pub new: i64,
    /// Returns included.
    pub changed: i64,
    pub reverted: i64,
    pub unchanged: i64,
    pub duplicate: i64,
    /// Records and pages that were set aside with a reason.
    pub set_aside: i64,
    pub missing: i64,
    pub delisted: i64,
    pub relisted: i64,
    /// Events with another content than before: paid + reused + failed + pending.
    pub contents: u64,
    pub paid: u64,
    pub reused: u64,
    /// Contents whose extraction was given up.
    pub failed: u64,
    pub pending: u64,
    pub paid_calls: u64,
    pub cost_micros: i64,
}

/// Sums over everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Contents that items ever had.
    pub distinct_contents: u64,
    /// Calls that brought a profile.
    pub paid_calls: u64,
    pub cost_micros: i64,
    /// Items that are not delisted.
    pub jobs_latest_rows: u64,
}

/// A content that was paid for more than once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicatePaid {
    pub content_hash: String,
    pub contract: String,
    pub paid_calls: u64,
    pub cost_micros: i64,
    pub attempts: Vec<i32>,
    pub owners: Vec<String>,
}

/// How many rows a table has, once equal keys are one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    pub table: String,
    pub rows: u64,
}

const LEDGER: &str = "SELECT * EXCEPT (started_at, finished_at),
    toUnixTimestamp64Milli(started_at) AS started_at_ms,
    toUnixTimestamp64Milli(finished_at) AS finished_at_ms
FROM ledger ORDER BY started_at, run_id";

const TOTALS: &str = "SELECT
    (SELECT uniqExact(content_hash) FROM item_events FINAL) AS distinct_contents,
    (SELECT count() FROM extract_attempts FINAL WHERE state = 'succeeded') AS paid_calls,
    (SELECT sum(cost_micros) FROM extract_attempts FINAL) AS cost_micros,
    (SELECT count() FROM jobs_latest) AS jobs_latest_rows";

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Number {
    number: u64,
}

impl Query {
    pub fn new(config: &ClickHouse) -> Self {
        Self {
            store: Store::new(config),
        }
    }

    /// The server's version: proof that it answers.
    pub async fn server_version(&self) -> Result<String, Halt> {
        // Answers before the database is there.
        let rows: Vec<Text> = self
            .store
            .select_outside("SELECT version() AS text")
            .await
            .map_err(|fault| self.halt(fault))?;
        Ok(rows
            .into_iter()
            .next()
            .map(|row| row.text)
            .unwrap_or_default())
    }

    /// Whether the sink has made its views: before its first start there is nothing to ask.
    pub async fn has_views(&self) -> Result<bool, Halt> {
        let sql = format!(
            "SELECT count() AS number FROM system.tables
             WHERE database = '{}' AND name = 'jobs_latest'",
            self.store.database()
        );
        let rows: Vec<Number> = self
            .store
            .select_outside(&sql)
            .await
            .map_err(|fault| self.halt(fault))?;
        Ok(rows.iter().any(|row| row.number > 0))
    }

    /// Rows of every table.
    pub async fn table_rows(&self) -> Result<Vec<TableRows>, Halt> {
        let contracts = schema::contracts().map_err(|error| Halt::Internal(error.to_string()))?;
        let parts: Vec<_> = schema::tables(&contracts)
            .iter()
            .map(|spec| {
                let table = spec.table.name();
                format!("SELECT '{table}' AS table, count() AS rows FROM {table} FINAL")
            })
            .collect();
        self.select(&parts.join(" UNION ALL ")).await
    }

    pub async fn jobs_latest_count(&self) -> Result<u64, Halt> {
        let rows: Vec<Number> = self
            .select("SELECT count() AS number FROM jobs_latest")
            .await?;
        Ok(rows.first().map_or(0, |row| row.number))
    }

    /// Some rows of `jobs_latest`, the latest changed first.
    pub async fn jobs_latest(&self, limit: u32) -> Result<Vec<Value>, Halt> {
        let sql =
            format!("SELECT * FROM jobs_latest ORDER BY changed_at DESC, item_id LIMIT {limit}");
        self.select(&sql).await
    }

    /// One row a run, in the order in which they began.
    pub async fn ledger(&self) -> Result<Vec<LedgerRow>, Halt> {
        self.select(LEDGER).await
    }

    pub async fn totals(&self) -> Result<Totals, Halt> {
        let rows = self.select(TOTALS).await?;
        Ok(rows.into_iter().next().unwrap_or_default())
    }

    pub async fn duplicate_paid(&self) -> Result<Vec<DuplicatePaid>, Halt> {
        self.select("SELECT * FROM duplicate_paid ORDER BY content_hash, contract")
            .await
    }

    /// Any question, as objects. Numbers are numbers, also those of 64 bits.
    pub async fn select_json(&self, sql: &str) -> Result<Vec<Value>, Halt> {
        self.select(sql).await
    }

    /// Throws the database away: for the end of a demo or a test, and for `reset world`.
    pub async fn drop_database(&self) -> Result<(), Halt> {
        let sql = format!("DROP DATABASE IF EXISTS `{}` SYNC", self.store.database());
        let done = self.store.execute_outside(&sql).await;
        done.map_err(|fault| self.halt(fault))
    }

    async fn select<T: serde::de::DeserializeOwned>(&self, sql: &str) -> Result<Vec<T>, Halt> {
        let rows = self.store.select(sql, &[]).await;
        rows.map_err(|fault| self.halt(fault))
    }

    fn halt(&self, fault: Fault) -> Halt {
        fault.into_halt(self.store.url())
    }
}
