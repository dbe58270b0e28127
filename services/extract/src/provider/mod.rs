//! Who is asked. A provider makes one call and says what came of it; it never repeats a call, and
//! never decides whether one may be made.

mod batches;
mod cascade;
mod client;
mod endpoint;
mod fault;
mod reply;
mod rules;

use std::pin::Pin;
use std::sync::Arc;

use readonce_core::extract::answer::Failure;
use readonce_core::extract::charge::Charge;
use readonce_core::extract::config::{self, ExtractionConfig};
use readonce_core::extract::contract::Contract;
use readonce_core::extract::parts::Part;
use readonce_model::record::{ExtractAttempt, ExtractRequest};
use readonce_plumbing::Halt;
use readonce_plumbing::config::Secret;

pub use batches::{Batches, Fault};
pub use reply::Reply;

/// One call: what is asked, under which contract, as which announced attempt.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub request: &'a ExtractRequest,
    pub contract: &'a Contract,
    pub attempt: &'a ExtractAttempt,
    /// Of a long text: the part that is asked.
    pub part: Option<&'a Part>,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// A whole answer, worth keeping whatever it holds.
    Replied(Reply),
    /// Nothing to keep, and what it may have cost.
    Failed(Failure, Charge),
}

pub type Asked<'a> = Pin<Box<dyn Future<Output = Ended> + Send + 'a>>;

pub trait Provider: Send + Sync {
    /// Makes one call. It ends within the config's timeout, one way or the other.
    fn ask<'a>(&'a self, question: Question<'a>) -> Asked<'a>;

    /// Until then the provider asked to be left alone, ms since 1970 UTC.
    fn closed_until_ms(&self) -> i64 {
        0
    }
}

/// The provider of a config. The key comes from the environment variable that the config names.
pub fn open(config: &Arc<ExtractionConfig>) -> Result<Arc<dyn Provider>, Halt> {
    Ok(match config.provider {
        config::Provider::Rules => Arc::new(rules::Rules::new()?),
        config::Provider::Openai | config::Provider::Anthropic => {
            Arc::new(endpoint::Endpoint::new(config.clone(), key_of(config)?)?)
        }
        config::Provider::Cascade => Arc::new(open_cascade(config)?),
    })
}

/// The provider's counter for batches, where the config has terms for it.
pub fn open_batches(config: &Arc<ExtractionConfig>) -> Result<Option<Arc<Batches>>, Halt> {
    if config.batch.is_none() {
        return Ok(None);
    }
    let batches = Batches::new(config.clone(), key_of(config)?)?;
    Ok(Some(Arc::new(batches)))
}

fn open_cascade(config: &ExtractionConfig) -> Result<cascade::Cascade, Halt> {
    let parts = config.cascade.clone().zip(config.of_cascades_model());
    let Some((policy, model)) = parts else {
        let words = "cascade: provider cascade needs it";
        return Err(Halt::Config(format!("'{}': {words}", config.name)));
    };
    let key = key_of(&model)?;
    Ok(cascade::Cascade {
        rules: rules::Rules::new()?,
        model: endpoint::Endpoint::new(Arc::new(model), key)?,
        policy,
    })
}

fn key_of(config: &ExtractionConfig) -> Result<Option<Secret>, Halt> {
    let Some(name) = &config.api_key_env else {
        return Ok(None);
    };
    match std::env::var(name) {
        Ok(key) if !key.trim().is_empty() => Ok(Some(Secret::new(key.trim()))),
        _ => Err(Halt::Config(format!(
            "extraction config '{}' takes its key from the environment variable {name}, \
             which is not set",
            config.name
        ))),
    }
}

#[cfg(test)]
mod tests;
