//! The rules of a budget one by one, and its laws over many schedules.

use std::sync::Arc;

use readonce_model::record::{CallState, ExtractAttempt, ExtractRequest, Worth};
use readonce_model::{ContentHash, ItemId, request_key};

use super::*;

mod booking;
mod documents;
mod granting;
mod laws;
mod reporting;
mod tilling;

/// Noon of a day, UTC.
const NOON_MS: i64 = 20_000 * DAY_MS + DAY_MS / 2;

fn budget(yaml: &str) -> Budget {
    parse_budget("test", yaml).unwrap()
}

fn estimate(source: &str, tokens: u64) -> Estimate {
    Estimate {
        source: Arc::from(source),
        contract: Arc::from("job@1"),
        amount: Amount {
            calls: 1,
            tokens,
            micros: tokens * 2,
        },
    }
}

fn request() -> ExtractRequest {
    let text = include_str!("../../../../../schemas/extract.requests/examples/typical.json");
    serde_json::from_str(text).unwrap()
}

fn item(source: &str) -> ItemId {
    ItemId::new(source, "1").unwrap()
}

/// An attempt of a content that was announced at a time with an estimate.
fn announced(content: u8, at_ms: i64, estimate: &Estimate) -> ExtractAttempt {
    let text = include_str!("../../../../../schemas/extract.attempts/examples/announced.json");
    let example: ExtractAttempt = serde_json::from_str(text).unwrap();
    ExtractAttempt {
        content_hash: ContentHash::from_bytes([content; 32]),
        contract: estimate.contract.parse().unwrap(),
        caused_by_item: item(&estimate.source),
        started_at_ms: at_ms,
        estimated_tokens: Some(estimate.amount.tokens as i64),
        estimated_cost_micros: Some(estimate.amount.micros as i64),
        ..example
    }
}

/// The same attempt when it has ended and took so many tokens.
fn ended(attempt: &ExtractAttempt, tokens: i64) -> ExtractAttempt {
    ExtractAttempt {
        state: CallState::Succeeded,
        finished_at_ms: Some(attempt.started_at_ms + 400),
        billed: Some(true),
        tokens_in: Some(tokens),
        tokens_out: Some(0),
        cost_micros: tokens * 2,
        ..attempt.clone()
    }
}

fn failed(attempt: &ExtractAttempt, billed: Option<bool>) -> ExtractAttempt {
    ExtractAttempt {
        state: CallState::Failed,
        finished_at_ms: Some(attempt.started_at_ms + 400),
        error_class: Some("timeout".to_owned()),
        billed,
        ..attempt.clone()
    }
}

fn overall(books: &Books, now_ms: i64) -> Amount {
    books.used(&Scope::Overall, now_ms)
}

fn key_of(attempt: &ExtractAttempt) -> Arc<str> {
    request_key(&attempt.content_hash, &attempt.contract).into()
}

const fn place(worth: Worth, requested_at_ms: i64) -> Place {
    Place {
        worth,
        requested_at_ms,
    }
}
