//! How often and how soon a key may be tried again.

use readonce_model::ContentHash;

use crate::extract::config::ExtractionConfig;

/// Limits of one extraction config, as the ledger needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Calls in one generation of a key, whatever became of them.
    pub max_attempts: i32,
    /// Calls in one generation after which an answer that breaks its form is final: such an answer
    /// is paid for, and the same question mostly brings the same answer.
    pub max_attempts_if_invalid: i32,
    /// Completion tokens of a first call.
    pub max_output_tokens: i32,
    pub backoff: Backoff,
}

impl Policy {
    pub fn of(config: &ExtractionConfig) -> Self {
        Self {
            max_attempts: i32::try_from(config.max_attempts).unwrap_or(i32::MAX),
            max_attempts_if_invalid: 2,
            max_output_tokens: i32::try_from(config.max_output_tokens).unwrap_or(i32::MAX),
            backoff: Backoff::default(),
        }
    }

    /// The limit of the one further call after an answer that stopped at its limit.
    pub const fn raised_output_tokens(&self) -> i32 {
        self.max_output_tokens.saturating_mul(2)
    }
}

/// Exponential, capped, and spread by the content itself: the same key waits equally long in
/// every run, and keys that failed together do not come back together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    pub first_ms: i64,
    pub cap_ms: i64,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first_ms: 5_000,
            cap_ms: 900_000,
        }
    }
}

impl Backoff {
    /// Wait after the `failures`-th call: between half and all of `first_ms` × 3^(failures − 1).
    pub fn delay_ms(&self, hash: &ContentHash, failures: i32) -> i64 {
        let power = u32::try_from(failures.saturating_sub(1)).unwrap_or(0);
        let whole = self
            .first_ms
            .saturating_mul(3_i64.saturating_pow(power))
            .clamp(0, self.cap_ms.max(0));
        let half = whole / 2;
        half + ((whole - half) as f64 * fraction(hash, failures)) as i64
    }
}

/// A number in [0, 1) that depends on the content and the count, and on nothing else.
fn fraction(hash: &ContentHash, failures: i32) -> f64 {
    // The hash is SHA-256: its first bytes are as good as all of them.
    let first = hash.as_bytes().iter().take(8);
    let seed = first
        .fold(0, |acc: u64, byte| (acc << 8) | u64::from(*byte))
        .wrapping_add(failures as u64);
    // SplitMix64: neighbouring seeds give unrelated numbers.
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}
