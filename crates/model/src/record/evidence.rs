//! What stands beside an answer: where the content holds its values, and what speaks against it.
//!
//! Lines count from the canonical text's first line, which is 1; the title is line 0.

use serde::{Deserialize, Serialize};

/// What the answer rests on, and what speaks against it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Where the content holds the values that its contract wants proved.
    #[serde(default)]
    pub proofs: Vec<ValueProof>,
    /// What was taken out of the answer, with the reason.
    #[serde(default)]
    pub rejected: Vec<RejectedValue>,
    /// Places that read like instructions to a model; they are data, and prove nothing.
    #[serde(default)]
    pub injection_suspected: Vec<Suspicion>,
    /// The parts that a long text was asked in; empty when it was asked whole.
    #[serde(default)]
    pub parts: Vec<PartCall>,
    /// Why the answer is not to be trusted yet, behind what is done about it: flag or hold by the
    /// policy, released or confirmed by a person.
    #[serde(default)]
    pub quarantined: Option<String>,
    /// When a person released or confirmed it.
    #[serde(default)]
    pub judged_at_ms: Option<i64>,
}

/// A value and the first place in the content that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueProof {
    /// Field of the contract. Example: tech_stack
    pub field: String,
    /// The value, or one of a list's items. Example: Rust
    pub value: String,
    /// Line in which the place begins.
    pub first_line: i32,
    /// Line in which it ends.
    pub last_line: i32,
}

/// A value that was taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedValue {
    /// Field of the contract.
    pub field: String,
    /// Why. Example: the text does not hold "12 years"
    pub reason: String,
}

/// A place of the content that reads like an instruction to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// Line of the place.
    pub line: i32,
    /// Which rule found it. Example: override
    pub rule: String,
    /// The words there, at most 120 characters.
    pub words: String,
}

/// The call that answered one part of a long text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartCall {
    /// Number of the part, from 1.
    pub part: i32,
    /// The attempt that paid for it.
    pub attempt: i32,
    /// Extraction config that it was asked with.
    pub config_version: String,
    /// Prompt tokens as reported.
    #[serde(default)]
    pub tokens_in: Option<i64>,
    /// Completion tokens as reported.
    #[serde(default)]
    pub tokens_out: Option<i64>,
    /// Cost in millionths of the config's currency.
    #[serde(default)]
    pub cost_micros: i64,
}

impl Evidence {
    /// Nothing that a record would have to carry.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
