//! Names of the headers on dead letters: where the record came from and why it is there.

use crate::reason::Reason;

pub const DLQ_SERVICE: &str = "readonce-dlq-service";
pub const DLQ_TOPIC: &str = "readonce-dlq-topic";
pub const DLQ_PARTITION: &str = "readonce-dlq-partition";
pub const DLQ_OFFSET: &str = "readonce-dlq-offset";
pub const DLQ_TIMESTAMP: &str = "readonce-dlq-timestamp-ms";
pub const DLQ_REASON: &str = "readonce-dlq-reason";
pub const DLQ_DETAIL: &str = "readonce-dlq-detail";
/// Position inside the record when only a part of it was set aside, for example `jobs[3]`.
pub const DLQ_PART: &str = "readonce-dlq-part";

/// Where a dead letter came from and why; travels as headers beside the original bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    pub service: String,
    pub topic: String,
    pub partition: i32,
    pub offset: i64,
    pub timestamp_ms: Option<i64>,
    pub reason: String,
    pub detail: String,
    pub part: Option<String>,
}

impl Provenance {
    pub fn because(mut self, reason: &Reason) -> Self {
        self.reason = reason.code.to_string();
        self.detail = reason.detail.clone();
        self
    }

    pub fn to_headers(&self) -> Vec<(String, Vec<u8>)> {
        let mut headers = vec![
            (DLQ_SERVICE, self.service.clone()),
            (DLQ_TOPIC, self.topic.clone()),
            (DLQ_PARTITION, self.partition.to_string()),
            (DLQ_OFFSET, self.offset.to_string()),
            (DLQ_REASON, self.reason.clone()),
            (DLQ_DETAIL, self.detail.clone()),
        ];
        headers.extend(self.timestamp_ms.map(|at| (DLQ_TIMESTAMP, at.to_string())));
        headers.extend(self.part.clone().map(|part| (DLQ_PART, part)));
        headers
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.into_bytes()))
            .collect()
    }

    /// `None` when a header that cannot be absent is absent or unreadable.
    pub fn from_headers<'a>(headers: impl Iterator<Item = (&'a str, &'a [u8])>) -> Option<Self> {
        let mut found = std::collections::HashMap::new();
        for (name, value) in headers {
            found.insert(name, String::from_utf8(value.to_vec()).ok()?);
        }
        let take = |name: &str| found.get(name).cloned();
        Some(Self {
            service: take(DLQ_SERVICE)?,
            topic: take(DLQ_TOPIC)?,
            partition: take(DLQ_PARTITION)?.parse().ok()?,
            offset: take(DLQ_OFFSET)?.parse().ok()?,
            timestamp_ms: take(DLQ_TIMESTAMP).and_then(|at| at.parse().ok()),
            reason: take(DLQ_REASON)?,
            detail: take(DLQ_DETAIL)?,
            part: take(DLQ_PART),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provenance_survives_the_round_trip() {
        let before = Provenance {
            service: "sink".into(),
            topic: "readonce.runs".into(),
            partition: 3,
            offset: 42,
            timestamp_ms: Some(7),
            reason: "bad_avro".into(),
            detail: "2 bytes left over".into(),
            part: Some("jobs[3]".into()),
        };
        let headers = before.to_headers();
        let pairs = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_slice()));
        assert_eq!(Provenance::from_headers(pairs), Some(before));
    }
}
