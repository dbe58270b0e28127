//! A text that is too long for one call, asked in parts: how it is split, and how the answers to its
//! parts become one record.
//!
//! Most contents fit and are asked whole; nothing here touches them. The number of parts is
//! bounded; what is beyond is cut and flagged. The protocol of the calls is the ledger's.

use readonce_model::record::{ExtractAttempt, ExtractRequest, PartCall};
use sha2::{Digest, Sha256};

use super::charge::Charge;
use super::config::ExtractionConfig;

mod merge;
mod split;

pub use merge::{Piece, merge};

/// One part of a content, with the title that all parts share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    pub number: i32,
    /// How many there are.
    pub of: i32,
    pub title: String,
    pub text: String,
    /// Text was left out behind the last part.
    pub cut: bool,
}

impl Part {
    /// SHA-256 (hex) of what is asked: an answer belongs to this part only while it stays the same.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        for field in [&self.title, &self.text] {
            hasher.update((field.len() as u64).to_be_bytes());
            hasher.update(field.as_bytes());
        }
        hex::encode(hasher.finalize())
    }
}

/// The parts in which a content is asked; none when it is asked whole.
pub fn plan(config: &ExtractionConfig, request: &ExtractRequest) -> Vec<Part> {
    let most = config.max_parts as usize;
    let room = config.max_input_chars as usize;
    let fits = fits(&request.title, &request.text, room);
    if most < 2 || fits || !config.provider.asks_a_model() {
        return Vec::new();
    }
    // A title that is a text of its own must leave room for the parts.
    let title: String = request.title.chars().take(room / 2).collect();
    let left = room.saturating_sub(title.chars().count()).max(1);
    let split = split::split(&request.text, left, most);
    let cut = split.is_cut || title.len() < request.title.len();
    let of = i32::try_from(split.texts.len()).unwrap_or(i32::MAX);
    let parts = (1..).zip(split.texts);
    parts
        .map(|(number, text)| Part {
            number,
            of,
            title: title.clone(),
            text: text.to_owned(),
            cut,
        })
        .collect()
}

/// Whether title and text have no more than that many characters together.
fn fits(title: &str, text: &str, room: usize) -> bool {
    let chars = title.chars().chain(text.chars());
    chars.take(room.saturating_add(1)).count() <= room
}

/// The call behind a part's answer, for the record.
pub fn part_call(attempt: &ExtractAttempt, charge: Charge) -> PartCall {
    PartCall {
        part: attempt.part.unwrap_or(1),
        attempt: attempt.attempt,
        config_version: attempt.config_version.clone(),
        tokens_in: charge.tokens_in,
        tokens_out: charge.tokens_out,
        cost_micros: charge.cost_micros,
    }
}

#[cfg(test)]
mod tests;
