//! What a run takes from a page: its body, sealed for the topic, and the ids that paging needs.
//!
//! What the items mean is none of its business: canonicalize reads the page again, with the same
//! parser, from the evidence.

use readonce_core::fetch::source::SourceSpec;
use readonce_core::parse::{self, Format};
use readonce_model::Reason;
use readonce_model::reason::Code;
use sha2::{Digest, Sha256};

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
pub(super) async fn open(spec: &SourceSpec, page: Received) -> (Result<Brought, Reason>, Sealed) {
    let (format, site_tz) = (spec.format.clone(), spec.site_tz.clone());
    let work = move || {
        let brought = read(&page, format.as_deref(), site_tz.as_deref());
        (brought, seal(page.body))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(opened) => opened,
        // It can only have panicked: let that be seen where panics are looked for.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

fn read(page: &Received, format: Option<&str>, site_tz: Option<&str>) -> Result<Brought, Reason> {
    let parsed = parse::parse(&parse::Response {
        body: &page.body,
        content_type: page.content_type.as_deref(),
        url: Some(&page.url),
        site_tz,
        lang: None,
        at_ms: page.at_ms,
        format: format.map(known).transpose()?,
        ..parse::Response::default()
    })?;
    Ok(Brought {
        ids: parsed.items.into_iter().map(|item| item.id).collect(),
        rejected: parsed.rejected.len(),
    })
}

fn known(format: &str) -> Result<Format, Reason> {
    let found = format.parse::<Format>();
    found.map_err(|error| Reason::new(Code::Inconsistent, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn ids_are_read_for_paging() {
        let page = Received {
            body: br#"[{"id": "a1", "text": "Nurse"}, {"text": "no id"}]"#.to_vec(),
            ..Received::default()
        };
        let brought = read(&page, Some("lever"), None).unwrap();
        assert_eq!((brought.ids, brought.rejected), (vec!["a1".to_owned()], 1));
    }

    #[test]
    fn what_is_no_list_says_so() {
        let page = Received {
            body: b"<html>please prove that you are human</html>".to_vec(),
            ..Received::default()
        };
        assert!(read(&page, Some("greenhouse"), None).is_err());
    }
}
