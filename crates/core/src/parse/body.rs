//! Bytes of a JSON response as text, or why they are none.
//!
//! JSON is UTF-8; a header that says otherwise is recorded and not believed.

use readonce_model::Reason;
use readonce_model::reason::Code;

use super::Response;

const BOM: &[u8] = b"\xEF\xBB\xBF";

pub(super) struct Body<'a> {
    pub(super) text: &'a str,
    pub(super) charset: &'static str,
    pub(super) charset_conflict: bool,
}

pub(super) fn decode<'a>(response: &Response<'a>) -> Result<Body<'a>, Reason> {
    let bytes = response.body.strip_prefix(BOM).unwrap_or(response.body);
    let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error.valid_up_to()))?;
    if text.trim().is_empty() {
        let empty = format!("the body is empty ({} bytes)", response.body.len());
        return Err(unreadable(empty));
    }
    if text.trim_start().starts_with('<') {
        return Err(markup(text));
    }
    Ok(Body {
        text,
        charset: "utf-8",
        charset_conflict: declared(response.content_type)
            .is_some_and(|label| !agrees(label, text.is_ascii())),
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

fn not_utf8(bytes: &[u8], valid_up_to: usize) -> Reason {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return unreadable("the body is UTF-16; JSON is read as UTF-8 only".to_owned());
    }
    let before = bytes.get(..valid_up_to).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let line = line.saturating_add(1);
    unreadable(format!("not UTF-8 at byte {valid_up_to} (line {line})"))
}

/// A page where data was expected: a login, a captcha, an error. Its title says which.
fn markup(text: &str) -> Reason {
    let title = text
        .split_once("<title")
        .and_then(|(_, rest)| rest.split_once('>'))
        .and_then(|(_, rest)| rest.split_once("</title"))
        .map(|(title, _)| crate::canonical::fold(&htmlize::unescape(title)))
        .filter(|title| !title.is_empty());
    let named = title.map_or(String::new(), |title| {
        format!(" titled '{}'", title.chars().take(80).collect::<String>())
    });
    unreadable(format!("HTML or XML{named} where JSON was expected"))
}

pub(super) fn unreadable(detail: String) -> Reason {
    Reason::new(Code::UnreadableResponse, detail)
}
