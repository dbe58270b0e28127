//! The HTTP replies of the model server, right and wrong.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};

use super::answer;
use super::fault::Fault;
use super::log::Arrival;
use super::request::{Dialect, Question};
use crate::clock::{Clock, SystemClock};
use crate::fault::RetryAfter;
use crate::server::Stopping;
use crate::wire::Wire;

const HUGE_BYTES: usize = 10_000_000;

/// An answer about to leave.
pub(super) struct Outgoing {
    pub(super) question: Question,
    pub(super) arrival: Arrival,
    pub(super) wire: Wire,
    pub(super) stopping: Stopping,
}

/// Status, headers and bytes, before they are sent in one way or another.
struct Letter {
    status: StatusCode,
    content_type: &'static str,
    retry_after: Option<RetryAfter>,
    body: Bytes,
}

/// What is said to a question, before it leaves in one way or another.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) question: &'a Question,
    pub(super) arrival: &'a Arrival,
}

impl Words<'_> {
    /// Status and body, for a line of a batch: a body that is no JSON is carried as a string.
    pub(super) fn as_line(self) -> (u16, Value) {
        let letter = self.letter();
        let body = serde_json::from_slice(&letter.body);
        let text = || Value::String(String::from_utf8_lossy(&letter.body).into_owned());
        (letter.status.as_u16(), body.unwrap_or_else(|_| text()))
    }

    fn letter(self) -> Letter {
        let ok = |body: String| Letter::json(StatusCode::OK, body);
        let fields = self.question.fields.as_deref();
        let answer = answer::asked(&self.question.user, fields).to_string();
        match self.arrival.fault() {
            Some(Fault::Status { code, retry_after }) => Letter {
                retry_after,
                ..Letter::error(code, "the server cannot answer this call")
            },
            Some(Fault::Html) => Letter {
                content_type: "text/html; charset=utf-8",
                ..ok("<!doctype html><title>502</title><h1>Bad gateway</h1>".to_owned())
            },
            Some(Fault::Truncated) => ok(self.envelope(first_half(&answer), "length")),
            Some(Fault::Refusal) => ok(self.refusal()),
            Some(Fault::BrokenJson) => ok(self.envelope(first_half(&answer), "stop")),
            Some(Fault::WrongSchema) => ok(self.envelope(&answer::of_another_schema(), "stop")),
            Some(Fault::Unrelated) => ok(self.envelope(&answer::of_no_schema(), "stop")),
            Some(Fault::OtherLanguage) => ok(self.envelope(&answer::in_french(), "stop")),
            Some(Fault::Empty) => ok(self.envelope(&answer::empty().to_string(), "stop")),
            Some(Fault::Obey) => ok(self.envelope(&answer::obeyed(&self.question.user), "stop")),
            Some(Fault::Invent) => {
                ok(self.envelope(&answer::invented(&self.question.user), "stop"))
            }
            Some(Fault::Huge) => ok(self.envelope(&answer::huge(HUGE_BYTES), "stop")),
            Some(Fault::BrokenEnvelope) => {
                ok(first_half(&self.envelope(&answer, "stop")).to_owned())
            }
            _ => ok(self.envelope(&answer, "stop")),
        }
    }

    fn envelope(self, content: &str, finish_reason: &str) -> String {
        if self.question.dialect == Dialect::Messages {
            return self.message(content, finish_reason);
        }
        let message = json!({ "role": "assistant", "content": content, "refusal": null });
        self.completion(message, content, finish_reason)
    }

    fn refusal(self) -> String {
        let words = "I cannot help with this posting.";
        if self.question.dialect == Dialect::Messages {
            return self.message(words, "refusal");
        }
        let message = json!({ "role": "assistant", "content": null, "refusal": words });
        self.completion(message, words, "stop")
    }

    /// A whole object is the input of the tool; what is no whole object is text.
    fn message(self, content: &str, finish_reason: &str) -> String {
        let object = serde_json::from_str::<Value>(content).ok();
        let block = match object.filter(Value::is_object) {
            Some(input) => json!({
                "type": "tool_use", "id": "toolu_1", "name": "record", "input": input,
            }),
            None => json!({ "type": "text", "text": content }),
        };
        let stop_reason = match finish_reason {
            "length" => "max_tokens",
            "stop" if block["type"] == "tool_use" => "tool_use",
            "stop" => "end_turn",
            other => other,
        };
        let message = json!({
            "id": format!("msg_{:08}", self.arrival.call()),
            "type": "message",
            "role": "assistant",
            "model": self.question.model,
            "content": [block],
            "stop_reason": stop_reason,
            "stop_sequence": null,
            "usage": {
                "input_tokens": tokens(&self.question.prompt),
                "output_tokens": tokens(content),
                "cache_read_input_tokens": 0,
                "cache_creation_input_tokens": 0,
            },
        });
        message.to_string()
    }

    fn completion(self, message: Value, words: &str, finish_reason: &str) -> String {
        let (prompt, completion) = (tokens(&self.question.prompt), tokens(words));
        let completion = json!({
            "id": format!("chatcmpl-{:08}", self.arrival.call()),
            "object": "chat.completion",
            "created": SystemClock.now_ms() / 1000,
            "model": self.question.model,
            "choices": [{
                "index": 0,
                "message": message,
                "logprobs": null,
                "finish_reason": finish_reason,
            }],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "total_tokens": prompt + completion,
            },
            "system_fingerprint": "readonce-testkit",
        });
        completion.to_string()
    }
}

