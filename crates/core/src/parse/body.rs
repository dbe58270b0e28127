//! Bytes of a JSON response as text, or why they are none.
//!
//! JSON is UTF-8; a header that says otherwise is recorded and not believed. What is not UTF-8 is
//! read only in a charset that the response names or shows; a guess would invent text.

use std::borrow::Cow;

use readonce_model::Reason;
use readonce_model::reason::Code;

use super::Response;
use crate::decode::{self, Decoded, How};

const BOM: &[u8] = b"\xEF\xBB\xBF";

pub(super) struct Body<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) charset: &'static str,
    pub(super) charset_conflict: bool,
}

pub(super) fn decode<'a>(response: &Response<'a>) -> Result<Body<'a>, Reason> {
    let body = match decode::utf8(response.body) {
        Some(text) => as_utf8(text, response.content_type),
        None => named(response)?,
    };
    if body.text.trim().is_empty() {
        let empty = format!("the body is empty ({} bytes)", response.body.len());
        return Err(unreadable(empty));
    }
    Ok(body)
}

fn as_utf8<'a>(text: &'a str, content_type: Option<&str>) -> Body<'a> {
    Body {
        text: Cow::Borrowed(text),
        charset: "utf-8",
        charset_conflict: declared(content_type)
            .is_some_and(|label| !agrees(label, text.is_ascii())),
    }
}

/// In another charset, which the response must name or show and every byte must fit.
fn named<'a>(response: &Response<'a>) -> Result<Body<'a>, Reason> {
    let Decoded {
        text,
        charset,
        conflict,
        how,
        replaced,
    } = decode::decode(response.body, response.content_type);
    let page = text.trim_start().starts_with('<');
    let wide = charset.starts_with("utf-16");
    let guessed = matches!(how, How::Detected | How::Fallback) && !wide;
    if !page && (charset == "utf-8" || guessed) {
        return Err(not_utf8(response.body));
    }
    if !page && replaced > 0 {
        let detail = format!("not {charset}: {replaced} places hold no character");
        return Err(unreadable(detail));
    }
    Ok(Body {
        text,
        charset,
        charset_conflict: conflict,
    })
}

fn declared(content_type: Option<&str>) -> Option<&str> {
    let mut parameters = content_type?.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })
}

/// ASCII bytes are the same in every charset that boards declare but the wide ones.
fn agrees(label: &str, ascii: bool) -> bool {
    let label = label.to_ascii_lowercase();
    let utf8 = matches!(label.as_str(), "utf-8" | "utf8" | "unicode-1-1-utf-8");
    let wide = ["utf-16", "utf-32", "ucs-", "iso-10646"];
    utf8 || (ascii && !wide.iter().any(|name| label.starts_with(name)))
}

fn not_utf8(body: &[u8]) -> Reason {
    let bytes = body.strip_prefix(BOM).unwrap_or(body);
    let error = std::str::from_utf8(bytes).err();
    if error.is_some_and(|error| error.error_len().is_none()) {
        let bytes = body.len();
        return unreadable(format!(
            "the body is cut off within a character after {bytes} bytes"
        ));
    }
    let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
    let before = bytes.get(..valid).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let line = line.saturating_add(1);
    unreadable(format!("not UTF-8 at byte {valid} (line {line})"))
}

pub(super) fn unreadable(detail: String) -> Reason {
    Reason::new(Code::UnreadableResponse, detail)
}
