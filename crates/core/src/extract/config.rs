//! An extraction config: which model is asked, in which words, within which limits.
//!
//! A document of the catalog. It never holds a key, only the name of the variable that does.
//! Its version is provenance: a new version changes how the next content is asked and never
//! invalidates a result. See docs/specs/extraction-config.md.

use serde::{Deserialize, Serialize};

use super::batch::Terms;
use super::cascade::Cascade;
use super::cost::Prices;

mod fault;
mod version;

pub use version::PROMPT_FORMAT;

/// Asked when a config has no words of its own.
pub const DEFAULT_PROMPT: &str = include_str!("config/default_prompt.txt");

/// A lease outlives the call's own timeout by this much: time to spool and publish the answer.
pub const LEASE_MARGIN_MS: i64 = 30_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExtractionConfig {
    /// Name in the catalog. Example: jobs-mini
    pub name: String,
    pub provider: Provider,
    /// For provider `cascade`: when a model is asked, and by which interface.
    #[serde(default)]
    pub cascade: Option<Cascade>,
    /// How back-fills go by batch; none: they are asked as everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<Terms>,
    /// As the provider spells it; `rules` has none.
    #[serde(default)]
    pub model: Option<String>,
    /// Address in front of `/chat/completions` or `/messages`. Example: http://127.0.0.1:8000/v1
    #[serde(default)]
    pub base_url: Option<String>,
    /// Environment variable with the key; none for an endpoint that asks for none.
    #[serde(default)]
    pub api_key_env: Option<String>,
    /// Instructions in front of the contract; none means `DEFAULT_PROMPT`.
    #[serde(default)]
    pub prompt: Option<String>,
    /// `null` sends none, for models that refuse the parameter.
    #[serde(default = "zero")]
    pub temperature: Option<f64>,
    #[serde(default = "default_output_tokens")]
    pub max_output_tokens: u32,
    /// Characters of title and text in one call; a longer text is asked in parts.
    #[serde(default = "default_input_chars")]
    pub max_input_chars: u32,
    /// Most parts of a long text; more is cut and flagged. With 1 every text is asked whole.
    #[serde(default = "default_parts")]
    pub max_parts: u32,
    #[serde(default)]
    pub json_mode: JsonMode,
    #[serde(default)]
    pub token_limit_name: TokenLimitName,
    /// Millionths of a currency unit for 1,000 prompt tokens.
    #[serde(default)]
    pub price_in_micros_per_1k: u64,
    /// Millionths of a currency unit for 1,000 completion tokens.
    #[serde(default)]
    pub price_out_micros_per_1k: u64,
    /// What the provider grants; none is not limited. Each instance keeps to it by itself.
    #[serde(default)]
    pub requests_per_minute: Option<u32>,
    /// Prompt and completion together.
    #[serde(default)]
    pub tokens_per_minute: Option<u32>,
    /// The whole call, from connect to the last byte.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u32,
    /// What becomes of answers that are valid and suspicious.
    #[serde(default)]
    pub quarantine: Quarantine,
    /// Answers of a source that are held together against those before them.
    #[serde(default = "default_drift_window")]
    pub drift_window: u32,
    /// Calls for one content before it is given up.
    #[serde(default = "default_attempts")]
    pub max_attempts: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// Dictionaries and patterns; no key, no call.
    Rules,
    /// Any endpoint that speaks OpenAI's chat completions.
    Openai,
    /// Any endpoint that speaks Anthropic's messages.
    Anthropic,
    /// The rules, and a model for what they are not sure of.
    Cascade,
}

/// How the form of the answer is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JsonMode {
    /// The contract's JSON Schema, strict.
    #[default]
    Schema,
    /// Any JSON object, for endpoints that know no schemas.
    Object,
}

/// What the endpoint calls its output limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenLimitName {
    #[default]
    MaxTokens,
    MaxCompletionTokens,
}

