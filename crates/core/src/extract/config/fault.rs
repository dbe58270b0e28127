//! What is wrong with a config, all at once and by key. Values that may be secrets are not shown.

use url::Url;

use super::{ExtractionConfig, Provider, TokenLimitName};

/// Largest limits that make sense; above them it is a slip of the hand.
const MAX_TEMPERATURE: f64 = 2.0;
const MAX_ATTEMPTS: u32 = 20;
/// Each part is a paid call.
const MAX_PARTS: u32 = 16;
/// In fewer answers chance looks like drift.
const DRIFT_WINDOWS: std::ops::RangeInclusive<u32> = 20..=10_000;
const MAX_TIMEOUT_MS: u32 = 3_600_000;

impl ExtractionConfig {
    /// Every fault as `key: what is wrong`; none means that the config can be used.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.faults_of_limits();
        if self.name.trim().is_empty() {
            faults.push("name: is empty".to_owned());
        }
        match self.provider {
            Provider::Rules => faults.extend(self.faults_of_rules()),
            Provider::Openai | Provider::Anthropic => faults.extend(self.faults_of_endpoint()),
            Provider::Cascade => faults.extend(self.faults_of_cascade()),
        }
        let terms = self.batch.iter();
        faults.extend(terms.flat_map(|terms| terms.faults(self.provider)));
        if self.cascade.is_some() && self.provider != Provider::Cascade {
            let provider = self.provider.as_str();
            faults.push(format!("cascade: provider {provider} takes none"));
        }
        faults
    }

    fn faults_of_limits(&self) -> Vec<String> {
        let temperature = self.temperature.unwrap_or(0.0);
        let checks = [
            (
                self.max_output_tokens == 0,
                "max-output-tokens: must be at least 1",
            ),
            (
                self.max_input_chars == 0,
                "max-input-chars: must be at least 1",
            ),
            (
                !(1..=MAX_PARTS).contains(&self.max_parts),
                "max-parts: must be between 1 and 16",
            ),
            (
                !DRIFT_WINDOWS.contains(&self.drift_window),
                "drift-window: must be between 20 and 10000",
            ),
            (
                !(0.0..=MAX_TEMPERATURE).contains(&temperature),
                "temperature: must be between 0 and 2",
            ),
            (
                !(1..=MAX_ATTEMPTS).contains(&self.max_attempts),
                "max-attempts: must be between 1 and 20",
            ),
            (
                self.requests_per_minute == Some(0),
                "requests-per-minute: must be at least 1",
            ),
            (
                self.tokens_per_minute == Some(0),
                "tokens-per-minute: must be at least 1",
            ),
            (
                !(1..=MAX_TIMEOUT_MS).contains(&self.timeout_ms),
                "timeout-ms: must be between 1 and 3600000",
            ),
        ];
        let broken = checks.into_iter().filter(|(broken, _)| *broken);
        broken.map(|(_, words)| words.to_owned()).collect()
    }

    /// A setting that would have no effect is a misunderstanding, so it is said.
    fn faults_of_rules(&self) -> Vec<String> {
        let set = [
            ("model", self.model.is_some()),
            ("base-url", self.base_url.is_some()),
            ("api-key-env", self.api_key_env.is_some()),
            ("prompt", self.prompt.is_some()),
            ("requests-per-minute", self.requests_per_minute.is_some()),
            ("tokens-per-minute", self.tokens_per_minute.is_some()),
        ];
        let set = set.into_iter().filter(|(_, set)| *set);
        set.map(|(key, _)| format!("{key}: provider rules takes none"))
            .collect()
    }

    fn faults_of_cascade(&self) -> Vec<String> {
        let (Some(cascade), Some(model)) = (&self.cascade, self.of_cascades_model()) else {
            return vec!["cascade: provider cascade needs it".to_owned()];
        };
        [cascade.faults(), model.faults_of_endpoint()].concat()
    }

    fn faults_of_endpoint(&self) -> Vec<String> {
        let provider = self.provider.as_str();
        let mut faults = Vec::new();
        if self.model_name().trim().is_empty() {
            faults.push(format!("model: provider {provider} needs one"));
        }
        if self.prompt_text().is_empty() {
            faults.push("prompt: is empty".to_owned());
        }
        match self.base_url.as_deref() {
            None => faults.push(format!("base-url: provider {provider} needs one")),
            Some(address) => faults.extend(address_fault(address)),
        }
        faults.extend(self.api_key_env.as_deref().and_then(key_name_fault));
        if self.provider == Provider::Anthropic
            && self.token_limit_name != TokenLimitName::MaxTokens
        {
            faults.push("token-limit-name: provider anthropic calls it max_tokens".to_owned());
        }
        faults
    }
}

fn address_fault(address: &str) -> Option<String> {
    let words = match Url::parse(address) {
        Err(_) => "is not an address",
        Ok(url) if !matches!(url.scheme(), "http" | "https") => "must begin with http or https",
        Ok(url) if !url.username().is_empty() || url.password().is_some() => {
            "must not hold a user or a password; use api-key-env"
        }
        Ok(url) if url.query().is_some() || url.fragment().is_some() => {
            "must not hold a query or a fragment"
        }
        Ok(_) => return None,
    };
    Some(format!("base-url: {words}"))
}

/// A key pasted in the place of its variable's name must not be printed back.
fn key_name_fault(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let legal = name.chars().all(plain) && name.starts_with(|c: char| !c.is_ascii_digit());
    (!legal).then(|| {
        "api-key-env: must be the name of an environment variable (A-Z, 0-9, _), not the key"
            .to_owned()
    })
}
