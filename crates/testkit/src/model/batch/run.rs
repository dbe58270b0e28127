//! The run of a batch: each line asked as a call by itself, when its time is over.

use std::sync::Arc;

use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::store::Ended;
use super::{BatchFault, Batches};
use crate::lock;
use crate::model::Shared;
use crate::model::fault::Fault;
use crate::model::reply::Words;
use crate::model::request::{Dialect, Question};

#[derive(Deserialize)]
struct Line {
    custom_id: String,
    body: Value,
}

/// Waits for the batch's time, and runs it. A server that ends runs nothing more.
pub(super) async fn later(shared: Arc<Shared>, id: String) {
    let Batches { takes, .. } = lock(&shared.counter.batches).clone();
    tokio::select! {
        () = tokio::time::sleep(takes) => {}
        () = shared.stopping.wait() => return,
    }
    let Some(input) = lock(&shared.counter.store).begin(&id) else {
        return;
    };
    let ended = run(&shared, &input);
    lock(&shared.counter.store).end(&id, ended);
}

fn is_of_runs(fault: &BatchFault) -> bool {
    matches!(
        fault,
        BatchFault::Invalid(_)
            | BatchFault::Expires { .. }
            | BatchFault::Cancelled { .. }
            | BatchFault::Forgotten { .. }
    )
}

fn run(shared: &Shared, input: &[u8]) -> Ended {
    let lines: Vec<&[u8]> = input
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .collect();
    let fault = shared.counter.strike(is_of_runs);
    let parsed: Result<Vec<Line>, _> = lines
        .iter()
        .map(|line| serde_json::from_slice(line))
        .collect();
    let lines = match (parsed, &fault) {
        (_, Some(BatchFault::Invalid(code))) => return invalid(code),
        (Err(_), _) => return invalid("invalid_json_line"),
        (Ok(lines), _) if has_doubles(&lines) => return invalid("duplicate_custom_id"),
        (Ok(lines), _) => lines,
    };
    let (status, code, run) = match fault {
        Some(BatchFault::Expires { after }) => ("expired", Some("batch_expired"), after),
        Some(BatchFault::Cancelled { after }) => ("cancelled", Some("batch_cancelled"), after),
        _ => ("completed", None, lines.len()),
    };
    let forgotten = match fault {
        Some(BatchFault::Forgotten { lines }) => lines,
        _ => 0,
    };
    let mut written = Written::default();
    for (at, line) in lines.iter().enumerate() {
        match code {
            Some(code) if at >= run => written.errors.push(error_line(line, code)),
            _ => {
                let told = ask(shared, line);
                if at >= forgotten {
                    written.tell(told);
                }
            }
        }
    }
    if lock(&shared.counter.batches).is_shuffled {
        written.output.reverse();
    }
    written.ended(status)
}

#[derive(Default)]
struct Written {
    output: Vec<Value>,
    errors: Vec<Value>,
}

impl Written {
    fn tell(&mut self, (status, line): (u16, Value)) {
        match status {
            200 => self.output.push(line),
            _ => self.errors.push(line),
        }
    }

    fn ended(self, status: &'static str) -> Ended {
        let text = |lines: &[Value]| {
            let lines = lines.iter().map(|line| format!("{line}\n"));
            lines.collect::<String>().into_bytes()
        };
        Ended {
            status,
            counts: (self.output.len(), self.errors.len()),
            output: text(&self.output),
            errors: text(&self.errors),
            code: None,
        }
    }
}

fn invalid(code: &'static str) -> Ended {
    Ended {
        status: "failed",
        output: Vec::new(),
        errors: Vec::new(),
        code: Some(code),
        counts: (0, 0),
    }
}

fn has_doubles(lines: &[Line]) -> bool {
    let mut names: Vec<_> = lines.iter().map(|line| &line.custom_id).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

fn error_line(line: &Line, code: &str) -> Value {
    json!({
        "id": format!("batch_req_{}", line.custom_id), "custom_id": line.custom_id,
        "response": null, "error": { "code": code, "message": "the line was not run" },
    })
}

/// Status and line. What would hang a call is a fault of the server here.
fn ask(shared: &Shared, line: &Line) -> (u16, Value) {
    let body = line.body.to_string();
    let question = match Question::read(body.as_bytes(), Dialect::Completions) {
        Ok(question) => question,
        Err(error) => {
            return told(
                line,
                400,
                json!({ "error": { "message": error.to_string() } }),
            );
        }
    };
    let mut headers = HeaderMap::new();
    if let Ok(name) = line.custom_id.parse() {
        headers.insert("idempotency-key", name);
    }
    match shared.take_in(&question, &headers) {
        Ok(arrival) => {
            let words = Words {
                question: &question,
                arrival: &arrival,
            };
            let (status, body) = match arrival.fault() {
                Some(Fault::Hang) => (500, json!({ "error": { "message": "no answer" } })),
                _ => words.as_line(),
            };
            arrival.complete();
            told(line, status, body)
        }
        Err(error) => told(
            line,
            500,
            json!({ "error": { "message": format!("{error:#}") } }),
        ),
    }
}

fn told(line: &Line, status: u16, body: Value) -> (u16, Value) {
    let line = json!({
        "id": format!("batch_req_{}", line.custom_id), "custom_id": line.custom_id,
        "response": { "status_code": status, "request_id": "req", "body": body },
        "error": null,
    });
    (status, line)
}
