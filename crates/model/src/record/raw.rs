//! Evidence: what came over the wire and when a run began and ended.

use serde::{Deserialize, Serialize};

use super::words::words;
use crate::ContractId;

/// Evidence: one response, or the mark at which a run starts or ends. Key: scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RawRecord {
    /// run_started, page or run_finished.
    pub kind: RawKind,
    /// Name of the source in the catalog. Example: greenhouse-gitlab
    pub source: String,
    /// Smallest unit in which an item id can come back; the source for list responses.
    pub scope: String,
    /// The run. Example: greenhouse-gitlab/1789000000000-1
    pub run_id: String,
    /// 0 for run_started, then 1, 2, 3 … in the order of the run.
    pub seq: i32,
    /// Event time: when the response arrived, ms since 1970 UTC.
    pub at_ms: i64,
    /// listing or files.
    pub strategy: String,
    /// Format that the catalog declares; none means: find it out. Example: greenhouse
    #[serde(default)]
    pub format: Option<String>,
    /// Address that was asked for, without credentials.
    #[serde(default)]
    pub url: Option<String>,
    /// Address after redirects.
    #[serde(default)]
    pub final_url: Option<String>,
    /// Addresses on the way, in order.
    #[serde(default)]
    pub redirects: Vec<String>,
    /// Status of the response.
    #[serde(default)]
    pub http_status: Option<i32>,
    /// Content-Type header. Example: application/json; charset=utf-8
    #[serde(default)]
    pub content_type: Option<String>,
    /// The body as it came, encoded as body_encoding says.
    #[serde(default, with = "apache_avro::serde::bytes_opt")]
    pub body: Option<Vec<u8>>,
    /// identity or zstd.
    #[serde(default)]
    pub body_encoding: Option<String>,
    /// Length of the body before encoding.
    #[serde(default)]
    pub body_bytes: Option<i64>,
    /// SHA-256 (hex) of the body before encoding.
    #[serde(default)]
    pub body_sha256: Option<String>,
    /// Time zone that the site writes its times in. Example: Asia/Shanghai
    #[serde(default)]
    pub site_tz: Option<String>,
    /// run_finished: number of pages that were recorded.
    #[serde(default)]
    pub pages: Option<i32>,
    /// run_finished: whether the whole source was seen.
    #[serde(default)]
    pub complete: Option<bool>,
    /// run_finished: why the run is incomplete, in words.
    #[serde(default)]
    pub reason: Option<String>,
    /// run_finished: complete runs that must miss an item before it counts as delisted.
    #[serde(default)]
    pub delist_after_runs: Option<i32>,
    /// Contracts that the source's items are extracted under. Example: job@1
    #[serde(default)]
    pub contracts: Vec<ContractId>,
    /// The due time that the run serves. A run that is made again after a crash serves the same
    /// one, and both prove no more than one of them.
    #[serde(default)]
    pub due_at_ms: Option<i64>,
    /// Parser document that the catalog names for the source, with its version. Example: shop@3
    #[serde(default)]
    pub parser: Option<String>,
}

words! {
    /// The words of `RawRecord.kind`.
    pub enum RawKind {
        RunStarted = "run_started",
        Page = "page",
        RunFinished = "run_finished",
    }
}
