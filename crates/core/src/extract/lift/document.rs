//! A mapping as it is written: YAML, every fault said at once. docs/specs/contract-lifts.md.

use std::collections::BTreeMap;

use readonce_model::ContractId;
use serde::Deserialize;

use super::reading::Reading;

/// How fields of one major come from those of an earlier one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The later contract. Example: job@2
    pub contract: ContractId,
    /// The earlier one. Example: job@1
    pub from: ContractId,
    /// Fields that mean what they meant.
    #[serde(default)]
    pub same: Vec<String>,
    /// New name: old name.
    #[serde(default)]
    pub renamed: BTreeMap<String, String>,
    /// Values that are read out of the words of an old field.
    #[serde(default)]
    pub read: BTreeMap<String, Read>,
    /// Fields that no old one can give.
    #[serde(default)]
    pub ask: Vec<String>,
    /// Old fields that nothing comes of.
    #[serde(default)]
    pub dropped: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    pub from: String,
    #[serde(rename = "as")]
    pub reading: Reading,
}

/// What is wrong with a mapping.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("it cannot be read")]
    Yaml(#[from] serde_yaml_ng::Error),
    #[error("{}", .0.join("; "))]
    Unfit(Vec<String>),
}

impl Document {
    pub fn read(yaml: &str) -> Result<Self, Fault> {
        Ok(serde_yaml_ng::from_str(yaml)?)
    }
}
