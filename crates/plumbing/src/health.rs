//! Liveness, readiness and metrics over HTTP.
//!
//! Live means: the poll thread ticks. Ready means: partitions are owned and their tables restored.
//! Neither asks a dependency, so a broker that is away restarts nobody.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio_util::sync::CancellationToken;

use crate::{Halt, telemetry};

const DEAD_AFTER_MS: i64 = 30_000;

/// What a service tells of itself; cheap to write from any thread.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Facts>);

#[derive(Debug, Default)]
struct Facts {
    ticked_at_ms: AtomicI64,
    has_joined: AtomicBool,
    restoring: AtomicUsize,
    is_failed: AtomicBool,
}

impl Health {
    pub fn tick(&self) {
        self.0.ticked_at_ms.store(now_ms(), Ordering::Relaxed);
    }

    pub fn joined(&self) {
        self.0.has_joined.store(true, Ordering::Relaxed);
    }

    pub fn restoring(&self, partitions: usize) {
        self.0.restoring.store(partitions, Ordering::Relaxed);
    }

    pub fn failed(&self) {
        self.0.is_failed.store(true, Ordering::Relaxed);
    }

    pub fn is_live(&self) -> bool {
        let age_ms = now_ms() - self.0.ticked_at_ms.load(Ordering::Relaxed);
        age_ms < DEAD_AFTER_MS && !self.0.is_failed.load(Ordering::Relaxed)
    }

    pub fn is_ready(&self) -> bool {
        self.is_live()
            && self.0.has_joined.load(Ordering::Relaxed)
            && self.0.restoring.load(Ordering::Relaxed) == 0
    }
}

/// Milliseconds since 1970 UTC: the one clock of the edge.
pub fn now_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |age| age.as_millis() as i64)
}

/// Serves /livez, /readyz and /metrics until the token says stop. Returns the real address.
pub async fn serve(
    listen: SocketAddr,
    health: Health,
    stop: CancellationToken,
) -> Result<SocketAddr, Halt> {
    let recorder = telemetry::recorder()?;
    let fault = |error: std::io::Error| Halt::Config(format!("cannot listen on {listen}: {error}"));
    let listener = tokio::net::TcpListener::bind(listen).await.map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    let app = Router::new()
        .route(
            "/livez",
            get(|State(health): State<Health>| async move { answer(health.is_live()) }),
        )
        .route(
            "/readyz",
            get(|State(health): State<Health>| async move { answer(health.is_ready()) }),
        )
        .route("/metrics", get(move || async move { recorder.render() }))
        .with_state(health);
    tokio::spawn(async move {
        let served = axum::serve(listener, app).with_graceful_shutdown(stop.cancelled_owned());
        if let Err(error) = served.await {
            tracing::warn!(%error, "the health server ended");
        }
    });
    Ok(address)
}

fn answer(is_good: bool) -> (StatusCode, &'static str) {
    match is_good {
        true => (StatusCode::OK, "ok\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not yet\n"),
    }
}
