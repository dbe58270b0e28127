//! Terms, names, lines and standings of batches, and where announced lines are looked for.

use readonce_model::ErrorClass;
use readonce_model::record::{ExtractAttempt, ExtractRequest, Lane, RequestReason, Worth};
use serde_json::{Map, json};

use super::*;
use crate::extract::budget::expect;
use crate::extract::charge::Charge;
use crate::extract::config::{ExtractionConfig, Provider};
use crate::extract::ledger::{Anew, Announcement, NextCall, announce_again, announce_by_batch};
use crate::extract::lift::Lifted;

mod lines;
mod seeking;
mod terms;

const NOW_MS: i64 = 1_789_000_100_000;

fn config() -> ExtractionConfig {
    ExtractionConfig {
        provider: Provider::Openai,
        model: Some("m".into()),
        base_url: Some("http://127.0.0.1:1/v1".into()),
        price_in_micros_per_1k: 400,
        price_out_micros_per_1k: 1600,
        batch: Some(Terms::default()),
        ..ExtractionConfig::rules()
    }
}

fn request(worth: Worth) -> ExtractRequest {
    let text = include_str!("../../../../../schemas/extract.requests/examples/typical.json");
    ExtractRequest {
        worth: Some(worth),
        ..serde_json::from_str(text).unwrap()
    }
}

fn announced() -> ExtractAttempt {
    let announcement = Announcement {
        request: &request(Worth::Backfill),
        config: &config(),
        call: NextCall {
            attempt: 2,
            earlier_attempts: 0,
            max_output_tokens: 1024,
        },
        owner: "extract-1",
        now_ms: NOW_MS,
    };
    announce_by_batch(announcement, &Terms::default())
}
