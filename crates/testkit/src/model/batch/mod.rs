//! Files and batches, in OpenAI's form. A batch's lines are run when its time is over, each with its
//! entry in the paid-call log, under its `custom_id` as idempotency key.
//!
//! It promises as little as a provider does: no order of the output, no line that is surely asked,
//! and an answer to a creation may get lost. It must never join two batches with equal lines.

mod file;
mod run;
mod store;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::Value;

use super::request::Dialect;
use super::{Shared, reply};
use crate::lock;
use crate::wire::Wire;
use store::Store;

/// As large as a provider takes them.
const LONGEST_FILE_BYTES: usize = 210 << 20;
const MOST_LINES: usize = 50_000;
const MOST_LISTED: usize = 100;

/// How batches are treated.
#[derive(Clone, Debug)]
pub struct Batches {
    /// From creation to the end.
    pub takes: Duration,
    /// The output has its lines in another order than the input.
    pub is_shuffled: bool,
    /// Each strikes once, at the first occasion of its kind.
    pub faults: Vec<BatchFault>,
}

impl Default for Batches {
    fn default() -> Self {
        Self {
            takes: Duration::from_millis(300),
            is_shuffled: true,
            faults: Vec::new(),
        }
    }
}

/// What goes wrong with a file or a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchFault {
    /// The file is kept, and the answer gets lost.
    UploadLost,
    /// The file is turned away with this status.
    UploadRefused(u16),
    /// The batch is made, and the answer gets lost.
    CreationLost,
    /// The batch is not made.
    CreationRefused(u16),
    /// The batch fails its validation with this code: not one line is run.
    Invalid(&'static str),
    /// Only so many lines are run before the batch expires.
    Expires { after: usize },
    /// Only so many lines are run before somebody cancels the batch.
    Cancelled { after: usize },
    /// So many lines are run, and no file says anything of them.
    Forgotten { lines: usize },
    /// The output breaks off on its way.
    OutputCut,
}

/// A batch, for a test that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchSeen {
    pub id: String,
    pub lines: usize,
    pub status: &'static str,
}

/// Where files are handed in and batches are made.
pub(super) struct Counter {
    store: Mutex<Store>,
    batches: Mutex<Batches>,
}

impl Counter {
    pub(super) fn new(batches: Batches) -> Self {
        Self {
            store: Mutex::default(),
            batches: Mutex::new(batches),
        }
    }

    pub(super) fn set(&self, batches: Batches) {
        *lock(&self.batches) = batches;
    }

    pub(super) fn seen(&self) -> Vec<BatchSeen> {
        lock(&self.store).seen()
    }

    /// Takes the first fault that fits.
    fn strike(&self, fits: impl Fn(&BatchFault) -> bool) -> Option<BatchFault> {
        let mut batches = lock(&self.batches);
        let at = batches.faults.iter().position(fits)?;
        Some(batches.faults.remove(at))
    }
}

pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/v1/files", post(upload))
        .route("/v1/files/{id}/content", get(content))
        .route("/v1/batches", post(create).get(list))
        .route("/v1/batches/{id}", get(show))
        .layer(DefaultBodyLimit::max(LONGEST_FILE_BYTES))
}

fn unknown_key() -> Response {
    reply::error(401, "incorrect API key provided")
}

fn json(value: &Value) -> Response {
    let kind = [("content-type", "application/json")];
    (kind, value.to_string()).into_response()
}

async fn upload(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LONGEST_FILE_BYTES).await else {
        return reply::error(413, "the file is too large or ended early");
    };
    if !shared.admits(&head.headers, Dialect::Completions) {
        return unknown_key();
    }
    let refused = |fault: &BatchFault| matches!(fault, BatchFault::UploadRefused(_));
    if let Some(BatchFault::UploadRefused(code)) = shared.counter.strike(refused) {
        return reply::error(code, "no file can be taken");
    }
    let file = match file::read_form(&head.headers, &body) {
        Ok(file) => file,
        Err(words) => return reply::error(400, words),
    };
    let made = lock(&shared.counter.store).keep(file);
    if shared
        .counter
        .strike(|fault| *fault == BatchFault::UploadLost)
        .is_some()
    {
        return reply::broken(&wire);
    }
    json(&made)
}

async fn content(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if !shared.admits(&headers, Dialect::Completions) {
        return unknown_key();
    }
    let Some((bytes, is_output)) = lock(&shared.counter.store).file(&id) else {
        return reply::error(404, "no such file");
    };
    let cut = |fault: &BatchFault| *fault == BatchFault::OutputCut;
    if is_output && shared.counter.strike(cut).is_some() {
        let half = bytes.slice(..bytes.len() / 2);
        wire.cut_when_flushed();
        let length = [("content-length", bytes.len().to_string())];
        let pieces = vec![Ok::<_, std::io::Error>(half)];
        let never = futures_util::stream::once(std::future::pending());
        let body = futures_util::StreamExt::chain(futures_util::stream::iter(pieces), never);
        return (length, Body::from_stream(body)).into_response();
    }
    bytes.into_response()
}

#[derive(Deserialize)]
struct Wanted {
    input_file_id: String,
    endpoint: String,
    completion_window: String,
    #[serde(default)]
    metadata: Value,
}

async fn create(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    if !shared.admits(&headers, Dialect::Completions) {
        return unknown_key();
    }
    let refused = |fault: &BatchFault| matches!(fault, BatchFault::CreationRefused(_));
    if let Some(BatchFault::CreationRefused(code)) = shared.counter.strike(refused) {
        return reply::error(code, "no batch can be made");
    }
    let wanted: Wanted = match serde_json::from_slice(&body) {
        Ok(wanted) => wanted,
        Err(error) => return reply::error(400, &error.to_string()),
    };
    if wanted.endpoint != "/v1/chat/completions" || wanted.completion_window.is_empty() {
        return reply::error(400, "endpoint and completion_window are needed");
    }
    let made = lock(&shared.counter.store).make(&wanted.input_file_id, wanted.metadata);
    let Some((id, batch)) = made else {
        return reply::error(400, "no such input file");
    };
    tokio::spawn(run::later(shared.clone(), id));
    if shared
        .counter
        .strike(|fault| *fault == BatchFault::CreationLost)
        .is_some()
    {
        return reply::broken(&wire);
    }
    json(&batch)
}

async fn show(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if !shared.admits(&headers, Dialect::Completions) {
        return unknown_key();
    }
    match lock(&shared.counter.store).show(&id) {
        Some(batch) => json(&batch),
        None => reply::error(404, "no such batch"),
    }
}

#[derive(Deserialize)]
struct Pages {
    #[serde(default)]
    limit: Option<usize>,
    #[serde(default)]
    after: Option<String>,
}

async fn list(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Query(pages): Query<Pages>,
) -> Response {
    if !shared.admits(&headers, Dialect::Completions) {
        return unknown_key();
    }
    let limit = pages.limit.unwrap_or(20).clamp(1, MOST_LISTED);
    json(&lock(&shared.counter.store).list(limit, pages.after.as_deref()))
}
