//! One fetch by hand, for `readonce try URL`: the same fetcher, and nothing recorded.

use std::time::Duration;

use readonce_plumbing::Halt;
use reqwest::header::HeaderMap;
use url::Url;

use crate::http::{Fetcher, Manners, Request};

const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_BODY_BYTES: u64 = 10 * 1024 * 1024;

/// What came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetched {
    pub final_url: String,
    pub status: u16,
    pub content_type: Option<String>,
    pub body: Vec<u8>,
    pub at_ms: i64,
}

/// Fetches an address that a person typed: private ones are theirs to ask for.
pub async fn fetch_once(address: &str) -> Result<Fetched, Halt> {
    let url = Url::parse(address)
        .map_err(|error| Halt::Config(format!("'{address}' is no address: {error}")))?;
    let manners = Manners {
        user_agent: format!("readonce/{}", env!("CARGO_PKG_VERSION")),
        connect_timeout: Duration::from_secs(10),
        host_gap: Duration::ZERO,
        parallel_per_host: 1,
    };
    let request = Request {
        url,
        headers: HeaderMap::new(),
        timeout: TIMEOUT,
        max_body_bytes: MAX_BODY_BYTES,
        allow_private: true,
    };
    let response = Fetcher::new(&manners)?
        .fetch(&request)
        .await
        .map_err(|fault| {
            let detail = fault.to_string();
            Halt::Unreachable {
                part: "page",
                address: address.to_owned(),
                detail,
            }
        })?;
    Ok(Fetched {
        final_url: response.final_url,
        status: response.status,
        content_type: response.content_type,
        body: response.body,
        at_ms: response.at_ms,
    })
}
