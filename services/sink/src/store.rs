//! The one place that speaks to ClickHouse.
//!
//! It sends what it is given and judges the answer. It never retries: whoever holds the rows does,
//! since a try that ended without an answer may have written them.

use std::time::Duration;

use bytes::Bytes;
use clickhouse::Client;
use serde::de::DeserializeOwned;

use crate::config::ClickHouse;
use crate::fault::Fault;

/// A connection to one database.
#[derive(Clone)]
pub struct Store {
    client: Client,
    timeout: Duration,
    url: String,
    database: String,
}

/// Strict reading of rows: a column or a value that does not fit is refused, never made up.
const INSERT_SETTINGS: [(&str, &str); 6] = [
    // The answer must mean that the rows are in.
    ("async_insert", "0"),
    // A replay after rows were deleted by hand must write them again.
    ("insert_deduplicate", "0"),
    ("input_format_skip_unknown_fields", "0"),
    ("input_format_null_as_default", "0"),
    ("input_format_allow_errors_num", "0"),
    ("date_time_input_format", "basic"),
];

impl Store {
    pub fn new(config: &ClickHouse) -> Self {
        let mut client = Client::default()
            .with_url(&config.url)
            .with_database(&config.database)
            .with_product_info("readonce-sink", env!("CARGO_PKG_VERSION"));
        if let Some(user) = &config.user {
            client = client.with_user(user);
        }
        if let Some(password) = &config.password {
            client = client.with_password(password.expose());
        }
        Self {
            client,
            timeout: Duration::from_millis(config.timeout_ms),
            url: config.url.clone(),
            database: config.database.clone(),
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn database(&self) -> &str {
        &self.database
    }

    /// Runs a statement that answers nothing.
    pub async fn execute(&self, sql: &str) -> Result<(), Fault> {
        self.in_time(self.client.query_raw(sql).execute()).await
    }

    /// Runs a statement outside of the database, which may not be there yet.
    pub async fn execute_outside(&self, sql: &str) -> Result<(), Fault> {
        self.in_time(self.outside().query_raw(sql).execute()).await
    }

    /// Rows of a query. `parameters` fill its `{name:Type}` places.
    pub async fn select<T: DeserializeOwned>(
        &self,
        sql: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Vec<T>, Fault> {
        self.rows(&self.client, sql, parameters).await
    }

    /// Rows of a query that needs no database.
    pub async fn select_outside<T: DeserializeOwned>(&self, sql: &str) -> Result<Vec<T>, Fault> {
        self.rows(&self.outside(), sql, &[]).await
    }

    /// `default` is always there; this program's own database may not be yet.
    fn outside(&self) -> Client {
        self.client.clone().with_database("default")
    }

    async fn rows<T: DeserializeOwned>(
        &self,
        client: &Client,
        sql: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Vec<T>, Fault> {
        // Numbers stay numbers in JSON.
        let query = client
            .query_raw(sql)
            .with_setting("output_format_json_quote_64bit_integers", "0");
        let query = parameters
            .iter()
            .fold(query, |query, (name, value)| query.param(name, value));
        let answer = self
            .in_time(async { query.fetch_bytes("JSONEachRow")?.collect().await })
            .await?;
        answer
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).map_err(|error| unreadable(&error)))
            .collect()
    }

    /// Inserts lines of JSON as one block. Ok means that they are all in.
    pub async fn insert(&self, table: &str, lines: Bytes) -> Result<(), Fault> {
        let sql = format!("INSERT INTO {table} FORMAT JSONEachRow");
        let limit = Some(self.timeout);
        let insert = INSERT_SETTINGS.iter().fold(
            self.client.insert_formatted_with(sql),
            |insert, (name, value)| insert.with_setting(*name, *value),
        );
        let mut insert = insert.with_timeouts(limit, limit);
        self.in_time(async {
            insert.send(lines).await?;
            insert.end().await
        })
        .await
    }

    /// The client of the store has no limit for connecting, nor for an answer that never comes.
    async fn in_time<T>(
        &self,
        call: impl Future<Output = clickhouse::error::Result<T>>,
    ) -> Result<T, Fault> {
        match tokio::time::timeout(self.timeout, call).await {
            Ok(answer) => answer.map_err(|error| Fault::of(&error)),
            Err(_) => Err(Fault::timeout(self.timeout)),
        }
    }
}

fn unreadable(error: &serde_json::Error) -> Fault {
    Fault {
        remedy: crate::fault::Remedy::Stop,
        code: None,
        text: format!("an answer cannot be read: {error}"),
    }
}
