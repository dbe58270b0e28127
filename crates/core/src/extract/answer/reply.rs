//! The reply around the text: why it ended, what it says, what it used. Chat completions are read
//! here, Anthropic's messages in `messages`.
//!
//! Lenient about what servers leave out or spell their own way; it never looks into the text.

use readonce_model::ErrorClass;
use serde_json::Value;

use super::{Failure, messages};

/// Longest piece of a provider's own words that is repeated.
const QUOTED_CHARS: usize = 300;

/// Tokens as the provider reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub tokens_in: Option<i64>,
    pub tokens_out: Option<i64>,
    /// The part of `tokens_in` that the provider had cached.
    pub cached_in: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    Length,
    /// Everything else: the text decides.
    Other,
}

/// A reply, as far as it matters here.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    pub finish: Finish,
    /// Why there will be no answer, in the provider's words or ours.
    pub refusal: Option<String>,
    pub text: Option<String>,
    pub usage: Usage,
}

impl Reply {
    pub fn parse(body: &[u8]) -> Result<Self, Failure> {
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
        let reply: Value = serde_json::from_slice(body).map_err(|error| {
            Failure::new(
                ErrorClass::Unreadable,
                format!("the reply is not JSON: {error}"),
            )
        })?;
        if let Some(error) = reply.get("error").filter(|error| !error.is_null()) {
            return Err(provider_error(error));
        }
        if messages::is_message(&reply) {
            return Ok(messages::read(&reply));
        }
        let choice = reply
            .pointer("/choices/0")
            .ok_or_else(|| Failure::new(ErrorClass::Unreadable, "the reply has no choices"))?;
        Ok(Self {
            finish: finish(choice),
            refusal: refusal(choice),
            text: text(choice),
            usage: usage(&reply),
        })
    }
}

/// Some gateways say 200 and put the provider's error into the body.
fn provider_error(error: &Value) -> Failure {
    let code = error.get("code").or_else(|| error.get("status"));
    let code = code.and_then(|code| code.as_i64().or_else(|| code.as_str()?.parse().ok()));
    let class = match code {
        Some(429) => ErrorClass::RateLimited,
        Some(408) => ErrorClass::Timeout,
        Some(500..=599) => ErrorClass::Http5xx,
        Some(400..=499) => ErrorClass::Http4xx,
        _ => ErrorClass::Unreadable,
    };
    let words = error.get("message").unwrap_or(error);
    let words = words
        .as_str()
        .map_or_else(|| words.to_string(), str::to_owned);
    Failure::new(
        class,
        format!("the provider reports an error: {}", quoted(&words)),
    )
}

fn finish(choice: &Value) -> Finish {
    match word(choice, "finish_reason").as_str() {
        "length" | "max_tokens" | "model_length" => Finish::Length,
        _ => Finish::Other,
    }
}

fn refusal(choice: &Value) -> Option<String> {
    if let "content_filter" | "safety" | "recitation" | "refusal" =
        word(choice, "finish_reason").as_str()
    {
        return Some("a content filter stopped the answer".to_owned());
    }
    let message = choice.get("message")?;
    let said = message
        .get("refusal")
        .and_then(Value::as_str)
        .map(str::to_owned);
    said.or_else(|| parts(message, "refusal"))
        .filter(|words| !words.trim().is_empty())
        .map(|words| format!("the model declined: {}", quoted(&words)))
}

fn text(choice: &Value) -> Option<String> {
    let message = choice.get("message")?;
    let content = message.get("content")?.as_str().map(str::to_owned);
    content
        .or_else(|| parts(message, "text"))
        .filter(|text| !text.trim().is_empty())
}

/// The content as a list of parts: those of one type, joined.
fn parts(message: &Value, kind: &str) -> Option<String> {
    let parts = message.get("content")?.as_array()?;
    let texts = parts.iter().filter(|part| part["type"] == kind);
    let joined: String = texts.filter_map(|part| part.get(kind)?.as_str()).collect();
    Some(joined)
}

fn usage(reply: &Value) -> Usage {
    let count = |path: &str| {
        let tokens = reply.pointer(path).and_then(Value::as_i64);
        tokens.filter(|tokens| *tokens >= 0)
    };
    Usage {
        tokens_in: count("/usage/prompt_tokens"),
        tokens_out: count("/usage/completion_tokens"),
        cached_in: count("/usage/prompt_tokens_details/cached_tokens"),
    }
}

fn word(choice: &Value, key: &str) -> String {
    let word = choice.get(key).and_then(Value::as_str);
    word.unwrap_or_default().to_ascii_lowercase()
}

pub(super) fn quoted(words: &str) -> String {
    let mut short: String = words.trim().chars().take(QUOTED_CHARS).collect();
    if short.len() < words.trim().len() {
        short.push('…');
    }
    short
}
