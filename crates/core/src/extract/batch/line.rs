//! A line of the file that is sent, and a line of a file that comes back: read into what a direct
//! call would have ended with, so that all that follows is the same.

use readonce_model::ErrorClass;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::id::LineId;
use crate::extract::answer::Failure;
use crate::extract::charge::{Charge, of_status};

/// Largest line that is read: an answer has some kilobytes, and a direct reply has the same limit.
pub const MAX_LINE_BYTES: usize = 8 << 20;
/// Longest piece of a provider's own words that is repeated.
const QUOTED_CHARS: usize = 300;
/// Where the lines are asked, as they say themselves.
const URL: &str = "/v1/chat/completions";

/// What came of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The body of a reply with status 200, as it came.
    Replied(String),
    Failed(Failure, Charge),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub id: LineId,
    pub end: End,
}

/// A line that tells nothing: of which line it speaks cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    #[error("the line is no answer of a batch")]
    Unreadable,
    #[error("the line has a name that was not given here")]
    Foreign,
}

/// The question as a line, without its end. The body is the one of a direct call.
pub fn input_line(id: &LineId, body: &Value) -> String {
    let name = Value::String(id.to_string());
    format!(r#"{{"custom_id":{name},"method":"POST","url":"{URL}","body":{body}}}"#)
}

#[derive(Deserialize)]
struct Named<'l> {
    #[serde(borrow)]
    custom_id: std::borrow::Cow<'l, str>,
}

/// The name of a line that was sent.
pub fn read_input_id(line: &[u8]) -> Result<LineId, LineFault> {
    let named: Named = serde_json::from_slice(line).map_err(|_| LineFault::Unreadable)?;
    named.custom_id.parse().map_err(|_| LineFault::Foreign)
}

#[derive(Deserialize)]
struct Output<'l> {
    #[serde(borrow)]
    custom_id: std::borrow::Cow<'l, str>,
    #[serde(borrow, default)]
    response: Option<Response<'l>>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Response<'l> {
    status_code: u16,
    #[serde(borrow, default)]
    body: Option<&'l RawValue>,
}

/// A line of the output, or of the file of errors.
pub fn read_line(line: &[u8]) -> Result<Line, LineFault> {
    let output: Output = serde_json::from_slice(line).map_err(|_| LineFault::Unreadable)?;
    let id = output.custom_id.parse().map_err(|_| LineFault::Foreign)?;
    let end = match (output.response, output.error) {
        (Some(response), _) => answered(&response),
        (None, Some(error)) => unasked(&error),
        (None, None) => silent("the line has neither an answer nor an error"),
    };
    Ok(Line { id, end })
}

fn answered(response: &Response<'_>) -> End {
    let body = response.body.map_or("", RawValue::get);
    if response.status_code == 200 {
        return End::Replied(body.to_owned());
    }
    let words = serde_json::from_str::<Value>(body).map_or_else(
        |_| "no readable reason".to_owned(),
        |body| words_in(body.get("error").unwrap_or(&body)),
    );
    let (failure, charge) = of_status(response.status_code, &words);
    End::Failed(failure, charge)
}

/// The provider never asked the model: nothing is charged, and the line may be asked again.
fn unasked(error: &Value) -> End {
    let code = error.get("code").and_then(Value::as_str).unwrap_or("");
    let class = match code {
        "batch_expired" => ErrorClass::Timeout,
        "batch_cancelled" => ErrorClass::Unreachable,
        "rate_limit_exceeded" | "token_limit_exceeded" => ErrorClass::RateLimited,
        _ => return silent(&words_in(error)),
    };
    let failure = Failure::new(class, format!("by batch: {}", words_in(error)));
    End::Failed(failure, Charge::nothing())
}

/// Nobody can know what it cost.
fn silent(words: &str) -> End {
    let failure = Failure::new(ErrorClass::Unreachable, format!("by batch: {words}"));
    End::Failed(failure, Charge::unknown())
}

/// The provider's own words, cut.
pub(super) fn words_in(error: &Value) -> String {
    let message = error.get("message").unwrap_or(error);
    let words = message
        .as_str()
        .map_or_else(|| message.to_string(), str::to_owned);
    words.chars().take(QUOTED_CHARS).collect()
}
