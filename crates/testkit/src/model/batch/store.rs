//! Files and batches as they are kept: in memory, the newest batch first in a list.

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde_json::{Value, json};

use super::{BatchSeen, MOST_LINES};
use crate::clock::{Clock, SystemClock};

#[derive(Default)]
pub(super) struct Store {
    files: BTreeMap<String, File>,
    batches: Vec<Batch>,
}

struct File {
    bytes: Bytes,
    is_output: bool,
}

struct Batch {
    id: String,
    created_at: i64,
    input: String,
    metadata: Value,
    lines: usize,
    status: &'static str,
    output: Option<String>,
    errors: Option<String>,
    /// Why it failed.
    code: Option<&'static str>,
    /// Lines with an answer, and with an error.
    counts: (usize, usize),
}

/// How a batch ended.
pub(super) struct Ended {
    pub(super) status: &'static str,
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
    pub(super) code: Option<&'static str>,
    pub(super) counts: (usize, usize),
}

impl Store {
    pub(super) fn keep(&mut self, bytes: Bytes) -> Value {
        let size = bytes.len();
        let id = self.put(bytes, false);
        json!({
            "id": id, "object": "file", "bytes": size, "purpose": "batch",
            "created_at": SystemClock.now_ms() / 1000, "filename": "batch.jsonl",
        })
    }

    fn put(&mut self, bytes: Bytes, is_output: bool) -> String {
        let id = format!("file-{:06}", self.files.len() + 1);
        self.files.insert(id.clone(), File { bytes, is_output });
        id
    }

    pub(super) fn file(&self, id: &str) -> Option<(Bytes, bool)> {
        let file = self.files.get(id)?;
        Some((file.bytes.clone(), file.is_output))
    }

    /// A new batch, whatever others hold the same lines.
    pub(super) fn make(&mut self, input: &str, metadata: Value) -> Option<(String, Value)> {
        let file = self.files.get(input)?;
        let lines = file.bytes.split(|byte| *byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).count();
        let id = format!("batch_{:06}", self.batches.len() + 1);
        let batch = Batch {
            id: id.clone(),
            created_at: SystemClock.now_ms() / 1000,
            input: input.to_owned(),
            metadata,
            lines,
            status: if lines > MOST_LINES {
                "failed"
            } else {
                "validating"
            },
            output: None,
            errors: None,
            code: (lines > MOST_LINES).then_some("too_many_lines"),
            counts: (0, 0),
        };
        let shown = batch.show();
        self.batches.push(batch);
        Some((id, shown))
    }

    /// The lines of a batch that is not over.
    pub(super) fn begin(&mut self, id: &str) -> Option<Bytes> {
        let batch = self.batches.iter_mut().find(|batch| batch.id == id)?;
        if batch.status != "validating" {
            return None;
        }
        batch.status = "in_progress";
        self.files.get(&batch.input).map(|file| file.bytes.clone())
    }

    pub(super) fn end(&mut self, id: &str, ended: Ended) {
        let Ended {
            status,
            output,
            errors,
            code,
            counts,
        } = ended;
        let mut file = |bytes: Vec<u8>| match bytes.is_empty() {
            true => None,
            false => Some(self.put(bytes.into(), true)),
        };
        let (output, errors) = (file(output), file(errors));
        if let Some(batch) = self.batches.iter_mut().find(|batch| batch.id == id) {
            batch.status = status;
            batch.output = output;
            batch.errors = errors;
            batch.code = code;
            batch.counts = counts;
        }
    }

    pub(super) fn show(&self, id: &str) -> Option<Value> {
        let batch = self.batches.iter().find(|batch| batch.id == id)?;
        Some(batch.show())
    }

    pub(super) fn list(&self, limit: usize, after: Option<&str>) -> Value {
        let newest_first: Vec<_> = self.batches.iter().rev().collect();
        let start = after.map_or(0, |after| {
            let at = newest_first.iter().position(|batch| batch.id == after);
            at.map_or(newest_first.len(), |at| at + 1)
        });
        let rest = &newest_first[start..];
        let page: Vec<_> = rest.iter().take(limit).map(|batch| batch.show()).collect();
        json!({ "object": "list", "has_more": rest.len() > page.len(), "data": page })
    }

    pub(super) fn seen(&self) -> Vec<BatchSeen> {
        let seen = |batch: &Batch| BatchSeen {
            id: batch.id.clone(),
            lines: batch.lines,
            status: batch.status,
        };
        self.batches.iter().map(seen).collect()
    }
}

impl Batch {
    fn show(&self) -> Value {
        let errors = self.code.map(|code| {
            let one = json!({ "code": code, "message": "the batch is not run", "line": null });
            json!({ "object": "list", "data": [one] })
        });
        json!({
            "id": self.id, "object": "batch", "endpoint": "/v1/chat/completions",
            "errors": errors, "input_file_id": self.input, "completion_window": "24h",
            "status": self.status, "output_file_id": self.output, "error_file_id": self.errors,
            "created_at": self.created_at, "metadata": self.metadata,
            "request_counts": {
                "total": self.lines, "completed": self.counts.0, "failed": self.counts.1,
            },
        })
    }
}
