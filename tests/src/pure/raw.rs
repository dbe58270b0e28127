//! Raw records as ingest writes them, for sources of any kind.

use readonce_model::record::{RawKind, RawRecord};

/// A run of a source in the making: what every record of it shares.
#[derive(Clone, Debug)]
pub struct RawRun<'a> {
    pub source: &'a str,
    pub run_id: String,
    pub at_ms: i64,
    pub site_tz: Option<&'a str>,
}

impl RawRun<'_> {
    /// A record without a body.
    pub fn mark(&self, kind: RawKind, seq: i32) -> RawRecord {
        RawRecord {
            kind,
            source: self.source.to_owned(),
            scope: self.source.to_owned(),
            run_id: self.run_id.clone(),
            seq,
            at_ms: self.at_ms + i64::from(seq),
            strategy: "listing".to_owned(),
            format: None,
            url: None,
            final_url: None,
            redirects: Vec::new(),
            http_status: None,
            content_type: None,
            body: None,
            body_encoding: None,
            body_bytes: None,
            body_sha256: None,
            site_tz: self.site_tz.map(str::to_owned),
            pages: None,
            complete: None,
            reason: None,
            delist_after_runs: None,
            contracts: vec!["job@1".parse().expect("a contract")],
            due_at_ms: None,
            parser: None,
        }
    }

    /// The end of a run after so many pages.
    pub fn end(&self, pages: i32, complete: bool) -> RawRecord {
        RawRecord {
            complete: Some(complete),
            pages: Some(pages),
            reason: (!complete).then(|| "the list was not seen to its end".to_owned()),
            delist_after_runs: Some(2),
            ..self.mark(RawKind::RunFinished, pages + 1)
        }
    }
}
