//! Outstanding work and paid calls.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::{ContentHash, ContractId, ItemId};

/// Outstanding work: a content that has no acknowledged profile under a contract. Key: content_hash:contract; a tombstone once the profile is acknowledged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractRequest {
    /// SHA-256 (hex) of the canonical content.
    pub content_hash: ContentHash,
    /// name@major. Example: job@1
    pub contract: ContractId,
    /// posting.
    pub kind: String,
    /// Canonical title.
    pub title: String,
    /// Canonical text: what the model reads.
    pub text: String,
    /// Version of the canonical form behind content_hash.
    pub canonicalizer_version: i32,
    /// new, changed, reverted or backfill.
    pub reason: RequestReason,
    /// What an answer is worth when not all can be paid today, by what changed: new, terms (pay or requirements), text or backfill; none in older records.
    #[serde(default)]
    pub worth: Option<Worth>,
    /// The item whose observation asked for it.
    pub caused_by_item: ItemId,
    /// Partition of the raw record behind that observation.
    pub caused_by_raw_partition: i32,
    /// Offset of the raw record behind that observation.
    pub caused_by_raw_offset: i64,
    /// What read that item's content: a parser document, or a format with its version; none in
    /// records that are older than the field. Example: shop@3
    #[serde(default)]
    pub caused_by_parser: Option<String>,
    /// Event time of that observation.
    pub requested_at_ms: i64,
}

/// One paid call of a key: written before the call and again when it ended. Key: content_hash:contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractAttempt {
    /// SHA-256 (hex) of the canonical content.
    pub content_hash: ContentHash,
    /// name@major.
    pub contract: ContractId,
    /// 1 for the first call of the key; one more with every call, never reset.
    pub attempt: i32,
    /// started, succeeded, failed or given_up.
    pub state: CallState,
    /// Instance that made the call. Example: extract-1
    pub owner: String,
    /// When the call was announced, ms since 1970 UTC.
    pub started_at_ms: i64,
    /// Until then an attempt without a result is in doubt and nobody else calls.
    pub lease_until_ms: i64,
    /// When the call ended.
    #[serde(default)]
    pub finished_at_ms: Option<i64>,
    /// Class of the failure. Example: timeout, http_5xx, truncated, refused
    #[serde(default)]
    pub error_class: Option<String>,
    /// The failure in words.
    #[serde(default)]
    pub error: Option<String>,
    /// Whether the provider will charge for it; none means nobody can know.
    #[serde(default)]
    pub billed: Option<bool>,
    /// SHA-256 (hex) of the resolved extraction config.
    pub config_version: String,
    /// rules or openai.
    pub provider: String,
    /// Model name as sent. Example: gpt-4.1-mini
    pub model: String,
    /// Prompt tokens as reported.
    #[serde(default)]
    pub tokens_in: Option<i64>,
    /// Completion tokens as reported.
    #[serde(default)]
    pub tokens_out: Option<i64>,
    /// Cost in millionths of the config's currency, by its price list.
    #[serde(default)]
    pub cost_micros: i64,
    /// Tokens, in and out, that the call was expected to take at most: what a budget holds until the call has ended.
    #[serde(default)]
    pub estimated_tokens: Option<i64>,
    /// Cost of the estimated tokens by the config's price list.
    #[serde(default)]
    pub estimated_cost_micros: Option<i64>,
    /// The item whose observation asked for it.
    pub caused_by_item: ItemId,
    /// Partition of the raw record behind that observation.
    pub caused_by_raw_partition: i32,
    /// Offset of the raw record behind that observation.
    pub caused_by_raw_offset: i64,
    /// How many of the key's calls do not count to max_attempts: those before it was given up and asked for again, and those that a wrong configuration stopped.
    #[serde(default)]
    pub earlier_attempts: i32,
    /// Limit of completion tokens as sent: tells a truncated answer that had the larger limit from one that had not.
    #[serde(default)]
    pub max_output_tokens: Option<i32>,
    /// Of a long text that is asked in parts: the part of the latest call, from 1.
    #[serde(default)]
    pub part: Option<i32>,
    /// How many parts the text was split into; none when it is asked whole.
    #[serde(default)]
    pub parts: Option<i32>,
    /// batch when the call is a line of a provider's batch; none when it is made by itself.
    #[serde(default)]
    pub lane: Option<Lane>,
    /// Of a call by batch: until then whoever announced it may put its line into a batch; after that it is in one, or nobody was asked.
    #[serde(default)]
    pub submit_until_ms: Option<i64>,
}

words! {
    /// The words of `ExtractRequest.reason`.
    pub enum RequestReason {
        New = "new",
        Changed = "changed",
        Reverted = "reverted",
        Backfill = "backfill",
    }
}

words! {
    /// The words of `ExtractRequest.worth`, the most valuable first.
    pub enum Worth {
        New = "new",
        Terms = "terms",
        Text = "text",
        Backfill = "backfill",
    }
}

impl ExtractRequest {
    /// The source of the item that asked.
    pub fn source(&self) -> &str {
        self.caused_by_item.source()
    }

    /// What an answer is worth. A record from before this was said may be about pay, so it counts
    /// as if it were.
    pub fn worth_or_likely(&self) -> Worth {
        self.worth.unwrap_or(match self.reason {
            RequestReason::New => Worth::New,
            RequestReason::Changed | RequestReason::Reverted => Worth::Terms,
            RequestReason::Backfill => Worth::Backfill,
        })
    }
}

words! {
    /// The words of `ExtractAttempt.state`.
    pub enum CallState {
        Started = "started",
        Succeeded = "succeeded",
        Failed = "failed",
        GivenUp = "given_up",
    }
}

words! {
    /// The words of `ExtractAttempt.lane`.
    pub enum Lane {
        Batch = "batch",
    }
}

impl ExtractAttempt {
    /// Whether the call is a line of a batch.
    pub fn is_by_batch(&self) -> bool {
        self.lane == Some(Lane::Batch)
    }
}
