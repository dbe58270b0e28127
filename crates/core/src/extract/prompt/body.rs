//! A question in the form of each provider: the same words, other names around them.

use serde_json::{Map, Value, json};

use crate::extract::config::{ExtractionConfig, JsonMode, Provider};
use crate::extract::contract::Contract;

/// The tool that a model behind Anthropic's API is made to call: its input is the answer.
const TOOL: &str = "record";

/// Everything that a request says.
pub(super) struct Asked<'a> {
    pub(super) config: &'a ExtractionConfig,
    pub(super) contract: &'a Contract,
    pub(super) max_output_tokens: u32,
    /// The part that is equal for every posting.
    pub(super) instructions: String,
    pub(super) posting: &'a str,
}

impl Asked<'_> {
    pub(super) fn body(&self) -> Value {
        let mut body = match self.config.provider {
            Provider::Anthropic => self.message(),
            Provider::Openai | Provider::Rules | Provider::Cascade => self.completion(),
        };
        body.insert("model".into(), self.config.model_name().into());
        if let Some(temperature) = self.config.temperature {
            body.insert("temperature".into(), temperature.into());
        }
        Value::Object(body)
    }

    fn completion(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert(
            "messages".into(),
            json!([
                { "role": "system", "content": self.instructions },
                { "role": "user", "content": self.posting },
            ]),
        );
        body.insert("response_format".into(), self.response_format());
        body.insert(
            self.config.token_limit_name.as_str().into(),
            self.max_output_tokens.into(),
        );
        body
    }

    fn response_format(&self) -> Value {
        match self.config.json_mode {
            JsonMode::Object => json!({ "type": "json_object" }),
            JsonMode::Schema => json!({
                "type": "json_schema",
                "json_schema": {
                    "name": self.contract.schema_name(),
                    "strict": true,
                    "schema": self.contract.json_schema(),
                },
            }),
        }
    }

    /// The mark behind the fixed part lets the provider keep it between calls.
    fn message(&self) -> Map<String, Value> {
        let mut body = Map::new();
        body.insert("max_tokens".into(), self.max_output_tokens.into());
        body.insert(
            "system".into(),
            json!([{
                "type": "text",
                "text": self.instructions,
                "cache_control": { "type": "ephemeral" },
            }]),
        );
        body.insert(
            "messages".into(),
            json!([{ "role": "user", "content": self.posting }]),
        );
        if self.config.json_mode == JsonMode::Schema {
            body.insert("tools".into(), json!([self.tool()]));
            let choice = json!({ "type": "tool", "name": TOOL });
            body.insert("tool_choice".into(), choice);
        }
        body
    }

    fn tool(&self) -> Value {
        json!({
            "name": TOOL,
            "description": format!("Takes the record {}.", self.contract.id),
            "input_schema": self.contract.json_schema(),
        })
    }
}
