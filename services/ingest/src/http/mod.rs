//! Fetches one address: safe hops, bounded bodies, and nothing secret in what comes back.
//!
//! | file | what |
//! |---|---|
//! | `mod` | one fetch: hops, time limit, body |
//! | `resolver` | names to addresses that may be fetched |
//! | `hosts` | courtesy towards each host |
//! | `fault` | what went wrong, in class and words |
//!
//! It never retries (a retry is a new attempt of the task), never follows a redirect unchecked,
//! never asks a proxy, and keeps no cookies.

mod fault;
mod hosts;
mod resolver;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use readonce_core::fetch::credential::strip_secrets;
use readonce_core::fetch::gate::{self, Refused};
use readonce_core::fetch::retry_after;
use readonce_model::ErrorClass;
use readonce_plumbing::Halt;
use readonce_plumbing::health::now_ms;
use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER,
};
use reqwest::{Client, redirect};
use url::Url;

pub(crate) use fault::Fault;
use hosts::Hosts;
use resolver::CheckedResolver;

/// Connections that are kept open to a host between two fetches.
const IDLE_PER_HOST: usize = 2;
const IDLE_FOR: Duration = Duration::from_secs(30);

/// How fetches are made; from the configuration.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    pub(crate) user_agent: String,
    pub(crate) connect_timeout: Duration,
    pub(crate) host_gap: Duration,
    pub(crate) parallel_per_host: usize,
}

/// One address to fetch, and what its source allows.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) url: Url,
    /// With their secrets: they go to the origin of `url` and to no other.
    pub(crate) headers: HeaderMap,
    /// For the whole answer, hops and body included.
    pub(crate) timeout: Duration,
    pub(crate) max_body_bytes: u64,
    pub(crate) allow_private: bool,
}

/// An answer. Addresses are without credentials; of the headers only these few are kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Response {
    pub(crate) url: String,
    pub(crate) final_url: String,
    /// The addresses between `url` and `final_url`.
    pub(crate) redirects: Vec<String>,
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) retry_after_ms: Option<i64>,
    /// Empty for a status that answers no request: error pages are not evidence.
    pub(crate) body: Vec<u8>,
    /// When the last byte had arrived.
    pub(crate) at_ms: i64,
}

/// The one fetcher of a process.
#[derive(Clone)]
pub(crate) struct Fetcher {
    /// Reaches public addresses only.
    public: Client,
    /// For sources whose catalog entry allows private addresses.
    private: Client,
    hosts: Arc<Hosts>,
}

impl Fetcher {
    pub(crate) fn new(manners: &Manners) -> Result<Self, Halt> {
        Ok(Self {
            public: client(manners, false)?,
            private: client(manners, true)?,
            hosts: Arc::new(Hosts::new(manners.host_gap, manners.parallel_per_host)),
        })
    }

    /// Fetches, when it is this host's turn. Waiting for the turn does not count as time of the
    /// answer.
    pub(crate) async fn fetch(&self, request: &Request) -> Result<Response, Fault> {
        let turn = self.hosts.enter(&request.url, now_ms()).await?;
        let whole = tokio::time::timeout(request.timeout, self.follow(request));
        let response = whole.await.map_err(|_| {
            let seconds = request.timeout.as_secs();
            Fault::new(
                ErrorClass::Timeout,
                format!("no whole answer in {seconds} s"),
            )
        })??;
        if let (429 | 503, Some(wait_ms)) = (response.status, response.retry_after_ms) {
            turn.close_until(response.at_ms.saturating_add(wait_ms));
        }
        Ok(response)
    }

    /// Until when the host of an address wants to be left alone.
    pub(crate) fn closed_until(&self, address: &str, now_ms: i64) -> Option<i64> {
        self.hosts.closed_until(&Url::parse(address).ok()?, now_ms)
    }

    /// Goes from hop to hop; each one is checked before anything is sent to it.
    async fn follow(&self, request: &Request) -> Result<Response, Fault> {
        let mut url = request.url.clone();
        let mut headers = request.headers.clone();
        let mut passed = Vec::new();
        loop {
            let answer = self.send(&url, &headers, request.allow_private).await?;
            let Some(next) = redirect_target(&answer, &url) else {
                return read(answer, request, &passed).await;
            };
            passed.push(url.clone());
            check_hop(&url, &next, passed.len(), request.allow_private)?;
            if next.origin() != url.origin() {
                headers.clear();
            }
            url = next;
        }
    }

