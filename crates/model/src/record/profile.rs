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
    /// What read that item's content: a parser document, or a format with its version; none in
    /// records that are older than the field. Example: shop@3
    #[serde(default)]
    pub caused_by_parser: Option<String>,
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

/// Whether a mark holds its profile: by the policy, or by a person who looked at it.
pub fn is_held(mark: &str) -> bool {
    ["hold:", "confirmed:"]
        .iter()
        .any(|state| mark.starts_with(state))
}

impl Profile {
    /// Why it is not trusted, behind what is done about it. Example: hold:injection
    pub fn mark(&self) -> Option<&str> {
        self.evidence.as_ref()?.quarantined.as_deref()
    }

    /// Not trusted, and kept out of what is shown as the latest.
    pub fn is_held(&self) -> bool {
        self.mark().is_some_and(is_held)
    }
}

words! {
    /// The words of `Profile.status`.
    pub enum ProfileStatus {
        Ok = "ok",
        Empty = "empty",
    }
}
