//! What commands look up in the tables: current contents, their profiles, the texts. Asks; decides
//! nothing. Words of others go into a question as quoted text only.

mod contents;

use readonce_core::extract::contract::Contract;
use readonce_core::extract::lift::Origin;
use readonce_model::ContractId;
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::context::Context;

pub use contents::Contents;

/// The tables of one world.
pub struct Store {
    query: Query,
}

/// A profile as its table has it.
#[derive(Clone, Debug)]
pub struct Stored {
    pub contract: ContractId,
    pub answer: Map<String, Value>,
    pub flags: Vec<String>,
}

impl Stored {
    pub fn origin(&self) -> Origin<'_> {
        Origin {
            contract: &self.contract,
            answer: &self.answer,
            flags: &self.flags,
        }
    }

    fn of(contract: &Contract, row: &Value) -> Self {
        let value = |name: &String| row.get(name).cloned().unwrap_or_default();
        let flags = row["flags"].as_array().into_iter().flatten();
        Self {
            contract: contract.id.clone(),
            answer: contract
                .fields
                .iter()
                .map(|field| (field.name.clone(), value(&field.name)))
                .collect(),
            flags: flags.filter_map(Value::as_str).map(str::to_owned).collect(),
        }
    }
}

impl Store {
    /// Fails with a hint where the sink has made no tables yet.
    pub async fn open(context: &Context) -> anyhow::Result<Self> {
        let query = Query::new(&ClickHouse::read(&context.layers()?)?);
        if !query.has_views().await? {
            anyhow::bail!("there are no tables yet: the sink makes them at its first start");
        }
        Ok(Self { query })
    }

    pub async fn rows(&self, sql: &str) -> anyhow::Result<Vec<Value>> {
        Ok(self.query.select_json(sql).await?)
    }

    pub async fn typed<T: DeserializeOwned>(&self, sql: &str) -> anyhow::Result<Vec<T>> {
        let rows = self.rows(sql).await?;
        let read = rows.into_iter().map(serde_json::from_value);
        Ok(read.collect::<Result<_, _>>()?)
    }

    pub async fn number(&self, sql: &str) -> anyhow::Result<i64> {
        let rows = self.rows(sql).await?;
        let first = rows.first().and_then(|row| row["n"].as_i64());
        Ok(first.unwrap_or_default())
    }

    /// Profiles of a contract, of contents for which a condition holds, by hash.
    pub async fn profiles(
        &self,
        contract: &Contract,
        condition: &str,
    ) -> anyhow::Result<Vec<(String, Stored)>> {
        let table = table(&contract.id);
        let sql = format!("SELECT * FROM {table} FINAL WHERE {condition}");
        let rows = self.rows(&sql).await?;
        let hash = |row: &Value| row["content_hash"].as_str().unwrap_or_default().to_owned();
        Ok(rows
            .iter()
            .map(|row| (hash(row), Stored::of(contract, row)))
            .collect())
    }

    /// Tokens of an answer under a contract, on average; none before the first.
    pub async fn tokens_out(&self, contract: &ContractId) -> anyhow::Result<Option<f64>> {
        let table = table(contract);
        let rows = self
            .rows(&format!(
                "SELECT avg(tokens_out) AS n FROM {table} FINAL
                 WHERE tokens_out > 0 AND empty(asked_fields)"
            ))
            .await?;
        Ok(rows.first().and_then(|row| row["n"].as_f64()))
    }
}

/// Table of a contract's profiles.
pub fn table(contract: &ContractId) -> String {
    readonce_sink::table::Table::Profiles(contract.clone()).name()
}

/// A text as a literal.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