/// See `extract::quarantine`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quarantine {
    Off,
    /// The profile is marked.
    #[default]
    Flag,
    /// The profile is marked, and the latest view leaves it out.
    Hold,
}

impl Quarantine {
    pub const fn as_str(self) -> &'static str {
        match self {
            Quarantine::Off => "off",
            Quarantine::Flag => "flag",
            Quarantine::Hold => "hold",
        }
    }
}

impl Provider {
    /// Whether a model is asked over the network, at a price.
    pub const fn asks_a_model(self) -> bool {
        match self {
            Provider::Rules => false,
            Provider::Openai | Provider::Anthropic | Provider::Cascade => true,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Provider::Rules => "rules",
            Provider::Openai => "openai",
            Provider::Anthropic => "anthropic",
            Provider::Cascade => "cascade",
        }
    }
}

impl TokenLimitName {
    pub const fn as_str(self) -> &'static str {
        match self {
            TokenLimitName::MaxTokens => "max_tokens",
            TokenLimitName::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

impl ExtractionConfig {
    /// The config that needs nothing: the built-in rules.
    pub fn rules() -> Self {
        Self {
            name: "rules".to_owned(),
            provider: Provider::Rules,
            cascade: None,
            batch: None,
            model: None,
            base_url: None,
            api_key_env: None,
            prompt: None,
            temperature: zero(),
            max_output_tokens: default_output_tokens(),
            max_input_chars: default_input_chars(),
            max_parts: default_parts(),
            json_mode: JsonMode::default(),
            token_limit_name: TokenLimitName::default(),
            price_in_micros_per_1k: 0,
            price_out_micros_per_1k: 0,
            requests_per_minute: None,
            tokens_per_minute: None,
            timeout_ms: default_timeout_ms(),
            quarantine: Quarantine::default(),
            drift_window: default_drift_window(),
            max_attempts: default_attempts(),
        }
    }

    /// The model as it is sent and recorded; the rules go by their version.
    pub fn model_name(&self) -> &str {
        match self.provider {
            Provider::Rules => super::rules::MODEL,
            Provider::Openai | Provider::Anthropic | Provider::Cascade => {
                self.model.as_deref().unwrap_or_default()
            }
        }
    }

    /// The instructions, whoever wrote them.
    pub fn prompt_text(&self) -> &str {
        self.prompt.as_deref().unwrap_or(DEFAULT_PROMPT).trim()
    }

    pub fn prices(&self) -> Prices {
        Prices {
            in_micros_per_1k: self.price_in_micros_per_1k,
            out_micros_per_1k: self.price_out_micros_per_1k,
        }
    }

    /// How long an attempt stays in doubt.
    pub fn lease_ms(&self) -> i64 {
        i64::from(self.timeout_ms) + LEASE_MARGIN_MS
    }

    /// How a cascade asks its model: all that is set, by the interface of that model.
    pub fn of_cascades_model(&self) -> Option<Self> {
        let cascade = self.cascade.as_ref()?;
        Some(Self {
            provider: cascade.model_provider.provider(),
            cascade: None,
            ..self.clone()
        })
    }

    /// Where the calls go; none for a provider that makes none.
    pub fn calls_url(&self) -> Option<String> {
        let base = self.base_url.as_deref()?.trim_end_matches('/');
        match self.provider {
            Provider::Rules | Provider::Cascade => None,
            Provider::Openai => Some(format!("{base}/chat/completions")),
            Provider::Anthropic => Some(format!("{base}/messages")),
        }
    }
}

// Serde asks for functions here; an `Option` that is absent must differ from one that is null.
fn zero() -> Option<f64> {
    Some(0.0)
}

const fn default_output_tokens() -> u32 {
    1024
}

const fn default_input_chars() -> u32 {
    24_000
}

const fn default_parts() -> u32 {
    4
}

const fn default_timeout_ms() -> u32 {
    60_000
}

const fn default_drift_window() -> u32 {
    50
}

const fn default_attempts() -> u32 {
    5
}

#[cfg(test)]
mod tests;
