//! The block `batch` of an extraction config, and which requests go that way.
//!
//! It changes how a question travels and what it costs, never the question: so it is no part of the
//! config's version. Which way a call went stands in its attempt.

use readonce_model::record::{ExtractRequest, Worth};
use serde::{Deserialize, Serialize};

use crate::extract::config::{ExtractionConfig, Provider};
use crate::extract::parts;

const HOUR_MS: i64 = 3_600_000;
/// A week: longer than any provider keeps a batch open.
const MOST_HOURS: u32 = 168;
/// Most lines that a provider takes in one file.
const MOST_REQUESTS: u32 = 50_000;
const MOST_SECONDS: u32 = 3_600;
/// A line may be submitted until so many timeouts of a call after it should have been: time for an
/// upload, for the creation, and for a creation that has to be tried again.
const TIMEOUTS_TO_SUBMIT: i64 = 4;
/// What a batch may take longer than its window, and time to read what it brought.
const GRACE_MS: i64 = HOUR_MS;
const WHOLE: u32 = 1000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    /// Within which the provider promises to answer, as it is sent. Example: 24h
    #[serde(default)]
    pub window: Window,
    /// What a line costs, as a part of what the call costs by itself.
    #[serde(default = "default_factor")]
    pub price_factor: f64,
    /// Most lines of one batch.
    #[serde(default = "default_requests")]
    pub max_requests: u32,
    /// How long a batch that is not full waits for more lines.
    #[serde(default = "default_fill_seconds")]
    pub fill_seconds: u32,
    /// How often an open batch is looked at.
    #[serde(default = "default_poll_seconds")]
    pub poll_seconds: u32,
}

/// Whole hours, written as `24h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Window {
    hours: u32,
}

impl Default for Window {
    fn default() -> Self {
        Self { hours: 24 }
    }
}

impl TryFrom<String> for Window {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let hours = text.strip_suffix('h').and_then(|hours| hours.parse().ok());
        hours
            .filter(|hours| (1..=MOST_HOURS).contains(hours))
            .map(|hours| Self { hours })
            .ok_or_else(|| format!("must be hours from 1h to {MOST_HOURS}h, as 24h"))
    }
}

impl From<Window> for String {
    fn from(window: Window) -> Self {
        format!("{}h", window.hours)
    }
}

impl Window {
    pub fn ms(self) -> i64 {
        i64::from(self.hours) * HOUR_MS
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            window: Window::default(),
            price_factor: default_factor(),
            max_requests: default_requests(),
            fill_seconds: default_fill_seconds(),
            poll_seconds: default_poll_seconds(),
        }
    }
}

impl Terms {
    /// Every fault as `key: what is wrong`.
    pub fn faults(&self, provider: Provider) -> Vec<String> {
        let checks = [
            (
                provider != Provider::Openai,
                "batch: only provider openai takes batches",
            ),
            (
                !(0.0..=1.0).contains(&self.price_factor),
                "batch.price-factor: must be between 0 and 1",
            ),
            (
                !(1..=MOST_REQUESTS).contains(&self.max_requests),
                "batch.max-requests: must be between 1 and 50000",
            ),
            (
                self.fill_seconds > MOST_SECONDS,
                "batch.fill-seconds: must not be above 3600",
            ),
            (
                !(1..=MOST_SECONDS).contains(&self.poll_seconds),
                "batch.poll-seconds: must be between 1 and 3600",
            ),
        ];
        let broken = checks.into_iter().filter(|(broken, _)| *broken);
        broken.map(|(_, words)| words.to_owned()).collect()
    }

    /// The price factor in thousandths: a cost is made of whole numbers.
    pub fn price_permille(&self) -> u32 {
        (self.price_factor * f64::from(WHOLE)).round() as u32
    }

    /// Until when a line that is announced now may be put into a batch.
    pub fn submit_until_ms(&self, config: &ExtractionConfig, now_ms: i64) -> i64 {
        let fill_ms = i64::from(self.fill_seconds) * 1000;
        let send_ms = i64::from(config.timeout_ms) * TIMEOUTS_TO_SUBMIT;
        now_ms.saturating_add(fill_ms).saturating_add(send_ms)
    }

    /// The lease of a line that may be submitted until then.
    pub fn lease_until_ms(&self, submit_until_ms: i64) -> i64 {
        submit_until_ms
            .saturating_add(self.window.ms())
            .saturating_add(GRACE_MS)
    }
}

/// Whether a request may wait for a batch: nobody waits for a back-fill, and everything else is
/// asked at once. A text that is asked in parts goes the direct way: its parts follow each other.
pub fn goes_by_batch(config: &ExtractionConfig, request: &ExtractRequest) -> bool {
    config.batch.is_some()
        && request.worth_or_likely() == Worth::Backfill
        && parts::plan(config, request).is_empty()
}

/// What a call for the request costs, in thousandths of what it costs by itself.
pub fn permille_of(config: &ExtractionConfig, request: &ExtractRequest) -> u32 {
    match &config.batch {
        Some(terms) if goes_by_batch(config, request) => terms.price_permille(),
        _ => WHOLE,
    }
}

// Serde asks for functions here.
fn default_factor() -> f64 {
    0.5
}

const fn default_requests() -> u32 {
    2_000
}

const fn default_fill_seconds() -> u32 {
    60
}

const fn default_poll_seconds() -> u32 {
    30
}
