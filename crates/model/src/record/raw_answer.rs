//! A model's reply as it was received. Restricted: no table that analysts read is made from it.

use serde::{Deserialize, Serialize};

use crate::{ContentHash, ContractId};

/// A model's reply as it was received, before anything was made of it. Key: content_hash:contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawAnswer {
    /// SHA-256 (hex) of the canonical content.
    pub content_hash: ContentHash,
    /// name@major. Example: job@1
    pub contract: ContractId,
    /// The attempt that brought it.
    pub attempt: i32,
    /// Of a long text that was asked in parts: which, from 1.
    #[serde(default)]
    pub part: Option<i32>,
    /// How many parts there are.
    #[serde(default)]
    pub parts: Option<i32>,
    /// SHA-256 (hex) of the resolved extraction config.
    pub config_version: String,
    /// Who was asked. Example: openai
    pub provider: String,
    /// Model name as sent. Example: gpt-4.1-mini
    pub model: String,
    /// When the last byte came, ms since 1970 UTC.
    pub received_at_ms: i64,
    /// SHA-256 (hex) of the body.
    pub body_sha256: String,
    /// The body of the reply, byte for byte.
    pub body: String,
}
