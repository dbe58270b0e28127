//! The version of a config: SHA-256 over the parts that can change an answer.
//!
//! In it: provider, model, prompt text, the form of the request around it (`PROMPT_FORMAT`),
//! temperature, output and input limit, parts, JSON mode. Not in it: what only changes how the same
//! question travels and what it costs, so that moving an endpoint or correcting a price is no new
//! version: name, address, key variable, the limit's parameter name, prices, rates, timeout,
//! quarantine, attempts.
//! Defaults are filled in first: a document that spells one out has the version of one that does
//! not. A cascade's version holds what it needs of the rules too, and their version. For `rules` only provider and model count, and the model name is the rules' own version.
//!
//! DO NOT CHANGE the form: versions lie in stored profiles. A test holds frozen vectors.

use std::collections::BTreeMap;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{ExtractionConfig, JsonMode, Provider};

/// Version of the words and the order that `prompt` puts around a config's own text. Raise it with
/// every change there that a model can see.
pub const PROMPT_FORMAT: u32 = 1;

impl ExtractionConfig {
    /// Lower-case hex of the hash over the resolved document as JSON with sorted keys, no blanks.
    pub fn config_version(&self) -> String {
        hex::encode(Sha256::digest(self.resolved()))
    }

    /// What the version is made of. The order comes from this map and from nothing else: a JSON
    /// object's own order depends on features of its crate that any other crate can switch on.
    pub(super) fn resolved(&self) -> String {
        let mut parts: BTreeMap<&str, Value> = BTreeMap::new();
        parts.insert("provider", self.provider.as_str().into());
        parts.insert("model", self.model_name().into());
        if self.provider.asks_a_model() {
            let mode = match self.json_mode {
                JsonMode::Schema => "schema",
                JsonMode::Object => "object",
            };
            parts.insert("json-mode", mode.into());
            parts.insert("max-input-chars", self.max_input_chars.into());
            // Before there were parts, every text was asked whole: that keeps its version.
            if self.max_parts != 1 {
                parts.insert("max-parts", self.max_parts.into());
            }
            parts.insert("max-output-tokens", self.max_output_tokens.into());
            parts.insert("prompt", self.prompt_text().into());
            parts.insert("prompt-format", PROMPT_FORMAT.into());
            // Minus zero and zero are one temperature.
            parts.insert(
                "temperature",
                self.temperature.map(|value| value + 0.0).into(),
            );
        }
        if let (Provider::Cascade, Some(cascade)) = (self.provider, &self.cascade) {
            parts.insert("cascade", cascade.resolved().into());
        }
        let pairs = parts
            .iter()
            .map(|(key, value)| format!("\"{key}\":{value}"));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
    }
}
