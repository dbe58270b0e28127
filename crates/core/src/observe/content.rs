//! What a new content costs: one snapshot, and one request a contract.

use readonce_model::ContractId;
use readonce_model::record::{ExtractRequest, Observation, Outcome, RequestReason, Snapshot};

use super::worth::worth;
use crate::canonical::simhash_hex;
use crate::item::Canonical;

/// Whether an observation brings a content that its item did not have just before.
pub(super) fn is_new_content(before: Option<&Observation>, now: &Observation) -> bool {
    before.is_none_or(|before| before.content_hash != now.content_hash)
}

pub(super) fn snapshot(content: &Canonical, observation: &Observation) -> Snapshot {
    Snapshot {
        content_hash: content.hash,
        canonicalizer_version: observation.canonicalizer_version,
        kind: content.kind.as_str().to_owned(),
        title: content.title.clone(),
        text: content.text.clone(),
        simhash: simhash_hex(content.simhash),
        text_bytes: content.text.len() as i64,
    }
}

pub(super) fn request(
    content: &Canonical,
    observation: &Observation,
    contract: &ContractId,
) -> ExtractRequest {
    ExtractRequest {
        content_hash: content.hash,
        contract: contract.clone(),
        kind: content.kind.as_str().to_owned(),
        title: content.title.clone(),
        text: content.text.clone(),
        canonicalizer_version: observation.canonicalizer_version,
        reason: reason(observation.outcome),
        worth: Some(worth(observation)),
        caused_by_item: observation.item_id.clone(),
        caused_by_raw_partition: observation.raw_partition,
        caused_by_raw_offset: observation.raw_offset,
        caused_by_parser: Some(parser(observation)),
        requested_at_ms: observation.observed_at_ms,
    }
}

/// The document that the source names, or the built-in reader of its format.
fn parser(observation: &Observation) -> String {
    let built_in = || format!("{}@{}", observation.format, observation.parser_version);
    observation.parser.clone().unwrap_or_else(built_in)
}

/// A return asks too: its profile is known, so the answer costs nothing, and it is sure to be there.
fn reason(outcome: Outcome) -> RequestReason {
    match outcome {
        Outcome::New => RequestReason::New,
        Outcome::Reverted => RequestReason::Reverted,
        Outcome::Changed | Outcome::Revised | Outcome::Unchanged | Outcome::Withdrawn => {
            RequestReason::Changed
        }
    }
}
