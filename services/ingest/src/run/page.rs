//! What a run takes from a page: its body, sealed for the topic, and the ids that paging needs.
//!
//! What the items mean is none of its business: canonicalize reads the page again, with the same
//! parser, from the evidence.

use std::sync::Arc;

use readonce_core::fetch::source::SourceSpec;
use readonce_core::parse::rules::Parser;
use readonce_core::parse::{self, Format};
use readonce_model::reason::Code;
use readonce_model::{ErrorClass, Reason};
use sha2::{Digest, Sha256};

use crate::http::Fault;

/// Fast enough to run on every page, and most of what a higher level would save.
const ZSTD_LEVEL: i32 = 3;

/// A body as it travels, with the checksum and length of the original.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sealed {
    pub(super) bytes: Vec<u8>,
    /// identity or zstd.
    pub(super) encoding: &'static str,
    pub(super) original_bytes: usize,
    /// Lower-case hex.
    pub(super) sha256: String,
}

/// Compresses a body when that makes it smaller by a tenth or more.
pub(super) fn seal(body: Vec<u8>) -> Sealed {
    let sha256 = hex::encode(Sha256::digest(&body));
    let original_bytes = body.len();
    let small = zstd::bulk::compress(&body, ZSTD_LEVEL)
        .ok()
        .filter(|small| small.len() < original_bytes / 10 * 9);
    let (bytes, encoding) = match small {
        Some(small) => (small, "zstd"),
        None => (body, "identity"),
    };
    Sealed {
        bytes,
        encoding,
        original_bytes,
        sha256,
    }
}

/// What a page brought, as far as paging and the task want to know.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Brought {
    pub(super) ids: Vec<String>,
    pub(super) rejected: usize,
}

/// A body to be read, with what came beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Received {
    pub(super) body: Vec<u8>,
    pub(super) content_type: Option<String>,
    pub(super) url: String,
    pub(super) at_ms: i64,
}

/// Reads a page and seals its body: both need the whole body, so they are done in one go on a
/// thread that may be kept busy.
pub(super) async fn open(how: How, page: Received) -> (Result<Brought, Reason>, Sealed) {
    let work = move || {
        let brought = read(&page, &how);
        (brought, seal(page.body))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(opened) => opened,
        // It can only have panicked: let that be seen where panics are looked for.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// What the catalog says of how the pages of a source are read.
#[derive(Clone, Debug, Default)]
pub(super) struct How {
    format: Option<String>,
    site_tz: Option<String>,
    parser: Option<Arc<Parser>>,
}

impl How {
    pub(super) fn of(spec: &SourceSpec, parser: &Option<Arc<Parser>>) -> Self {
        Self {
            format: spec.format.clone(),
            site_tz: spec.site_tz.clone(),
            parser: parser.clone(),
        }
    }
}

fn read(page: &Received, how: &How) -> Result<Brought, Reason> {
    let parsed = parse::parse(&parse::Response {
        body: &page.body,
        content_type: page.content_type.as_deref(),
        url: Some(&page.url),
        site_tz: how.site_tz.as_deref(),
        lang: None,
        at_ms: page.at_ms,
        format: how.format.as_deref().map(known).transpose()?,
        parser: how.parser.as_deref(),
    })?;
    Ok(Brought {
        ids: parsed.items.into_iter().map(|item| item.id).collect(),
        rejected: parsed.rejected.len(),
    })
}

/// Why a page that is evidence brought nothing to the run. A wall is no fault of the configuration
/// and not the end of the source: it is tried again when it is due.
pub(super) fn unusable(reason: &Reason) -> Fault {
    let words = match reason.code {
        Code::Blocked => format!("blocked: {}", reason.detail),
        _ => reason.detail.clone(),
    };
    Fault::new(ErrorClass::Unreadable, words)
}

fn known(format: &str) -> Result<Format, Reason> {
    let found = format.parse::<Format>();
    found.map_err(|error| Reason::new(Code::Inconsistent, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use readonce_core::parse::rules::parse_parser;

    const PARSER: &str = "{format: json, kind: product, items: '$.kettles[*]', fields: {id: {path: $.nr}, title: {path: $.label}}}";

    #[test]
    fn a_body_that_shrinks_travels_compressed_and_comes_back_whole() {
        let body = b"{\"jobs\": []} ".repeat(500);
        let sealed = seal(body.clone());
        assert_eq!(sealed.encoding, "zstd");
        assert!(sealed.bytes.len() < body.len() / 2);
        assert_eq!(sealed.original_bytes, body.len());
        assert_eq!(sealed.sha256, hex::encode(Sha256::digest(&body)));
        assert_eq!(zstd::decode_all(&sealed.bytes[..]).unwrap(), body);
    }

    #[test]
    fn a_body_that_does_not_shrink_travels_as_it_came() {
        for body in [b"".to_vec(), b"{}".to_vec(), noise(5_000)] {
            let sealed = seal(body.clone());
            assert_eq!((sealed.encoding, sealed.bytes), ("identity", body));
        }
    }

    fn noise(bytes: usize) -> Vec<u8> {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..bytes).map(|_| next()).collect()
    }

    fn by_format(format: &str) -> How {
        How {
            format: Some(format.to_owned()),
            ..How::default()
        }
    }

    #[test]
    fn a_parser_document_reads_what_no_format_knows() {
        let parser = Arc::new(parse_parser("shop@3", PARSER).unwrap());
        let page = Received {
            body: br#"{"kettles": [{"nr": "EK-204", "label": "Kettle"}]}"#.to_vec(),
            ..Received::default()
        };
        let how = How {
            parser: Some(parser),
            ..How::default()
        };
        assert_eq!(read(&page, &how).unwrap().ids, ["EK-204"]);
    }

    #[test]
    fn ids_are_read_for_paging() {
        let page = Received {
            body: br#"[{"id": "a1", "text": "Nurse"}, {"text": "no id"}]"#.to_vec(),
            ..Received::default()
        };
        let brought = read(&page, &by_format("lever")).unwrap();
        assert_eq!((brought.ids, brought.rejected), (vec!["a1".to_owned()], 1));
    }

    #[test]
    fn a_wall_leaves_its_source_scheduled_and_says_what_it_is() {
        let fault = unusable(&Reason::new(Code::Blocked, "a captcha"));
        assert_eq!(fault.words, "blocked: a captcha");
        assert!(
            !fault.class.is_transient(),
            "a wall is not run into again at once"
        );
        let fault = unusable(&Reason::new(Code::UnreadableResponse, "no json"));
        assert_eq!(fault.words, "no json");
    }

    #[test]
    fn what_is_no_list_says_so() {
        let page = Received {
            body: b"<html>please prove that you are human</html>".to_vec(),
            ..Received::default()
        };
        assert!(read(&page, &by_format("greenhouse")).is_err());
    }
}
