//! What a table lacks, or why it cannot be used. Pure.
//!
//! A column that only adds (it may be empty) is added in place. Anything else is refused: the rows
//! that are there would change their meaning.

use super::TableSpec;

/// A table as the store describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Existing {
    pub engine: String,
    pub engine_full: String,
    pub sorting_key: String,
    pub columns: Vec<ExistingColumn>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExistingColumn {
    pub name: String,
    pub kind: String,
    pub has_default: bool,
}

/// Why a table cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "table {table} does not fit this version of the sink: {}; rename or drop it (the sink fills it \
     again when its group is rewound), or run the version that made it", faults.join("; ")
)]
pub struct Mismatch {
    pub table: String,
    pub faults: Vec<String>,
}

/// Statements that bring a table to its layout.
pub fn additions(wanted: &TableSpec, existing: &Existing) -> Result<Vec<String>, Mismatch> {
    let table = wanted.table.name();
    let mut faults = layout_faults(wanted, existing);
    let mut statements = Vec::new();
    for column in &wanted.columns {
        let found = existing
            .columns
            .iter()
            .find(|found| found.name == column.name);
        match found {
            Some(found) if found.kind == column.kind => {}
            Some(found) => faults.push(format!(
                "column {} is {}, and {} belongs there",
                column.name, found.kind, column.kind
            )),
            None if may_be_empty(&column.kind) => statements.push(format!(
                "ALTER TABLE {table} ADD COLUMN IF NOT EXISTS `{}` {}",
                column.name, column.kind
            )),
            None => faults.push(format!("column {} {} is missing", column.name, column.kind)),
        }
    }
    faults.extend(unknown_columns(wanted, existing));
    match faults.is_empty() {
        true => Ok(statements),
        false => Err(Mismatch { table, faults }),
    }
}

fn layout_faults(wanted: &TableSpec, existing: &Existing) -> Vec<String> {
    let mut faults = Vec::new();
    // Replicated and shared variants end in the same words.
    let replaces = existing.engine.ends_with("ReplacingMergeTree")
        && existing.engine_full.contains("version)");
    if !replaces {
        faults.push(format!(
            "its engine is {}, and ReplacingMergeTree(version) belongs there",
            existing.engine_full
        ));
    }
    if existing.sorting_key != wanted.sorting_key {
        faults.push(format!(
            "it is ordered by ({}), and ({}) belongs there",
            existing.sorting_key, wanted.sorting_key
        ));
    }
    faults
}

/// Columns of a newer version, or of the operator. They stay empty if they may be.
fn unknown_columns(wanted: &TableSpec, existing: &Existing) -> Vec<String> {
    existing
        .columns
        .iter()
        .filter(|column| !wanted.columns.iter().any(|known| known.name == column.name))
        .filter(|column| !column.has_default && !may_be_empty(&column.kind))
        .map(|column| format!("column {} {} is not known", column.name, column.kind))
        .collect()
}

fn may_be_empty(kind: &str) -> bool {
    ["Nullable(", "Array(", "LowCardinality(Nullable("]
        .iter()
        .any(|prefix| kind.starts_with(prefix))
}
