//! What can be wrong with a site's answer, and which requests it strikes.

use std::io;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::page::Page;
use super::{Shared, json_type};
use crate::clock::{Clock, SystemClock};
use crate::fault::{RetryAfter, Uses};
use crate::wire::Wire;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// An error status with a short JSON body.
    Status {
        code: u16,
        retry_after: Option<RetryAfter>,
    },
    /// Half of the body under a `Content-Length` that fits the half: only the JSON tells.
    CutBody,
    /// Half of the body under the `Content-Length` of the whole, then the end.
    ShortBody,
    /// 200 without a byte of body.
    EmptyBody,
    /// 200 with a well-formed list of nothing.
    EmptyList,
    /// 200 with a page that asks whether you are human.
    Html,
    /// No answer for as long as the client waits.
    Hang,
    /// The connection is reset instead of an answer.
    Reset,
}

#[derive(Default)]
pub(super) struct Faults(Vec<(String, Fault, Uses)>);

impl Faults {
    pub(super) fn add(&mut self, prefix: &str, fault: Fault, times: Option<u32>) {
        self.0.push((prefix.to_owned(), fault, Uses::new(times)));
    }

    /// The fault that this request gets, if any; counts as one use.
    pub(super) fn strike(&mut self, path_and_query: &str) -> Option<Fault> {
        let mut fitting = self.0.iter_mut();
        let (_, fault, uses) = fitting
            .find(|(prefix, _, uses)| uses.left() && path_and_query.starts_with(prefix.as_str()))?;
        uses.spend();
        Some(*fault)
    }
}

/// `None`: the connection is to be reset.
pub(super) async fn reply(
    fault: Fault,
    shared: &Shared,
    page: Option<Page>,
    day: u32,
    wire: &Wire,
) -> Option<Response> {
    let whole = || page.map(|page| shared.body(page, day)).unwrap_or_default();
    let json = |body: Bytes| (json_type(), body).into_response();
    match fault {
        Fault::Status { code, retry_after } => Some(status(code, retry_after)),
        Fault::CutBody => Some(json(half(&whole()))),
        Fault::ShortBody => Some(short(whole(), wire)),
        Fault::EmptyBody => Some(json(Bytes::new())),
        Fault::EmptyList => {
            let empty = page.map(|page| page.emptied().body(&shared.world, day));
            Some(json(empty.unwrap_or_default().into()))
        }
        Fault::Html => Some(captcha()),
        Fault::Reset => None,
        Fault::Hang => {
            shared.stopping.wait().await;
            None
        }
    }
}

fn status(code: u16, retry_after: Option<RetryAfter>) -> Response {
    let code = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = serde_json::json!({ "error": code.canonical_reason() }).to_string();
    let reply = (code, json_type(), body);
    match retry_after {
        Some(after) => {
            let value = after.value(SystemClock.now_ms());
            ([(header::RETRY_AFTER, value)], reply).into_response()
        }
        None => reply.into_response(),
    }
}

/// Cuts between two bytes, as a network does: the half may end inside a letter.
fn half(body: &Bytes) -> Bytes {
    body.slice(..body.len() / 2)
}

/// The half must have left before the end: an error that follows at once would take it along.
fn short(body: Bytes, wire: &Wire) -> Response {
    let length = (header::CONTENT_LENGTH, body.len().to_string());
    let kind = (header::CONTENT_TYPE, "application/json".to_owned());
    let (left, has_left) = oneshot::channel::<()>();
    wire.when_flushed(move || drop(left));
    let early_end = async move {
        // Ends by the drop of its sender, also when the connection is gone.
        let _ = has_left.await;
        Err(io::Error::from(io::ErrorKind::UnexpectedEof))
    };
    let first = stream::iter([Ok(half(&body))]);
    let parts = first.chain(stream::once(early_end));
    ([length, kind], Body::from_stream(parts)).into_response()
}

fn captcha() -> Response {
    let page = "<!doctype html><html><head><title>Just a moment...</title></head>\
                <body><h1>Checking that you are human</h1></body></html>";
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
