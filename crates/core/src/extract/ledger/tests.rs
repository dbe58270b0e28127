//! Every decision and every order of records, one by one.

use std::sync::LazyLock;

use readonce_model::record::{CallState, Evidence, ExtractAttempt, ExtractRequest, Lane};
use readonce_model::{ContentHash, ErrorClass};
use serde_json::{Map, Value, json};

use super::*;
use crate::extract::answer::Failure;
use crate::extract::charge::Charge;
use crate::extract::config::{ExtractionConfig, Provider};

mod collecting;
mod deciding;
mod folding;
mod forecasting;
mod lifting;
mod parts;
mod properties;
mod waiting;
mod writing;

const NOW_MS: i64 = 1_789_000_100_000;

fn config() -> ExtractionConfig {
    ExtractionConfig {
        provider: Provider::Openai,
        model: Some("m".into()),
        ..ExtractionConfig::rules()
    }
}

static POLICY: LazyLock<Policy> = LazyLock::new(|| Policy::of(&config()));

fn request() -> ExtractRequest {
    let text = include_str!("../../../../../schemas/extract.requests/examples/typical.json");
    serde_json::from_str(text).unwrap()
}

fn call(attempt: i32) -> NextCall {
    NextCall {
        attempt,
        earlier_attempts: 0,
        max_output_tokens: 1024,
    }
}

/// An attempt that was announced 10 s ago.
fn started(attempt: i32) -> ExtractAttempt {
    announce(Announcement {
        request: &request(),
        config: &config(),
        call: call(attempt),
        owner: "extract-1",
        now_ms: NOW_MS - 10_000,
    })
}

/// An attempt that failed 1 s ago.
fn failed(attempt: i32, class: ErrorClass) -> ExtractAttempt {
    ExtractAttempt {
        state: CallState::Failed,
        finished_at_ms: Some(NOW_MS - 1_000),
        error_class: Some(class.as_str().into()),
        error: Some("in words".into()),
        ..started(attempt)
    }
}

fn known(attempt: i32) -> Known {
    Known {
        attempt,
        extracted_at_ms: NOW_MS - 500,
        tokens_in: Some(100),
        tokens_out: Some(10),
        cost_micros: 7,
    }
}

/// What is decided after `last`, at a time, for a request made long ago.
fn after(last: &ExtractAttempt, now_ms: i64) -> Decision {
    decide(&Facts {
        last: Some(last),
        now_ms,
        ..nothing()
    })
}

/// A key of which nothing is known.
fn nothing() -> Facts<'static> {
    Facts {
        known: None,
        lift: Liftable::No,
        last: None,
        in_flight: false,
        spooled: None,
        collects: false,
        requested_at_ms: NOW_MS - 50_000,
        now_ms: NOW_MS,
        policy: &POLICY,
    }
}
