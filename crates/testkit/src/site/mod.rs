//! A local site that serves the boards of a [`World`] over HTTP, one simulated day at a time.
//!
//! It is what a careful client meets in the open: entity tags, paging, and, when told so, every
//! kind of failure. Listens on loopback only. Must never decide anything about content: bodies come
//! from the world as they are.

mod fault;
mod page;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Result, ensure};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::clock::{Clock, SystemClock};
use crate::lock;
use crate::server::{RunningServer, Stopping};
use crate::wire::Wire;
use crate::world::{Board, World};

pub use fault::Fault;
use fault::Faults;
use page::Page;

/// The running site; ends when it is stopped or dropped.
pub struct Site {
    server: RunningServer,
    shared: Arc<Shared>,
}

/// One request that reached the site.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    pub at_ms: i64,
    pub path_and_query: String,
    pub day: u32,
    /// The status that was answered; `None` when the connection was broken or left hanging.
    pub status: Option<u16>,
    pub fault: Option<Fault>,
    /// The client asked only for what it does not have yet.
    pub conditional: bool,
}

struct Shared {
    world: Arc<World>,
    day: AtomicU32,
    faults: Mutex<Faults>,
    log: Mutex<Vec<Served>>,
    bodies: Mutex<HashMap<(Page, u32), Bytes>>,
    stopping: Stopping,
}

/// Serves `world` from day 1. `listen`: `None` for any free port on loopback.
pub async fn serve(world: Arc<World>, listen: Option<SocketAddr>) -> Result<Site> {
    let mut kept = None;
    let server = RunningServer::start(listen, |stopping| {
        let shared = Arc::new(Shared {
            world,
            day: AtomicU32::new(1),
            faults: Mutex::default(),
            log: Mutex::default(),
            bodies: Mutex::default(),
            stopping,
        });
        kept = Some(shared.clone());
        Router::new().fallback(answer).with_state(shared)
    });
    let server = server.await?;
    let shared = kept.ok_or_else(|| anyhow::anyhow!("the site was not built"))?;
    Ok(Site { server, shared })
}

impl Site {
    pub fn addr(&self) -> SocketAddr {
        self.server.addr()
    }

    /// `http://127.0.0.1:port`.
    pub fn base_url(&self) -> String {
        self.server.base_url()
    }

    /// Where a board's postings are.
    pub fn url(&self, board: &Board) -> String {
        format!("{}{}", self.base_url(), board.path())
    }

    pub fn world(&self) -> &World {
        &self.shared.world
    }

    pub fn day(&self) -> u32 {
        self.shared.day.load(Ordering::SeqCst)
    }

    /// Turns the calendar of every board to a day of the world, forward or back.
    pub fn set_day(&self, day: u32) -> Result<()> {
        let days = self.shared.world.spec().days;
        ensure!(
            (1..=days).contains(&day),
            "the world has days 1 to {days}, not {day}"
        );
        self.shared.day.store(day, Ordering::SeqCst);
        lock(&self.shared.bodies).clear();
        Ok(())
    }

    /// Breaks the next `times` requests (`None`: all) whose path and query begin with `prefix`.
    /// Of several that fit, the one injected first strikes.
    pub fn inject(&self, prefix: &str, fault: Fault, times: Option<u32>) {
        lock(&self.shared.faults).add(prefix, fault, times);
    }

    /// Takes all faults away; requests that hang go on hanging.
    pub fn clear_faults(&self) {
        *lock(&self.shared.faults) = Faults::default();
    }

    /// Every request since the start, in order of arrival.
    pub fn log(&self) -> Vec<Served> {
        lock(&self.shared.log).clone()
    }

    /// Ends the site; see [`RunningServer::stop`].
    pub async fn stop(self) -> Result<()> {
        self.server.stop().await
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    request: Request,
) -> Response {
    let path_and_query = request.uri().to_string();
    let known = request.headers().get(header::IF_NONE_MATCH);
    let known = known.and_then(|tag| tag.to_str().ok());
    let day = shared.day.load(Ordering::SeqCst);
    let fault = lock(&shared.faults).strike(&path_and_query);
    let served = Served {
        at_ms: SystemClock.now_ms(),
        path_and_query,
        day,
        status: None,
        fault,
        conditional: known.is_some(),
    };
    let place = shared.note(served);
    let page = Page::of(request.uri(), &shared.world);
    let response = match fault {
        Some(fault) => fault::reply(fault, &shared, page, day, &wire).await,
        None => Some(shared.reply(page, request.uri(), day, known)),
    };
    match response {
        Some(response) => {
            shared.note_status(place, response.status());
            response
        }
        None => {
            wire.cut();
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl Shared {
    fn note(&self, served: Served) -> usize {
        let mut log = lock(&self.log);
        log.push(served);
        log.len() - 1
    }

    fn note_status(&self, place: usize, status: StatusCode) {
        if let Some(served) = lock(&self.log).get_mut(place) {
            served.status = Some(status.as_u16());
        }
    }

    fn reply(&self, page: Option<Page>, uri: &Uri, day: u32, known: Option<&str>) -> Response {
        let Some(page) = page else {
            let error = serde_json::json!({ "error": format!("nothing is at {uri}") });
            return (StatusCode::NOT_FOUND, json_type(), error.to_string()).into_response();
        };
        let body = self.body(page, day);
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&body)[..12]));
        if known.is_some_and(|known| known.contains(&tag)) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        let kind = (header::CONTENT_TYPE, page.content_type().to_owned());
        ([kind, (header::ETAG, tag)], body).into_response()
    }

    /// Rendered once a day: clients of a large world ask often.
    fn body(&self, page: Page, day: u32) -> Bytes {
        if let Some(body) = lock(&self.bodies).get(&(page, day)) {
            return body.clone();
        }
        let body = Bytes::from(page.body(&self.world, day));
        lock(&self.bodies).insert((page, day), body.clone());
        body
    }
}

fn json_type() -> [(header::HeaderName, &'static str); 1] {
    [(header::CONTENT_TYPE, "application/json; charset=utf-8")]
}
