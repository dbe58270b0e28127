//! A paid result. The answer's form belongs to the contract, so it is JSON here and the contract's
//! own Avro record on the topic.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Evidence;
use super::words::words;
use crate::{ContentHash, ContractId, ItemId};

/// What was paid for: the answer under a contract, and where it came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// SHA-256 (hex) of the canonical content.
    pub content_hash: ContentHash,
    /// name@major. Example: job@1
    pub contract: ContractId,
    /// ok, or empty when every field is empty.
    pub status: ProfileStatus,
    /// When the answer was read, ms since 1970 UTC.
    pub extracted_at_ms: i64,
    /// The attempt that brought it.
    pub attempt: i32,
    /// SHA-256 (hex) of the resolved extraction config: provenance, never a reason to pay again.
    pub config_version: String,
    /// rules or openai.
    pub provider: String,
    /// Model name as sent.
    pub model: String,
    /// Prompt tokens as reported.
    pub tokens_in: Option<i64>,
    /// Completion tokens as reported.
    pub tokens_out: Option<i64>,
    /// Cost in millionths of the config's currency.
    #[serde(default)]
    pub cost_micros: i64,
    /// What was noticed about the answer. Example: rejected:minimum_degree
    #[serde(default)]
    pub flags: Vec<String>,
    /// The item whose observation asked for it.
    pub caused_by_item: ItemId,
    /// Partition of the raw record behind that observation.
    pub caused_by_raw_partition: i32,
    /// Offset of the raw record behind that observation.
    pub caused_by_raw_offset: i64,
    /// The contract whose profile of this content gave fields without a call: all of them, or all
    /// but asked_fields. Example: job@1
    #[serde(default)]
    pub lifted_from: Option<ContractId>,
    /// SHA-256 (hex) of the mapping that lifted them; of several majors, one after the other with
    /// a '+' between.
    #[serde(default)]
    pub lift_version: Option<String>,
    /// Fields that a call was made for because they could not be lifted; empty when all were asked
    /// or none.
    #[serde(default)]
    pub asked_fields: Vec<String>,
    /// What the answer rests on, and what speaks against it.
    #[serde(default)]
    pub evidence: Option<Evidence>,
    /// The contract's own record.
    #[serde(with = "super::answer")]
    pub answer: Map<String, Value>,
}

words! {
    /// The words of `Profile.status`.
    pub enum ProfileStatus {
        Ok = "ok",
        Empty = "empty",
    }
}
