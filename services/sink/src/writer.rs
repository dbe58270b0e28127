//! Writes the rows of a batch: one insert a table, cut by size, and a bisection when the store
//! refuses a row.
//!
//! It holds the rows until the store has said yes. It never drops one, and never waits: a store
//! that is away is reported with the first record that it concerns.

use std::collections::BTreeMap;
use std::ops::Range;

use bytes::Bytes;
use readonce_plumbing::metrics::Metric;

use crate::fault::{Fault, Remedy};
use crate::rows::Row;
use crate::store::Store;
use crate::table::Table;

/// What rows are written to.
pub trait Target: Sync {
    /// Ok means that all lines are in.
    fn insert(&self, table: &str, lines: Bytes) -> impl Future<Output = Result<(), Fault>> + Send;
}

impl Target for Store {
    fn insert(&self, table: &str, lines: Bytes) -> impl Future<Output = Result<(), Fault>> + Send {
        Store::insert(self, table, lines)
    }
}

/// A row of the batch's record with this index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub record: usize,
    pub row: Row,
}

/// What became of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Records with a row that the store refuses for what it says.
    pub refused: BTreeMap<usize, Fault>,
    /// The first record whose rows may not be in, and why. All before it are settled.
    pub stopped: Option<(usize, Fault)>,
}

struct Part {
    table: String,
    lines: Vec<(usize, Vec<u8>)>,
}

/// Writes all lines, or as many as the store takes.
pub async fn write<T: Target>(target: &T, lines: Vec<Line>, insert_bytes: usize) -> Written {
    let mut written = Written::default();
    let parts = parts(lines, insert_bytes);
    for (at, part) in parts.iter().enumerate() {
        if let Err(fault) = write_part(target, part, &mut written.refused).await {
            let left = parts.iter().skip(at).flat_map(|part| &part.lines);
            written.stopped = left
                .map(|(record, _)| *record)
                .min()
                .map(|first| (first, fault));
            break;
        }
    }
    written
}

/// Lines by table, in parts of bounded size. A line that alone is larger is a part of its own.
fn parts(lines: Vec<Line>, insert_bytes: usize) -> Vec<Part> {
    let mut by_table: BTreeMap<Table, Vec<(usize, Vec<u8>)>> = BTreeMap::new();
    for Line { record, row } in lines {
        by_table
            .entry(row.table)
            .or_default()
            .push((record, row.json));
    }
    let mut parts = Vec::new();
    for (table, lines) in by_table {
        for lines in cut(lines, insert_bytes) {
            parts.push(Part {
                table: table.name(),
                lines,
            });
        }
    }
    parts
}

fn cut(lines: Vec<(usize, Vec<u8>)>, most: usize) -> Vec<Vec<(usize, Vec<u8>)>> {
    let mut cuts: Vec<Vec<_>> = Vec::new();
    let mut bytes = 0;
    for line in lines {
        bytes += line.1.len() + 1;
        match cuts.last_mut() {
            Some(open) if bytes <= most => open.push(line),
            _ => {
                bytes = line.1.len() + 1;
                cuts.push(vec![line]);
            }
        }
    }
    cuts
}

/// Writes a part; halves it for as long as the store refuses something in it.
async fn write_part<T: Target>(
    target: &T,
    part: &Part,
    refused: &mut BTreeMap<usize, Fault>,
) -> Result<(), Fault> {
    let labels = [("table", part.table.as_str())];
    let mut open: Vec<Range<usize>> = std::iter::once(0..part.lines.len()).collect();
    while let Some(range) = open.pop() {
        let lines = part.lines.get(range.clone()).unwrap_or_default();
        Metric::BatchRows.note(lines.len() as f64, &labels);
        let Err(fault) = target.insert(&part.table, joined(lines)).await else {
            continue;
        };
        match (fault.remedy, lines) {
            (Remedy::SetRowAside, [(record, _)]) => {
                let text = format!("table {}: {}", part.table, fault.text);
                refused.insert(*record, Fault { text, ..fault });
            }
            (Remedy::SetRowAside, _) => {
                let middle = range.start + range.len() / 2;
                open.extend([middle..range.end, range.start..middle]);
            }
            _ => {
                Metric::InsertRetries.add(1, &labels);
                let text = format!("table {}: {}", part.table, fault.text);
                return Err(Fault { text, ..fault });
            }
        }
    }
    Ok(())
}

fn joined(lines: &[(usize, Vec<u8>)]) -> Bytes {
    let size = lines.iter().map(|(_, line)| line.len() + 1).sum();
    let mut all = Vec::with_capacity(size);
    for (_, line) in lines {
        all.extend_from_slice(line);
        all.push(b'\n');
    }
    all.into()
}

#[cfg(test)]
mod tests;
