//! What every request to a provider has in common: a client that does nothing of its own accord, a
//! reply that is read no further than is allowed, and words without the key.

use std::time::Duration;

use readonce_core::extract::config::ExtractionConfig;
use readonce_core::fetch::retry_after;
use readonce_plumbing::Halt;
use readonce_plumbing::config::Secret;
use readonce_plumbing::health::now_ms;
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Response};

const LONGEST_CONNECT: Duration = Duration::from_secs(10);

pub(super) fn config_fault(config: &ExtractionConfig, words: &str) -> Halt {
    Halt::Config(format!("extraction config '{}': {words}", config.name))
}

/// One request a call: no retries, no redirects, no proxy.
pub(super) fn plain(config: &ExtractionConfig) -> ClientBuilder {
    let timeout = Duration::from_millis(config.timeout_ms.into());
    Client::builder()
        .timeout(timeout)
        .connect_timeout(LONGEST_CONNECT.min(timeout))
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .no_proxy()
}

pub(super) fn built(builder: ClientBuilder, config: &ExtractionConfig) -> Result<Client, Halt> {
    let built = builder.build();
    built.map_err(|error| config_fault(config, &format!("no HTTP client: {error}")))
}

/// How long a reply asks to be left alone.
pub(super) fn asked_wait_ms(reply: &Response) -> Option<i64> {
    let text = reply.headers().get(RETRY_AFTER)?.to_str().ok()?;
    retry_after(text, now_ms())
}

pub(super) fn without_key(words: String, key: Option<&Secret>) -> String {
    match key {
        Some(key) => words.replace(key.expose(), "***"),
        None => words,
    }
}

pub(super) enum Read {
    Whole(Vec<u8>),
    /// There was more than is read.
    Cut(Vec<u8>),
}

/// Reads no more than is allowed, whatever the reply says of its own length; one that says that it
/// is longer is not read at all.
pub(super) async fn read(mut reply: Response, most: usize) -> Result<Read, reqwest::Error> {
    let mut bytes = Vec::new();
    if reply
        .content_length()
        .is_some_and(|length| length > most as u64)
    {
        return Ok(Read::Cut(bytes));
    }
    while let Some(chunk) = reply.chunk().await? {
        if bytes.len() + chunk.len() > most {
            bytes.extend_from_slice(chunk.get(..most - bytes.len()).unwrap_or_default());
            return Ok(Read::Cut(bytes));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Read::Whole(bytes))
}
