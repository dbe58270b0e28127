//! An error of the HTTP client as class and charge, and an error reply in words.
//!
//! Words never hold an address: the client's own errors do, with whatever somebody put there, so
//! those are dropped.

use std::error::Error;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::{Charge, Silence, of_silence};
use readonce_model::ErrorClass;
use serde_json::Value;

use super::Ended;

/// Longest piece of a provider's own words that is repeated.
const QUOTED_CHARS: usize = 300;

/// A call without a reply: how far it got decides whether it may have been charged.
pub(super) fn without_reply(error: &reqwest::Error) -> Ended {
    let cause = root(error);
    if error.is_builder() {
        let failure = Failure::new(
            ErrorClass::Config,
            format!("no request can be made: {cause}"),
        );
        return Ended::Failed(failure, Charge::nothing());
    }
    let (silence, what) = if error.is_connect() {
        (Silence::NotConnected, "no connection")
    } else if error.is_timeout() {
        (Silence::TimedOut, "no whole reply in time")
    } else {
        (Silence::Broken, "the connection broke")
    };
    let (failure, charge) = of_silence(silence, &format!("{what}: {cause}"));
    Ended::Failed(failure, charge)
}

type Any = dyn Error + 'static;

/// The innermost error says what happened; the ones around it repeat the address.
pub(super) fn root(error: &reqwest::Error) -> String {
    let first: &Any = error;
    std::iter::successors(Some(first), |error| (*error).source())
        .filter(|error| error.downcast_ref::<reqwest::Error>().is_none())
        .last()
        .map_or_else(|| "no reason given".to_owned(), ToString::to_string)
}

/// The provider's own message in an error body; a page of somebody else's is not repeated.
pub(super) fn message_in(body: &[u8]) -> String {
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return "no readable reason".to_owned();
    };
    let error = body.get("error").unwrap_or(&body);
    let message = error.get("message").unwrap_or(error);
    let words = message
        .as_str()
        .map_or_else(|| message.to_string(), str::to_owned);
    words.chars().take(QUOTED_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_body_is_quoted_by_its_message_only() {
        let body = br#"{"error":{"message":"slow down","type":"x"}}"#;
        assert_eq!(message_in(body), "slow down");
        assert_eq!(message_in(br#"{"error":"plain"}"#), "plain");
        assert_eq!(message_in(b"<html>a page</html>"), "no readable reason");
        let long = format!("{{\"error\":\"{}\"}}", "x".repeat(5000));
        assert_eq!(message_in(long.as_bytes()).len(), QUOTED_CHARS);
    }
}
