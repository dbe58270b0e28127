//! The catalog document of a source: what it may say, its defaults, and how its text is read.
//!
//! A document travels on the topic `catalog` and lies in repositories, so it holds no secret: header
//! values name environment variables that only the edge looks up. Every key: docs/specs/catalog-source.md.

use std::collections::BTreeMap;
use std::fmt;

use readonce_model::ContractId;
use serde::{Deserialize, Serialize};
use serde_yaml_ng::with::singleton_map;

mod check;
mod headers;
mod read;
#[cfg(test)]
mod tests;

pub use headers::{MissingVariable, resolve_headers};
pub use read::parse_source;

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

/// Everything that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CatalogError {
    pub source_name: String,
    pub faults: Vec<Fault>,
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "source '{}'", self.source_name)?;
        self.faults
            .iter()
            .try_for_each(|fault| write!(f, "; {fault}"))
    }
}

/// One fault, with the place where an editor has to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Example: paging.page-number.max-pages
    pub field: String,
    pub line: Option<usize>,
    pub words: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: {}", self.field, self.words)
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
