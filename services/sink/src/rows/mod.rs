//! Records to rows. Pure: the same record gives the same bytes, whenever and wherever.
//!
//! A row is one line of JSON with the name of every column in it, so no value can ever stand in
//! another's place. Which of two rows with one key is the later one, `core::view` says. Nothing is dropped here: a record that is no row is refused with its field.
//!
//! | file | what |
//! |---|---|
//! | `record` | what a topic carries, and the key that belongs to it |
//! | `observation`, `presence`, `snapshot`, `attempt`, `run`, `task` | columns of a record |
//! | `profile` | columns that a contract gives |
//! | `time` | times as the store reads them |

mod attempt;
mod observation;
mod presence;
mod profile;
mod record;
mod run;
mod snapshot;
mod task;
mod time;

use readonce_model::Reason;
use readonce_model::reason::Code;
use serde::Serialize;

use crate::table::Table;

pub use record::TopicRecord;

/// One row of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub table: Table,
    /// A JSON object without line breaks.
    pub json: Vec<u8>,
}

/// Where a record was read: for the audit, and no part of what a row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub topic: String,
    pub partition: i32,
    pub offset: i64,
}

#[derive(Serialize)]
struct Full<'a, C> {
    #[serde(flatten)]
    content: &'a C,
    /// As text: few readers of JSON have numbers of 128 bits.
    version: String,
    _topic: &'a str,
    _partition: i32,
    _offset: i64,
}

/// Content columns, and behind them the version and the place.
fn row<C: Serialize>(
    table: Table,
    version: u128,
    content: &C,
    place: &Place,
) -> Result<Row, Reason> {
    let full = Full {
        content,
        version: version.to_string(),
        _topic: &place.topic,
        _partition: place.partition,
        _offset: place.offset,
    };
    let refuse = |error| Reason::new(Code::Inconsistent, format!("cannot be a row: {error}"));
    let json = serde_json::to_vec(&full).map_err(refuse)?;
    Ok(Row { table, json })
}

#[cfg(test)]
mod tests;