    async fn send(
        &self,
        url: &Url,
        headers: &HeaderMap,
        allow_private: bool,
    ) -> Result<reqwest::Response, Fault> {
        gate::check_form(url, allow_private)?;
        let client = if allow_private {
            &self.private
        } else {
            &self.public
        };
        let answer = client
            .get(url.clone())
            .headers(headers.clone())
            // Nothing is decompressed here, so that no small answer can become a large one.
            .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"))
            .send()
            .await
            .map_err(Fault::from_client)?;
        check_peer(answer.remote_addr(), allow_private)?;
        Ok(answer)
    }
}

fn client(manners: &Manners, allow_private: bool) -> Result<Client, Halt> {
    Client::builder()
        .user_agent(&manners.user_agent)
        .connect_timeout(manners.connect_timeout)
        .redirect(redirect::Policy::none())
        .dns_resolver(CheckedResolver { allow_private })
        .no_proxy()
        .referer(false)
        .pool_max_idle_per_host(IDLE_PER_HOST)
        .pool_idle_timeout(IDLE_FOR)
        .build()
        .map_err(|error| Halt::Config(format!("[ingest] no HTTP client: {error}")))
}

/// The address that was connected to is the last word on where a request went.
fn check_peer(peer: Option<SocketAddr>, allow_private: bool) -> Result<(), Refused> {
    match peer.map(|peer| peer.ip()) {
        Some(ip) if !allow_private && !gate::is_public(ip) => Err(Refused::Private(ip)),
        _ => Ok(()),
    }
}

/// A redirect is the site's word, not the catalog's: it is checked like the first address.
fn check_hop(from: &Url, to: &Url, hops: usize, allow_private: bool) -> Result<(), Refused> {
    gate::check_redirect(from, to, hops)?;
    gate::check_form(to, allow_private).map(|_| ())
}

/// None when the answer is no redirect, or one that names no address.
fn redirect_target(answer: &reqwest::Response, from: &Url) -> Option<Url> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = answer.headers().get(LOCATION)?;
    // Sites do send raw UTF-8 here; the address parser encodes it.
    let location = std::str::from_utf8(location.as_bytes()).ok()?;
    from.join(location).ok()
}

async fn read(
    answer: reqwest::Response,
    request: &Request,
    passed: &[Url],
) -> Result<Response, Fault> {
    let status = answer.status().as_u16();
    let content_type = text_of(answer.headers(), &CONTENT_TYPE);
    let wanted = text_of(answer.headers(), &RETRY_AFTER);
    let final_url = strip_secrets(answer.url().as_str());
    let body = match status {
        200 | 203 => read_body(answer, request.max_body_bytes).await?,
        _ => Vec::new(),
    };
    let at_ms = now_ms();
    let between = passed.iter().skip(1);
    Ok(Response {
        url: strip_secrets(request.url.as_str()),
        final_url,
        redirects: between.map(|url| strip_secrets(url.as_str())).collect(),
        status,
        content_type,
        retry_after_ms: wanted.and_then(|wanted| retry_after(&wanted, at_ms)),
        body,
        at_ms,
    })
}

fn text_of(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Reads to the end or to the limit, whatever length the headers promise.
async fn read_body(mut answer: reqwest::Response, most: u64) -> Result<Vec<u8>, Fault> {
    refuse_encoding(answer.headers())?;
    let promised = answer.content_length().unwrap_or(0);
    if promised > most {
        return Err(Fault::too_large(promised, most));
    }
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(Fault::from_client)? {
        let bytes = (body.len() as u64).saturating_add(chunk.len() as u64);
        if bytes > most {
            return Err(Fault::too_large(bytes, most));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn refuse_encoding(headers: &HeaderMap) -> Result<(), Fault> {
    let encoding = text_of(headers, &CONTENT_ENCODING).unwrap_or_default();
    let encoding = encoding.trim();
    if encoding.is_empty() || encoding.eq_ignore_ascii_case("identity") {
        return Ok(());
    }
    let words = format!("the body is encoded as {encoding}, which was not asked for");
    Err(Fault::new(ErrorClass::Unreadable, words))
}
