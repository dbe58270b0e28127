//! What the store must look like: tables from `sql/`, a profile table a contract, and the views.
//!
//! All of it is pure but `apply`, which brings the store to it. A table that does not fit is
//! refused before the first row: rows are never written into columns that mean something else.
//!
//! | file | what |
//! |---|---|
//! | `ddl` | reads the columns out of a statement in the one layout that `sql/` uses |
//! | `contract` | columns of a contract, from its Avro schema |
//! | `views` | statements of the views |
//! | `compare` | what a table lacks, or why it cannot be used |
//! | `apply` | carries it out |

mod apply;
mod compare;
mod contract;
mod ddl;
mod views;

use readonce_model::ContractId;

use crate::table::Table;

pub use apply::{apply, check};
pub use compare::{Existing, Mismatch, additions};
pub use contract::{ContractColumns, ContractError};
pub use ddl::Column;
pub use views::views;

/// The layout of this program's tables, as statements and as columns.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSpec {
    pub table: Table,
    pub create: String,
    pub columns: Vec<Column>,
    /// As the store prints it: columns with a comma and a blank between them.
    pub sorting_key: String,
}

const FIXED: [(Table, &str); 8] = [
    (Table::Items, include_str!("../../sql/tables/items.sql")),
    (
        Table::ItemEvents,
        include_str!("../../sql/tables/item_events.sql"),
    ),
    (
        Table::Presence,
        include_str!("../../sql/tables/presence.sql"),
    ),
    (
        Table::PresenceEvents,
        include_str!("../../sql/tables/presence_events.sql"),
    ),
    (
        Table::Snapshots,
        include_str!("../../sql/tables/snapshots.sql"),
    ),
    (
        Table::ExtractAttempts,
        include_str!("../../sql/tables/extract_attempts.sql"),
    ),
    (Table::Runs, include_str!("../../sql/tables/runs.sql")),
    (
        Table::TaskAttempts,
        include_str!("../../sql/tables/task_attempts.sql"),
    ),
];
const PROFILES: &str = include_str!("../../sql/profiles.template.sql");

/// Every table, for the given contracts.
pub fn tables(contracts: &[ContractColumns]) -> Vec<TableSpec> {
    let fixed = FIXED
        .into_iter()
        .map(|(table, create)| spec(table, create.to_owned()));
    fixed.chain(contracts.iter().map(profiles)).collect()
}

fn profiles(contract: &ContractColumns) -> TableSpec {
    let table = Table::Profiles(contract.id().clone());
    let create = PROFILES
        .replace("{table}", &table.name())
        .replace("    {columns}\n", &contract.column_lines());
    spec(table, create)
}

fn spec(table: Table, create: String) -> TableSpec {
    TableSpec {
        columns: ddl::columns(&create),
        sorting_key: ddl::sorting_key(&create),
        table,
        create,
    }
}

/// The contracts that are compiled in, with their columns.
pub fn contracts() -> Result<Vec<ContractColumns>, ContractError> {
    readonce_schemas::contracts()
        .map(|(name, major)| {
            let id: ContractId = format!("{name}@{major}")
                .parse()
                .map_err(|error| ContractError::new(name, error))?;
            let text = readonce_schemas::contract_schema(name, major)
                .map_err(|error| ContractError::new(name, error))?;
            ContractColumns::new(id, text)
        })
        .collect()
}

#[cfg(test)]
mod tests;
