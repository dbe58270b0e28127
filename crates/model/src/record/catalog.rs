//! The control plane as data.

use serde::{Deserialize, Serialize};

/// One document of the control plane: a source, an extraction config, a data contract. Key: kind/name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CatalogEntry {
    /// What the document is: source, extraction, contract. Example: source
    pub kind: String,
    /// Name within the kind. Example: greenhouse-gitlab
    pub name: String,
    /// SHA-256 (hex) of the document text: two equal documents have one version.
    pub version: String,
    /// The document itself, JSON.
    pub document: String,
    /// When it was applied, ms since 1970 UTC.
    pub applied_at_ms: i64,
    /// Who applied it. Example: alice@laptop
    pub operator: String,
}
