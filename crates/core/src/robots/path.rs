//! Paths and the patterns that match them, both in one way of writing, so that `%7e` is `~` and
//! `ツ` is `%E3%83%84`.

use std::fmt::Write;

/// The path of an address with its query, as it is matched. A `*` or `$` of an address is a
/// character like any other, so it is never mistaken for a sign of a pattern.
pub(super) fn of_address(address: &str) -> String {
    let path = without_site(address);
    let path = path.split('#').next().unwrap_or("");
    let path = normal(path, true);
    match path.starts_with('/') {
        true => path,
        false => format!("/{path}"),
    }
}

fn without_site(address: &str) -> &str {
    let lower = address.get(..8).unwrap_or(address).to_ascii_lowercase();
    if !(lower.starts_with("http://") || lower.starts_with("https://")) {
        return address;
    }
    let site = address.split_once("://").map_or("", |(_, site)| site);
    site.find(['/', '?', '#'])
        .and_then(|at| site.get(at..))
        .unwrap_or("")
}

/// The path of a rule, as it is matched.
pub(super) fn pattern(path: &str) -> String {
    normal(path, false)
}

/// One way of writing: characters that need no escape stand as they are, all others are escaped.
/// In a query the signs that only part a path need none either.
fn normal(path: &str, literal: bool) -> String {
    let mut normal = String::with_capacity(path.len());
    let mut in_query = false;
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let (byte, escaped, behind) = match escape(rest) {
            Some((byte, behind)) => (byte, true, behind),
            None => (*first, false, behind),
        };
        rest = behind;
        in_query |= byte == b'?' && !escaped;
        let sign = matches!(byte, b'*' | b'$');
        let plain = match (sign, escaped) {
            (true, _) => !escaped && !literal,
            (false, true) => is_unreserved(byte) || (in_query && parts_path(byte)),
            (false, false) => byte.is_ascii_graphic(),
        };
        match plain {
            true => normal.push(char::from(byte)),
            // Writing into a text cannot fail.
            false => drop(write!(normal, "%{byte:02X}")),
        }
    }
    normal
}

/// The byte of `%XX` that the text begins with, and what stands behind.
fn escape(text: &[u8]) -> Option<(u8, &[u8])> {
    let digits = text.strip_prefix(b"%")?.get(..2)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some((byte, text.get(3..)?))
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn parts_path(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'/' | b'?' | b'@' | b'!' | b'(' | b')' | b',' | b';'
    )
}

/// Whether the beginning of a path fits a pattern. Linear in the path for every part of the
/// pattern: each part is taken where it first fits, and nothing is tried twice.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return !to_end || rest.is_empty();
    };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    match to_end {
        true => rest.ends_with(last),
        false => rest.contains(last),
    }
}