impl Outgoing {
    pub(super) fn send(self) -> Response {
        let words = Words {
            question: &self.question,
            arrival: &self.arrival,
        };
        let letter = words.letter();
        match self.arrival.fault() {
            Some(Fault::ResetAfterHeaders) => {
                self.wire.cut_when_flushed();
                letter.with(self.silence())
            }
            Some(Fault::SlowDrip { pieces, pause_ms }) => {
                let pause = Duration::from_millis(u64::from(pause_ms));
                let pieces = cut(&letter.body, pieces);
                letter.with(self.stream(pieces, pause))
            }
            _ => {
                let whole = vec![letter.body.clone()];
                letter.with(self.stream(whole, Duration::ZERO))
            }
        }
    }

    /// Headers leave, then nothing does; the call ends when the connection does.
    fn silence(self) -> Body {
        let arrival = self.arrival;
        let never = async move {
            let _until_dropped = arrival;
            std::future::pending::<std::io::Result<Bytes>>().await
        };
        Body::from_stream(stream::once(never))
    }

    fn stream(self, pieces: Vec<Bytes>, pause: Duration) -> Body {
        let Self {
            arrival,
            wire,
            stopping,
            ..
        } = self;
        let left = pieces
            .into_iter()
            .collect::<std::collections::VecDeque<_>>();
        let state = (left, Some(arrival), wire, stopping);
        Body::from_stream(stream::unfold(state, move |state| next_piece(state, pause)))
    }
}

type Left = (
    std::collections::VecDeque<Bytes>,
    Option<Arrival>,
    Wire,
    Stopping,
);

async fn next_piece(
    (mut left, mut arrival, wire, stopping): Left,
    pause: Duration,
) -> Option<(std::io::Result<Bytes>, Left)> {
    let piece = left.pop_front()?;
    if !pause.is_zero() {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stopping.wait() => wire.cut(),
        }
    }
    if left.is_empty()
        && let Some(arrival) = arrival.take()
    {
        wire.when_flushed(move || arrival.complete());
    }
    Some((Ok(piece), (left, arrival, wire, stopping)))
}

impl Letter {
    fn json(status: StatusCode, body: String) -> Self {
        Self {
            status,
            content_type: "application/json",
            retry_after: None,
            body: body.into(),
        }
    }

    fn error(code: u16, message: &str) -> Self {
        let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = match code {
            401 => "authentication_error",
            429 => "rate_limit_error",
            400..=499 => "invalid_request_error",
            _ => "server_error",
        };
        let error = json!({ "error": {
            "message": message,
            "type": kind,
            "param": null,
            "code": null,
        } });
        Self::json(status, error.to_string())
    }

    fn with(&self, body: Body) -> Response {
        let kind = (header::CONTENT_TYPE, self.content_type.to_owned());
        let length = (header::CONTENT_LENGTH, self.body.len().to_string());
        let reply = (self.status, [kind, length], body);
        match self.retry_after {
            Some(after) => {
                let value = after.value(SystemClock.now_ms());
                ([(header::RETRY_AFTER, value)], reply).into_response()
            }
            None => reply.into_response(),
        }
    }
}

/// A refusal of the request itself: nothing was asked of the model.
pub(super) fn error(code: u16, message: &str) -> Response {
    let letter = Letter::error(code, message);
    letter.with(Body::from(letter.body.clone()))
}

/// Whatever is returned here does not arrive.
pub(super) fn broken(wire: &Wire) -> Response {
    wire.cut();
    StatusCode::SERVICE_UNAVAILABLE.into_response()
}

/// About what a tokenizer counts: four Latin letters or one Chinese character a token.
fn tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text.chars().filter(|letter| !letter.is_ascii()).count();
    ascii.div_ceil(4) + others
}

fn first_half(text: &str) -> &str {
    let middle = (0..=text.len() / 2)
        .rev()
        .find(|at| text.is_char_boundary(*at));
    &text[..middle.unwrap_or_default()]
}

fn cut(body: &Bytes, pieces: u32) -> Vec<Bytes> {
    let size = body.len().div_ceil(pieces.max(1) as usize).max(1);
    let starts = (0..body.len()).step_by(size);
    starts
        .map(|start| body.slice(start..body.len().min(start + size)))
        .collect()
}
