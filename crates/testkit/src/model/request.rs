//! The parts of a chat request that the server looks at. Everything else is let through.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Whose interface a request came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Completions,
    Messages,
}

/// A request that can be answered.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) dialect: Dialect,
    pub(super) model: String,
    /// Text of the last user message.
    pub(super) user: String,
    /// Of that text: what the paid-call log knows a content by.
    pub(super) user_sha256: String,
    /// Fields of the schema that the answer is to have; none where no schema is sent.
    pub(super) fields: Option<Vec<String>>,
    /// Characters of all messages, for the token count.
    pub(super) prompt: String,
}

#[derive(Deserialize)]
struct Body {
    model: String,
    /// Where it stands apart from the messages.
    #[serde(default)]
    system: Value,
    messages: Vec<Message>,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    response_format: Value,
    #[serde(default)]
    tools: Value,
}

impl Body {
    fn fields(&self) -> Option<Vec<String>> {
        let schemas = [
            &self.response_format["json_schema"]["schema"],
            &self.tools[0]["input_schema"],
        ];
        let fields = schemas
            .into_iter()
            .find_map(|schema| schema["properties"].as_object());
        fields.map(|fields| fields.keys().cloned().collect())
    }
}

#[derive(Deserialize)]
struct Message {
    role: String,
    content: Value,
}

impl Question {
    pub(super) fn read(body: &[u8], dialect: Dialect) -> Result<Self> {
        let body: Body = serde_json::from_slice(body).context("the body is no chat request")?;
        ensure!(!body.stream, "streamed answers are not offered here");
        let texts: Vec<(String, String)> = body
            .messages
            .iter()
            .map(|message| (message.role.clone(), message.text()))
            .collect();
        let user = texts.iter().rev().find(|(role, _)| role == "user");
        let (_, user) = user.context("there is no message of role user")?.clone();
        ensure!(!user.trim().is_empty(), "the user message is empty");
        let system = text_of(&body.system);
        let fields = body.fields();
        Ok(Self {
            dialect,
            model: body.model,
            user_sha256: sha256(&user),
            user,
            fields,
            prompt: system + &texts.into_iter().map(|(_, text)| text).collect::<String>(),
        })
    }
}

impl Message {
    fn text(&self) -> String {
        text_of(&self.content)
    }
}

/// A content is a string, or parts of which some are text.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect(),
        _ => String::new(),
    }
}

/// The hash by which the log names the text of a user message.
pub(super) fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}
