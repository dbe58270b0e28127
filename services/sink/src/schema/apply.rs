//! Brings the store to this program's layout, or checks that it has it. Safe to repeat, and safe
//! for two instances at a time.

use readonce_plumbing::Halt;
use serde::Deserialize;

use super::compare::ExistingColumn;
use super::{ContractColumns, Existing, TableSpec, additions, tables, views};
use crate::fault::Fault;
use crate::store::Store;

/// Makes what is missing and checks the rest. Fails before any row is written.
pub async fn apply(store: &Store, contracts: &[ContractColumns]) -> Result<(), Halt> {
    let halt = |fault: Fault| fault.into_halt(store.url());
    let database = format!("CREATE DATABASE IF NOT EXISTS {}", store.database());
    store.execute_outside(&database).await.map_err(halt)?;
    for table in tables(contracts) {
        store.execute(&table.create).await.map_err(halt)?;
        for statement in lacks(store, &table).await? {
            tracing::info!(statement, "a column is added");
            store.execute(&statement).await.map_err(halt)?;
        }
    }
    for view in views(contracts) {
        store.execute(&view).await.map_err(halt)?;
    }
    Ok(())
}

/// Fails when a table is not there, or not as this program needs it. Changes nothing.
pub async fn check(store: &Store, contracts: &[ContractColumns]) -> Result<(), Halt> {
    for table in tables(contracts) {
        let lacks = lacks(store, &table).await?;
        if !lacks.is_empty() {
            let detail = format!("a column is missing; run: {}", lacks.join("; "));
            return Err(unfit(&table, detail));
        }
    }
    Ok(())
}

async fn lacks(store: &Store, table: &TableSpec) -> Result<Vec<String>, Halt> {
    let existing = describe(store, &table.table.name())
        .await
        .map_err(|fault| fault.into_halt(store.url()))?
        .ok_or_else(|| unfit(table, "is not there".to_owned()))?;
    additions(table, &existing).map_err(|mismatch| Halt::Config(mismatch.to_string()))
}

fn unfit(table: &TableSpec, detail: String) -> Halt {
    Halt::Config(format!("table {}: {detail}", table.table.name()))
}

#[derive(Deserialize)]
struct TableRow {
    engine: String,
    engine_full: String,
    sorting_key: String,
}

#[derive(Deserialize)]
struct ColumnRow {
    name: String,
    kind: String,
    default_kind: String,
}

async fn describe(store: &Store, table: &str) -> Result<Option<Existing>, Fault> {
    let parameters = [("database", store.database()), ("table", table)];
    let tables: Vec<TableRow> = store
        .select(
            "SELECT engine, engine_full, sorting_key FROM system.tables
             WHERE database = {database:String} AND name = {table:String}",
            &parameters,
        )
        .await?;
    let Some(found) = tables.into_iter().next() else {
        return Ok(None);
    };
    let columns: Vec<ColumnRow> = store
        .select(
            "SELECT name, type AS kind, toString(default_kind) AS default_kind FROM system.columns
             WHERE database = {database:String} AND table = {table:String} ORDER BY position",
            &parameters,
        )
        .await?;
    Ok(Some(Existing {
        engine: found.engine,
        engine_full: found.engine_full,
        sorting_key: found.sorting_key,
        columns: columns.into_iter().map(existing).collect(),
    }))
}

fn existing(row: ColumnRow) -> ExistingColumn {
    ExistingColumn {
        has_default: !row.default_kind.is_empty(),
        name: row.name,
        kind: row.kind,
    }
}
