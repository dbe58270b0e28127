//! A snapshot is a content. It has no time of its own: written again, it is the same row again.

use readonce_core::view::snapshot_version;
use readonce_model::record::Snapshot;
use readonce_model::{ContentHash, Reason};
use serde::Serialize;

use super::{Place, Row, row};
use crate::table::Table;

#[derive(Serialize)]
struct Columns<'a> {
    content_hash: ContentHash,
    canonicalizer_version: i32,
    kind: &'a str,
    title: &'a str,
    text: &'a str,
    simhash: &'a str,
    text_bytes: i64,
}

pub fn rows(record: &Snapshot, place: &Place) -> Result<Vec<Row>, Reason> {
    let version = snapshot_version(record);
    let columns = Columns {
        content_hash: record.content_hash,
        canonicalizer_version: record.canonicalizer_version,
        kind: &record.kind,
        title: &record.title,
        text: &record.text,
        simhash: &record.simhash,
        text_bytes: record.text_bytes,
    };
    Ok(vec![row(Table::Snapshots, version, &columns, place)?])
}
