//! The fingerprint of an event: where it stands, when it was published, what it says.
//!
//! Link and time of publication name the event, whatever id a source gives it; the content names the
//! version of it. So two sources that carry one report agree on it.
//!
//! DO NOT CHANGE: stored rows hold it. The vector in the tests is frozen.

use readonce_model::record::Observation;
use sha2::{Digest, Sha256};

/// SHA-256 (hex) over link, time of publication and content hash, each behind its length in bytes (64 bit,
/// big endian). `None` without a link or a time: an event cannot be told from another then.
pub fn event_fingerprint(seen: &Observation) -> Option<String> {
    let (url, published_at) = (seen.url.as_deref()?, seen.facts.published_at.as_deref()?);
    let mut digest = Sha256::new();
    for part in [url, published_at, &seen.content_hash.to_string()] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    Some(hex::encode(digest.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_model::ContentHash;

    fn article() -> Observation {
        let text = include_str!("../../../../schemas/observations/examples/article_revised.json");
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn it_is_what_it_always_was() {
        // Frozen: tables hold it.
        let frozen = "b7a47ad4fe7a51bd9137846535b2fe9970acc74fb9a228bed310db8f52781f20";
        assert_eq!(event_fingerprint(&article()).as_deref(), Some(frozen));
    }

    #[test]
    fn link_time_and_content_make_it_and_nothing_else() {
        let plain = event_fingerprint(&article());
        let with = |edit: fn(&mut Observation)| {
            let mut row = article();
            edit(&mut row);
            event_fingerprint(&row)
        };
        let edits: [fn(&mut Observation); 3] = [
            |row| row.url = Some("https://other.example.com/".into()),
            |row| row.facts.published_at = Some("2026-09-10T00:20:01Z".into()),
            |row| row.content_hash = ContentHash::from_bytes([1; 32]),
        ];
        for edit in edits {
            assert_ne!(with(edit), plain);
        }
        assert_eq!(with(|row| row.title = "another".into()), plain);
        assert_eq!(with(|row| row.source = "other".into()), plain);
        assert_eq!(with(|row| row.url = None), None);
        assert_eq!(with(|row| row.facts.published_at = None), None);
    }
}
