//! Why a record was set aside: a stable code for machines and a sentence for people.

use std::fmt;

/// Stable codes of dead letters and skips. They are metric labels and DLQ headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// The record has no key, or an empty one.
    NullKey,
    /// The value does not start with the wire format's magic byte.
    BadMagic,
    /// The value uses the 16-byte GUID form of the wire format, which is not read here.
    GuidFraming,
    /// The registry does not know the schema id.
    UnknownSchema,
    /// The schema of the record is known but is not one this topic may carry.
    WrongSchema,
    /// The Avro bytes do not fit the schema: truncated, or with bytes left over.
    BadAvro,
    /// The record decodes, but its fields contradict each other or its key.
    Inconsistent,
    /// The response cannot be read in its format.
    UnreadableResponse,
    /// The response is a wall in front of the content: captcha, login, an error page with status 200.
    Blocked,
    /// A record of a response has no id.
    MissingId,
    /// A record of a response lacks what a posting cannot do without.
    MissingField,
    /// The record is larger than what can be sent.
    TooLarge,
    /// The store refused the row itself.
    RefusedRow,
    /// The model's answer could not be used and no attempt is left.
    ExtractionFailed,
    /// The source named in a record is not in the catalog.
    UnknownSource,
    /// The contract named in a record is not known here.
    UnknownContract,
}

impl Code {
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::NullKey => "null_key",
            Code::BadMagic => "bad_magic",
            Code::GuidFraming => "guid_framing",
            Code::UnknownSchema => "unknown_schema",
            Code::WrongSchema => "wrong_schema",
            Code::BadAvro => "bad_avro",
            Code::Inconsistent => "inconsistent",
            Code::UnreadableResponse => "unreadable_response",
            Code::Blocked => "blocked",
            Code::MissingId => "missing_id",
            Code::MissingField => "missing_field",
            Code::TooLarge => "too_large",
            Code::RefusedRow => "refused_row",
            Code::ExtractionFailed => "extraction_failed",
            Code::UnknownSource => "unknown_source",
            Code::UnknownContract => "unknown_contract",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A code with the detail that lets a person find the fault: item, field, offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {detail}")]
pub struct Reason {
    pub code: Code,
    pub detail: String,
}

impl Reason {
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
        }
    }
}
