//! References in text: those that XML and HTML define, and nothing else.
//!
//! A bare ampersand is text: `AT&T`, `?a=1&copy=2`. What the document itself declares stays as it
//! stands and is never expanded, so that no few lines become gigabytes.

use std::borrow::Cow;

/// No reference is longer: the longest name of HTML has 31 letters.
const LONGEST: usize = 34;

pub(in crate::parse::feed) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = split(rest) {
        whole.push_str(before);
        let reference = reference(from).unwrap_or("&");
        match meaning(reference) {
            Some(meant) => whole.push_str(&meant),
            None => whole.push_str(reference),
        }
        rest = from.get(reference.len()..).unwrap_or("");
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

/// What stands before the next ampersand, and the rest from there.
fn split(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(text.find('&')?)
}

/// The reference that the text begins with, semicolon included.
fn reference(text: &str) -> Option<&str> {
    let name = text.get(1..)?;
    let stops = name.bytes().take(LONGEST).position(ends_reference)?;
    let end = stops.saturating_add(1);
    (stops > 0 && name.as_bytes().get(stops) == Some(&b';')).then(|| text.get(..=end))?
}

fn ends_reference(byte: u8) -> bool {
    !(byte.is_ascii_alphanumeric() || byte == b'#')
}

/// `None` for a name that HTML does not know. HTML reads `&notit;` as a sign and the letters behind
/// it; such a half-known name is none.
fn meaning(reference: &str) -> Option<String> {
    let meant = htmlize::unescape(reference);
    let known = meant != reference && (!meant.ends_with(';') || reference == "&semi;");
    known.then(|| meant.into_owned())
}
