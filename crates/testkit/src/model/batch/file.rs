//! The form that a file is handed in with.

use axum::body::Bytes;
use axum::http::HeaderMap;

/// The bytes of the field `file`, where the purpose is a batch.
pub(super) fn read_form(headers: &HeaderMap, body: &Bytes) -> Result<Bytes, &'static str> {
    let kind = headers
        .get("content-type")
        .and_then(|kind| kind.to_str().ok());
    let boundary = kind
        .filter(|kind| kind.starts_with("multipart/form-data"))
        .and_then(|kind| kind.split_once("boundary="))
        .map(|(_, boundary)| boundary.trim().trim_matches('"').to_owned())
        .ok_or("the body is no form")?;
    let fields = fields(body, boundary.as_bytes());
    let named = |name: &str| {
        let mark = format!("name=\"{name}\"");
        let is_it = |(head, _): &&(Bytes, Bytes)| String::from_utf8_lossy(head).contains(&mark);
        fields.iter().find(is_it).map(|(_, value)| value.clone())
    };
    if named("purpose").as_deref() != Some(b"batch") {
        return Err("the purpose is not batch");
    }
    named("file").ok_or("there is no field 'file'")
}

/// Head and value of each field.
fn fields(body: &Bytes, boundary: &[u8]) -> Vec<(Bytes, Bytes)> {
    let mark = [b"--", boundary].concat();
    let mut starts = Vec::new();
    let mut from = 0;
    while let Some(at) = find(&body[from..], &mark) {
        starts.push(from + at);
        from += at + mark.len();
    }
    let between = starts.windows(2);
    between
        .filter_map(|pair| {
            let part = body.slice(pair[0] + mark.len()..pair[1]);
            let end = find(&part, b"\r\n\r\n")?;
            let value = part.slice(end + 4..part.len().checked_sub(2)?);
            Some((part.slice(..end), value))
        })
        .collect()
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|here| here == wanted)
}
