//! The parts of stored records that a memory is filled from. Reading only them is several times
//! faster than reading the records, and a start reads all that were ever written.

use readonce_core::extract::ledger::{Cost, Known};
use readonce_model::record::{CallState, Evidence, ExtractAttempt, Named, Profile};
use serde::Deserialize;

use super::skip::Skipped;

/// The books of a profile: all that the ledger asks of it.
#[derive(Debug, Deserialize)]
#[serde(rename = "Profile")]
pub struct Books {
    attempt: i32,
    extracted_at_ms: i64,
    tokens_in: Option<i64>,
    tokens_out: Option<i64>,
    #[serde(default)]
    cost_micros: i64,
    #[serde(default)]
    evidence: Option<Evidence>,
    #[serde(default, rename = "answer")]
    _answer: Skipped,
}

impl Named for Books {
    const NAME: &'static str = Profile::NAME;
}

impl From<Books> for Known {
    fn from(books: Books) -> Self {
        Known::of_cost(Cost {
            attempt: books.attempt,
            extracted_at_ms: books.extracted_at_ms,
            tokens_in: books.tokens_in,
            tokens_out: books.tokens_out,
            cost_micros: books.cost_micros,
            evidence: books.evidence.as_ref(),
        })
    }
}

/// As much of an attempt as tells whether the rest of it matters.
#[derive(Debug, Deserialize)]
#[serde(rename = "ExtractAttempt")]
pub struct Outline {
    pub attempt: i32,
    pub state: CallState,
}

impl Named for Outline {
    const NAME: &'static str = ExtractAttempt::NAME;
}

#[cfg(test)]
mod tests {
    use apache_avro::Schema;
    use apache_avro::reader::datum::GenericDatumReader;
    use apache_avro::writer::datum::GenericDatumWriter;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;

    /// Written as the whole record of a topic, and read as a part of it.
    fn part<T: DeserializeOwned>(topic: &str, record: &impl Serialize) -> T {
        let text = readonce_schemas::topic_schema(topic).unwrap();
        let schema = Schema::parse_str(&text).unwrap();
        let writer = GenericDatumWriter::builder(&schema).build().unwrap();
        let bytes = writer.write_ser_to_vec(record).unwrap();
        let reader = GenericDatumReader::builder(&schema).build().unwrap();
        let mut rest = bytes.as_slice();
        let part = reader.read_deser(&mut rest).unwrap();
        assert!(rest.is_empty(), "{} bytes are left over", rest.len());
        part
    }

    #[test]
    fn the_books_of_a_profile_are_those_of_the_whole_record() {
        for text in [
            include_str!("../../../../schemas/profiles/examples/job_full.json"),
            include_str!("../../../../schemas/profiles/examples/job_evidence.json"),
        ] {
            let profile: Profile = serde_json::from_str(text).unwrap();
            let books: Books = part("profiles.job.v1", &profile);
            assert_eq!(Known::from(books), Known::of(&profile));
        }
    }

    #[test]
    fn the_outline_of_an_attempt_is_that_of_the_whole_record() {
        let text = include_str!("../../../../schemas/extract.attempts/examples/paid.json");
        let attempt: ExtractAttempt = serde_json::from_str(text).unwrap();
        let outline: Outline = part("extract.attempts", &attempt);
        assert_eq!(
            (outline.attempt, outline.state),
            (attempt.attempt, attempt.state)
        );
    }
}
