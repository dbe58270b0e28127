//! A reply as it is kept: byte for byte, with what says where it came from. Nothing is read of it.

use readonce_model::record::{ExtractAttempt, RawAnswer};
use sha2::{Digest, Sha256};

/// The record of a reply to an attempt.
pub fn kept(attempt: &ExtractAttempt, body: &str, received_at_ms: i64) -> RawAnswer {
    RawAnswer {
        content_hash: attempt.content_hash,
        contract: attempt.contract.clone(),
        attempt: attempt.attempt,
        part: attempt.part,
        parts: attempt.parts,
        config_version: attempt.config_version.clone(),
        provider: attempt.provider.clone(),
        model: attempt.model.clone(),
        received_at_ms,
        body_sha256: hex::encode(Sha256::digest(body.as_bytes())),
        body: body.to_owned(),
    }
}

/// Whether a body is the one that was received.
pub fn is_intact(answer: &RawAnswer) -> bool {
    answer.body_sha256 == hex::encode(Sha256::digest(answer.body.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_answer_is_the_bytes_that_came_and_tells_when_they_are_not() {
        let text = include_str!("../../../../schemas/extract.attempts/examples/paid.json");
        let attempt: ExtractAttempt = serde_json::from_str(text).unwrap();
        let mut answer = kept(&attempt, "not JSON, {", 7);
        assert_eq!(
            (answer.body.as_str(), answer.attempt),
            ("not JSON, {", attempt.attempt)
        );
        assert!(is_intact(&answer));
        answer.body.push('}');
        assert!(!is_intact(&answer));
    }
}
