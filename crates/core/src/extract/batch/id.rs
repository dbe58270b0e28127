//! What a line is called. The name is the only thing by which an answer is found again, in whatever
//! order the output comes, so it says which attempt of which key was asked.
//!
//! DO NOT CHANGE the form: names lie with the provider while a batch is open.

use std::fmt;
use std::str::FromStr;

use readonce_model::record::ExtractAttempt;
use readonce_model::{ContentHash, ContractId, request_key};
use sha2::{Digest, Sha256};

use crate::extract::lift::Lifted;

/// Digits of the digest of what was lifted.
const LIFTED_DIGITS: usize = 12;

/// `<content_hash>:<contract>:<attempt>`, and `:<digest>` where an earlier profile gave a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineId {
    pub content_hash: ContentHash,
    pub contract: ContractId,
    pub attempt: i32,
    /// Of what the line does not ask, because it is known: see `lifted_digest`.
    pub lifted: Option<String>,
}

impl LineId {
    pub fn of(attempt: &ExtractAttempt, lifted: Option<&Lifted>) -> Self {
        Self {
            content_hash: attempt.content_hash,
            contract: attempt.contract.clone(),
            attempt: attempt.attempt,
            lifted: lifted.map(lifted_digest),
        }
    }

    /// The key of the request.
    pub fn key(&self) -> String {
        request_key(&self.content_hash, &self.contract)
    }

    /// Whether the line asked for what is left beside this.
    pub fn fits(&self, lifted: Option<&Lifted>) -> bool {
        self.lifted == lifted.map(lifted_digest)
    }
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}",
            self.content_hash, self.contract, self.attempt
        )?;
        match &self.lifted {
            Some(digest) => write!(f, ":{digest}"),
            None => Ok(()),
        }
    }
}

/// The name is not one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the name of a line")]
pub struct NoLineId;

impl FromStr for LineId {
    type Err = NoLineId;

    fn from_str(text: &str) -> Result<Self, NoLineId> {
        let mut pieces = text.split(':');
        let mut piece = || pieces.next().ok_or(NoLineId);
        let content_hash = piece()?.parse().map_err(|_| NoLineId)?;
        let contract = piece()?.parse().map_err(|_| NoLineId)?;
        let attempt: i32 = piece()?.parse().map_err(|_| NoLineId)?;
        let lifted = pieces.next().map(str::to_owned);
        let is_whole = pieces.next().is_none() && attempt > 0;
        is_whole
            .then_some(Self {
                content_hash,
                contract,
                attempt,
                lifted,
            })
            .ok_or(NoLineId)
    }
}

/// What was known when the line was made: an answer to a part belongs to that part only.
fn lifted_digest(lifted: &Lifted) -> String {
    let mut hasher = Sha256::new();
    let known = lifted
        .known
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    let mut known: Vec<_> = known.collect();
    // The order of an object depends on features of its crate that any other crate can switch on.
    known.sort_unstable();
    for field in lifted.ask.iter().chain(&known) {
        hasher.update((field.len() as u64).to_be_bytes());
        hasher.update(field.as_bytes());
    }
    let whole = hex::encode(hasher.finalize());
    whole.chars().take(LIFTED_DIGITS).collect()
}

/// SHA-256 (hex) of the names of a batch, whatever their order: who finds a batch with this mark
/// need not make another one.
pub fn digest<'i>(ids: impl Iterator<Item = &'i LineId>) -> String {
    let mut names: Vec<String> = ids.map(ToString::to_string).collect();
    names.sort_unstable();
    let mut hasher = Sha256::new();
    for name in names {
        hasher.update(name.as_bytes());
        hasher.update([0]);
    }
    hex::encode(hasher.finalize())
}
