//! The catalog document of a source: what it may say, its defaults, and how its text is read.
//!
//! A document travels on the topic `catalog` and lies in repositories, so it holds no secret: header
//! values name environment variables that only the edge looks up. Every key: docs/specs/catalog-source.md.

use std::collections::BTreeMap;

use readonce_model::ContractId;
use serde::{Deserialize, Serialize};
use serde_yaml_ng::with::singleton_map;

use crate::catalog;
use crate::parse::rules::ParserName;
use check::faults_of;

mod check;
mod headers;
#[cfg(test)]
mod tests;

pub use crate::catalog::{CatalogError, Fault};
pub use headers::{MissingVariable, resolve_headers};

/// What the catalog says of one source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SourceSpec {
    pub strategy: Strategy,
    /// Address of the list; for `listing` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Files and folders, read in the order of their names; for `files` only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Format of the responses; none means: find it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Parser document that the responses are read by. Example: acme-jobs@3
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parser: Option<ParserName>,
    #[serde(default, with = "singleton_map")]
    pub paging: Paging,
    #[serde(default = "default_interval_s")]
    pub interval_s: u32,
    /// Zone in which the site writes times without one. Example: Asia/Shanghai
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_tz: Option<String>,
    /// Complete runs in a row that must miss an item before it counts as delisted.
    #[serde(default = "default_delist_after_runs")]
    pub delist_after_runs: u16,
    /// What the items are extracted under; empty means that nothing is extracted.
    #[serde(default = "default_contracts")]
    pub contracts: Vec<ContractId>,
    /// Longest time for one response, its body included.
    #[serde(default = "default_timeout_s")]
    pub timeout_s: u32,
    /// Largest body after decompression.
    #[serde(default = "default_max_body_bytes")]
    pub max_body_bytes: u64,
    /// Sent with every request. `${NAME}` stands for an environment variable of ingest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Lets loopback and private hosts, and ports other than 80 and 443, be fetched.
    #[serde(default)]
    pub allow_private_addresses: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    Listing,
    Files,
}

impl Strategy {
    /// As on `raw.pages`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Strategy::Listing => "listing",
            Strategy::Files => "files",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paging {
    /// The whole list is one response.
    #[default]
    None,
    PageNumber(PageNumber),
    Offset(Offset),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PageNumber {
    pub param: String,
    /// Number of the first page.
    #[serde(default = "default_first")]
    pub first: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_param: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// A list that is longer makes the run incomplete.
    pub max_pages: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Offset {
    pub param: String,
    pub limit_param: String,
    /// Records to ask for in one response.
    pub limit: u32,
    /// A list that is longer makes the run incomplete.
    pub max_pages: u32,
}

impl SourceSpec {
    pub fn interval_ms(&self) -> i64 {
        i64::from(self.interval_s) * 1000
    }
}

/// Reads and checks a document, YAML or JSON.
///
/// A text that cannot be read has one fault, the first; one that can be read has all of its faults.
pub fn parse_source(name: &str, text: &str) -> Result<SourceSpec, CatalogError> {
    let refuse = |faults| CatalogError {
        kind: "source",
        name: name.to_owned(),
        faults,
    };
    let spec = catalog::read(text).map_err(|fault| refuse(vec![fault]))?;
    let faults = catalog::located(text, faults_of(name, &spec));
    match faults.is_empty() {
        true => Ok(spec),
        false => Err(refuse(faults)),
    }
}

const fn default_interval_s() -> u32 {
    86_400
}

const fn default_delist_after_runs() -> u16 {
    2
}

const fn default_timeout_s() -> u32 {
    30
}

const fn default_max_body_bytes() -> u64 {
    10 * 1024 * 1024
}

const fn default_first() -> u32 {
    1
}

fn default_contracts() -> Vec<ContractId> {
    "job@1".parse().into_iter().collect()
}
