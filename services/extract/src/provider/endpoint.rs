//! A model behind HTTP: any endpoint that speaks OpenAI's chat completions or Anthropic's messages,
//! with a schema or with plain objects.
//!
//! One request a call: no retries, no redirects, no proxy. What may have reached the model counts
//! as paid. It never shows its key: not in a log, not in the words of a failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::{Charge, of_status};
use readonce_core::extract::config::{self, ExtractionConfig};
use readonce_core::extract::prompt;
use readonce_model::{ErrorClass, request_key};
use readonce_plumbing::Halt;
use readonce_plumbing::config::Secret;
use readonce_plumbing::health::now_ms;
use reqwest::{Client, RequestBuilder, Response, StatusCode};

use super::client::{Read, asked_wait_ms, built, config_fault, plain, read, without_key};
use super::{Asked, Ended, Provider, Question, Reply, fault};

/// Largest reply that is read; an answer has some kilobytes.
const MAX_REPLY_BYTES: usize = 8 << 20;
/// As much of an error reply as is looked at.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// Calls stop for this long when the endpoint refuses the config itself: every content would meet
/// the same refusal, and a person has to act.
const CONFIG_PAUSE_MS: i64 = 60_000;
/// Shorter than what servers usually grant: a call on a connection that is just being closed would
/// count as paid.
const IDLE: Duration = Duration::from_secs(20);

/// Version of the Messages API that is spoken here.
const ANTHROPIC_VERSION: &str = "2023-06-01";

pub(super) struct Endpoint {
    http: Client,
    config: Arc<ExtractionConfig>,
    url: String,
    key: Option<Secret>,
    closed_until_ms: AtomicI64,
}

impl Endpoint {
    pub(super) fn new(config: Arc<ExtractionConfig>, key: Option<Secret>) -> Result<Self, Halt> {
        let url = config.calls_url();
        let url = url.ok_or_else(|| config_fault(&config, "base-url: the provider needs one"))?;
        let http = built(plain(&config).pool_idle_timeout(IDLE), &config)?;
        Ok(Self {
            http,
            config,
            url,
            key,
            closed_until_ms: AtomicI64::new(0),
        })
    }

    async fn call(&self, question: Question<'_>) -> Ended {
        let limit = prompt::limit_of(&self.config, question.attempt);
        let (contract, request) = (question.contract, question.request);
        let asked = match question.part {
            None => prompt::build(&self.config, contract, request, limit),
            Some(part) => prompt::build_part(&self.config, contract, request, (part, limit)),
        };
        let mut request = self.http.post(&self.url).json(&asked.body);
        // Helps where it is honoured, and is relied on nowhere.
        request = request.header("idempotency-key", idempotency_key(&question));
        match self.signed(request).send().await {
            Err(error) => fault::without_reply(&error),
            Ok(reply) if reply.status() == StatusCode::OK => self.keep(reply, asked.flags).await,
            Ok(refusal) => self.refused(refusal).await,
        }
    }

    /// With the key, in the way that the provider asks for it.
    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        match (self.config.provider, &self.key) {
            (config::Provider::Anthropic, key) => {
                let request = request.header("anthropic-version", ANTHROPIC_VERSION);
                match key {
                    Some(key) => request.header("x-api-key", key.expose()),
                    None => request,
                }
            }
            (_, Some(key)) => request.bearer_auth(key.expose()),
            (_, None) => request,
        }
    }

    async fn keep(&self, reply: Response, noticed: Vec<String>) -> Ended {
        let paid = |class, words: String| {
            let charge = Charge {
                billed: Some(true),
                ..Charge::default()
            };
            Ended::Failed(Failure::new(class, words), charge)
        };
        let bytes = match read(reply, MAX_REPLY_BYTES).await {
            Ok(Read::Whole(bytes)) => bytes,
            Ok(Read::Cut(_)) => {
                let words = format!("the reply has more than {MAX_REPLY_BYTES} bytes");
                return paid(ErrorClass::TooLarge, words);
            }
            Err(error) => return fault::without_reply(&error),
        };
        match String::from_utf8(bytes) {
            Ok(body) => Ended::Replied(Reply::Completion {
                body,
                noticed,
                price_in_micros_per_1k: self.config.price_in_micros_per_1k,
                price_out_micros_per_1k: self.config.price_out_micros_per_1k,
            }),
            Err(_) => paid(ErrorClass::Unreadable, "the reply is not UTF-8".to_owned()),
        }
    }

    async fn refused(&self, reply: Response) -> Ended {
        let status = reply.status().as_u16();
        self.heed(&reply);
        let said = match read(reply, MAX_ERROR_BYTES).await {
            Ok(Read::Whole(bytes) | Read::Cut(bytes)) => fault::message_in(&bytes),
            // The status came and decides; the reason got lost.
            Err(_) => "no readable reason".to_owned(),
        };
        let (failure, charge) = of_status(status, &without_key(said, self.key.as_ref()));
        if failure.class == ErrorClass::Config {
            self.close_for(CONFIG_PAUSE_MS);
        }
        Ended::Failed(failure, charge)
    }

    /// An endpoint that asks to be left alone is left alone with every content.
    fn heed(&self, reply: &Response) {
        if let Some(wait_ms) = asked_wait_ms(reply) {
            self.close_for(wait_ms);
            tracing::warn!(
                wait_ms,
                status = reply.status().as_u16(),
                "the provider asks to wait"
            );
        }
    }

    fn close_for(&self, wait_ms: i64) {
        let until_ms = now_ms().saturating_add(wait_ms);
        self.closed_until_ms.fetch_max(until_ms, Ordering::Relaxed);
    }
}

impl Provider for Endpoint {
    fn ask<'a>(&'a self, question: Question<'a>) -> Asked<'a> {
        Box::pin(self.call(question))
    }

    fn closed_until_ms(&self) -> i64 {
        self.closed_until_ms.load(Ordering::Relaxed)
    }
}

/// One a call, not a content: what answered a failed call must not answer the next one.
fn idempotency_key(question: &Question<'_>) -> String {
    let attempt = question.attempt;
    let key = request_key(&attempt.content_hash, &attempt.contract);
    match attempt.part {
        None => format!("{key}:{}", attempt.attempt),
        Some(part) => format!("{key}:{}:{part}", attempt.attempt),
    }
}
