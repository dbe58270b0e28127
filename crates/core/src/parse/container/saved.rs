//! A response that lies in a file, with what is known of how it was fetched.

use std::borrow::Cow;

use readonce_model::Reason;

use crate::parse::body::unreadable;

/// Media that hold no text to read: they belong to a page and are none.
const NO_TEXT: [&str; 4] = ["image/", "video/", "audio/", "font/"];
const NO_CONTENT: [&str; 5] = [
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/x-javascript",
    "application/wasm",
];

#[derive(Debug)]
pub(super) struct Saved<'a> {
    pub(super) url: Option<String>,
    pub(super) content_type: Option<String>,
    /// When it was fetched, ms since 1970 UTC.
    pub(super) at_ms: Option<i64>,
    pub(super) status: u16,
    pub(super) body: Cow<'a, [u8]>,
}

impl Saved<'_> {
    /// An error page is no content, and neither is a picture.
    pub(super) fn readable(&self) -> Result<(), Reason> {
        if !(200..300).contains(&self.status) {
            return Err(unreadable(format!("the answer has status {}", self.status)));
        }
        let media = self.content_type.as_deref().unwrap_or("");
        let media = media.split(';').next().unwrap_or("").trim();
        let media = media.to_ascii_lowercase();
        let no_text = NO_TEXT.iter().any(|start| media.starts_with(start));
        if no_text || NO_CONTENT.contains(&media.as_str()) {
            return Err(unreadable(format!("{media} holds no text to read")));
        }
        Ok(())
    }
}

/// The name of a record in errors. Example: record 3 (http://example.com/)
pub(super) fn part(what: &str, nth: usize, url: Option<&str>) -> String {
    match url {
        Some(url) => format!("{what} {nth} ({url})"),
        None => format!("{what} {nth}"),
    }
}
