//! What a call will take at most: what a budget holds for it until it has ended.
//!
//! High on purpose. A call that takes less gives the rest back; one that takes more has passed a
//! limit already when it is known.

use std::sync::Arc;

use readonce_model::record::ExtractRequest;

use super::amount::Amount;
use crate::extract::batch::permille_of;
use crate::extract::config::ExtractionConfig;
use crate::extract::cost::{at_permille, cost_micros};

/// Tokens around the posting and the config's own words: the field list, the schema, the frame.
const AROUND_TOKENS: u64 = 1500;
/// Characters of one token in ASCII; English text has about four.
const ASCII_CHARS: u64 = 3;

/// What a call will take, and under whose limits it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    pub source: Arc<str>,
    pub contract: Arc<str>,
    pub amount: Amount,
}

impl Estimate {
    pub fn of(request: &ExtractRequest, config: &ExtractionConfig, max_output_tokens: i32) -> Self {
        Self {
            source: Arc::from(request.source()),
            contract: Arc::from(request.contract.to_string()),
            amount: expect(request, config, max_output_tokens),
        }
    }
}

/// The amount alone. The rules take nothing.
pub fn expect(
    request: &ExtractRequest,
    config: &ExtractionConfig,
    max_output_tokens: i32,
) -> Amount {
    if !config.provider.asks_a_model() {
        return Amount::NOTHING;
    }
    let words = tokens_of(config.prompt_text(), usize::MAX);
    let longest = config.max_input_chars as usize;
    let posting =
        tokens_of(&request.title, longest).saturating_add(tokens_of(&request.text, longest));
    let tokens_in = AROUND_TOKENS.saturating_add(words).saturating_add(posting);
    let tokens_out = u64::try_from(max_output_tokens).unwrap_or(0);
    let micros = cost_micros(
        Some(whole(tokens_in)),
        Some(whole(tokens_out)),
        config.prices(),
    );
    let micros = at_permille(micros, permille_of(config, request));
    Amount {
        calls: 1,
        tokens: tokens_in.saturating_add(tokens_out),
        micros: u64::try_from(micros).unwrap_or(0),
    }
}

impl Amount {
    /// As an attempt carries it.
    pub fn estimated_tokens(self) -> i64 {
        whole(self.tokens)
    }

    pub fn estimated_cost_micros(self) -> i64 {
        whole(self.micros)
    }
}

/// Scripts outside ASCII mostly take a token a character, some two bytes of one.
fn tokens_of(text: &str, longest: usize) -> u64 {
    let (mut ascii, mut others) = (0_u64, 0_u64);
    for c in text.chars().take(longest) {
        match c.is_ascii() {
            true => ascii = ascii.saturating_add(1),
            false => others = others.saturating_add(1),
        }
    }
    ascii.div_ceil(ASCII_CHARS).saturating_add(others)
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
