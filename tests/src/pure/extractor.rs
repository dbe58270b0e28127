//! extract as a loop: a known profile is used again, anything else is paid for.

use std::collections::BTreeMap;

use readonce_model::record::{ExtractRequest, Profile, ProfileStatus};
use readonce_model::request_key;
use serde_json::Map;

use super::defect::Defect;

/// Profiles by request key, and what was paid.
pub struct Extractor {
    defect: Defect,
    pub profiles: BTreeMap<String, Profile>,
    pub paid: u32,
}

impl Extractor {
    pub fn new(defect: Defect) -> Self {
        Self {
            defect,
            profiles: BTreeMap::new(),
            paid: 0,
        }
    }

    pub fn answer(&mut self, request: &ExtractRequest) {
        let key = request_key(&request.content_hash, &request.contract);
        if self.profiles.contains_key(&key) && self.defect != Defect::ForgetProfiles {
            return;
        }
        self.paid += 1;
        self.profiles.insert(key, profile(request));
    }
}

fn profile(request: &ExtractRequest) -> Profile {
    Profile {
        content_hash: request.content_hash,
        contract: request.contract.clone(),
        status: ProfileStatus::Empty,
        extracted_at_ms: request.requested_at_ms,
        attempt: 1,
        config_version: "scenario".to_owned(),
        provider: "rules".to_owned(),
        model: "none".to_owned(),
        tokens_in: None,
        tokens_out: None,
        cost_micros: 0,
        flags: Vec::new(),
        caused_by_item: request.caused_by_item.clone(),
        caused_by_raw_partition: request.caused_by_raw_partition,
        caused_by_raw_offset: request.caused_by_raw_offset,
        caused_by_parser: request.caused_by_parser.clone(),
        lifted_from: None,
        lift_version: None,
        asked_fields: Vec::new(),
        evidence: None,
        answer: Map::new(),
    }
}
