//! A model server with OpenAI's chat interface and Anthropic's that knows what was paid.
//!
//! It answers job@1 from the posting in the request, repeatably, and misbehaves by script. Its log
//! has one entry per request body that it received, written to a file line by line before the
//! answer begins: the ground truth of what a run paid, which outlives this process. Must never
//! learn anything from the product: what it was asked is all it knows.

mod answer;
mod batch;
mod fault;
mod log;
mod reply;
mod request;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::{get, post};

use crate::lock;
use crate::random::Random;
use crate::server::{RunningServer, Stopping};
use crate::wire::Wire;

pub use answer::job;
pub use batch::{BatchFault, BatchSeen, Batches};
pub use fault::{Fault, Rule, When};
pub use log::{Call, paid_by_content, read_log};

use batch::Counter;
use fault::Script;
use log::{Arrival, PaidLog};
use reply::Outgoing;
use request::{Dialect, Question};

/// Larger requests are refused with 413.
const LONGEST_REQUEST_BYTES: usize = 16 << 20;

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `None`: any free port on loopback.
    pub listen: Option<SocketAddr>,
    pub seed: u64,
    pub latency: Latency,
    /// Demanded when set: as `Authorization: Bearer …`, or as `x-api-key` of messages.
    pub api_key: Option<String>,
    /// Where paid calls are appended. An existing file is continued, not overwritten.
    pub log_file: Option<PathBuf>,
    pub faults: Vec<Rule>,
    /// How batches are treated.
    pub batches: Batches,
}

/// How long an answer takes before its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Latency {
    Fixed(Duration),
    /// Drawn from seed, content and how often that content was asked before.
    Between(Duration, Duration),
}

impl Default for Latency {
    fn default() -> Self {
        Self::Fixed(Duration::ZERO)
    }
}

/// The running server; ends when it is stopped or dropped.
pub struct ModelServer {
    server: RunningServer,
    shared: Arc<Shared>,
}

struct Shared {
    random: Random,
    latency: Latency,
    api_key: Option<String>,
    script: Mutex<Script>,
    log: Arc<PaidLog>,
    stopping: Stopping,
    counter: Counter,
}

pub async fn serve(options: Options) -> Result<ModelServer> {
    let log = Arc::new(PaidLog::open(options.log_file.as_deref())?);
    let mut kept = None;
    let server = RunningServer::start(options.listen, |stopping| {
        let shared = Arc::new(Shared {
            random: Random::new(options.seed),
            latency: options.latency,
            api_key: options.api_key,
            script: Mutex::new(Script::new(options.faults)),
            log,
            stopping,
            counter: Counter::new(options.batches),
        });
        kept = Some(shared.clone());
        Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/messages", post(complete))
            .merge(batch::routes())
            .route("/healthz", get(|| async { "ok" }))
            .with_state(shared)
    });
    let server = server.await?;
    let shared = kept.ok_or_else(|| anyhow::anyhow!("the model server was not built"))?;
    Ok(ModelServer { server, shared })
}

impl ModelServer {
    pub fn addr(&self) -> SocketAddr {
        self.server.addr()
    }

    /// What clients take as base address: `http://127.0.0.1:port/v1`.
    pub fn base_url(&self) -> String {
        format!("{}/v1", self.server.base_url())
    }

    /// Replaces the fault script; calls under way keep the fault that they have.
    pub fn set_faults(&self, rules: Vec<Rule>) {
        *lock(&self.shared.script) = Script::new(rules);
    }

    /// Every call so far, those of an earlier process in the same log file included.
    pub fn calls(&self) -> Vec<Call> {
        self.shared.log.calls()
    }

    /// Replaces how batches are treated; those that were made keep their time.
    pub fn set_batches(&self, batches: Batches) {
        self.shared.counter.set(batches);
    }

    /// Every batch that was made, in that order.
    pub fn batches(&self) -> Vec<BatchSeen> {
        self.shared.counter.seen()
    }

    /// Calls that were received and whose answer has neither ended nor been given up.
    pub fn in_flight(&self) -> usize {
        self.shared.log.in_flight()
    }

    /// Ends the server; see [`RunningServer::stop`].
    pub async fn stop(self) -> Result<()> {
        self.server.stop().await
    }
}

async fn complete(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LONGEST_REQUEST_BYTES).await else {
        return reply::error(413, "the request is too large or ended early");
    };
    let dialect = match head.uri.path().ends_with("/messages") {
        true => Dialect::Messages,
        false => Dialect::Completions,
    };
    let question = match Question::read(&body, dialect) {
        Ok(question) => question,
        Err(error) => return reply::error(400, &error.to_string()),
    };
    if !shared.admits(&head.headers, dialect) {
        return reply::error(401, "incorrect API key provided");
    }
    match shared.take_in(&question, &head.headers) {
        Ok(arrival) => shared.answer(question, arrival, wire).await,
        // Without its line in the log a call must not be answered: nobody would know it was paid.
        Err(error) => reply::error(500, &format!("the paid-call log failed: {error:#}")),
    }
}

impl Shared {
    fn admits(&self, headers: &HeaderMap, dialect: Dialect) -> bool {
        let Some(key) = &self.api_key else {
            return true;
        };
        let given = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let given = match dialect {
            Dialect::Messages => given("x-api-key"),
            Dialect::Completions => given(header::AUTHORIZATION.as_str())
                .and_then(|value| value.strip_prefix("Bearer ")),
        };
        given == Some(key)
    }

    fn take_in(&self, question: &Question, headers: &HeaderMap) -> Result<Arrival> {
        let key = headers
            .get("idempotency-key")
            .and_then(|value| value.to_str().ok());
        self.log.receive(question, key, |call, asked_before| {
            let random = self.draw("fault", question, asked_before);
            lock(&self.script).strike(call, &question.user, random)
        })
    }

    /// Repeatable whatever the order in which calls of different contents arrive.
    fn draw(&self, what: &str, question: &Question, asked_before: u32) -> Random {
        self.random
            .fork(what, u64::from(asked_before))
            .fork(&question.user_sha256, 0)
    }

    async fn answer(&self, question: Question, arrival: Arrival, wire: Wire) -> Response {
        let pause = self.pause(&question, &arrival);
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = self.stopping.wait() => return reply::broken(&wire),
        }
        if arrival.fault() == Some(Fault::Hang) {
            self.stopping.wait().await;
            return reply::broken(&wire);
        }
        let stopping = self.stopping.clone();
        Outgoing {
            question,
            arrival,
            wire,
            stopping,
        }
        .send()
    }

    fn pause(&self, question: &Question, arrival: &Arrival) -> Duration {
        match self.latency {
            Latency::Fixed(pause) => pause,
            Latency::Between(least, most) => {
                let mut random = self.draw("latency", question, arrival.asked_before());
                let micros = |pause: Duration| pause.as_micros() as u64;
                Duration::from_micros(random.between(micros(least), micros(most)))
            }
        }
    }
}
