//! A reply of Anthropic's Messages API: why it ended, what it says, what it used.
//!
//! The answer is the input of the one tool that the model was made to call, or else its text. Shapes
//! and stop reasons: docs of the Messages API, version 2023-06-01.

use serde_json::Value;

use super::reply::{Finish, Reply, Usage, quoted};

/// Whether the body is such a reply and no chat completion.
pub(super) fn is_message(reply: &Value) -> bool {
    reply.get("type").and_then(Value::as_str) == Some("message")
}

pub(super) fn read(reply: &Value) -> Reply {
    let stop = reply.get("stop_reason").and_then(Value::as_str);
    let text = called(reply).or_else(|| written(reply));
    Reply {
        finish: match stop {
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
            _ => Finish::Other,
        },
        refusal: (stop == Some("refusal")).then(|| declined(text.as_deref())),
        text,
        usage: usage(reply),
    }
}

fn declined(text: Option<&str>) -> String {
    match text {
        Some(words) => format!("the model declined: {}", quoted(words)),
        None => "the model declined".to_owned(),
    }
}

fn blocks<'a>(reply: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    let content = reply.get("content").and_then(Value::as_array);
    content
        .into_iter()
        .flatten()
        .filter(move |block| block.get("type").and_then(Value::as_str) == Some(kind))
}

/// What the tool was called with. A second call would be a second answer: the first one counts.
fn called(reply: &Value) -> Option<String> {
    let input = blocks(reply, "tool_use").find_map(|block| block.get("input"))?;
    Some(input.to_string())
}

fn written(reply: &Value) -> Option<String> {
    let texts = blocks(reply, "text").filter_map(|block| block.get("text")?.as_str());
    let joined: String = texts.collect();
    Some(joined).filter(|text| !text.trim().is_empty())
}

/// `input_tokens` leaves out what was read from the cache or written into it; we count all.
fn usage(reply: &Value) -> Usage {
    let count = |name: &str| {
        let tokens = reply.get("usage")?.get(name)?.as_i64();
        tokens.filter(|tokens| *tokens >= 0)
    };
    let cached_in = count("cache_read_input_tokens");
    let beside = cached_in
        .unwrap_or(0)
        .saturating_add(count("cache_creation_input_tokens").unwrap_or(0));
    Usage {
        tokens_in: count("input_tokens").map(|tokens| tokens.saturating_add(beside)),
        tokens_out: count("output_tokens"),
        cached_in,
    }
}
