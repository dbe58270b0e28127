//! Character references of HTML as the characters they stand for.
//!
//! Says the same as the standard's table for any text; the few that make up nearly all of them are
//! read without it.

use std::borrow::Cow;

/// The character of a reference that ends with a semicolon, and so means the same wherever it
/// stands, with the bytes behind the '&' that it takes.
fn common(name: &[u8]) -> Option<(&'static str, usize)> {
    Some(match name {
        [b'l', b't', b';', ..] => ("<", 3),
        [b'g', b't', b';', ..] => (">", 3),
        [b'a', b'm', b'p', b';', ..] => ("&", 4),
        [b'q', b'u', b'o', b't', b';', ..] => ("\"", 5),
        [b'n', b'b', b's', b'p', b';', ..] => ("\u{A0}", 5),
        [b'#', b'3', b'9', b';', ..] => ("'", 4),
        [b'r', b's', b'q', b'u', b'o', b';', ..] => ("\u{2019}", 6),
        [b'l', b's', b'q', b'u', b'o', b';', ..] => ("\u{2018}", 6),
        [b'r', b'd', b'q', b'u', b'o', b';', ..] => ("\u{201D}", 6),
        [b'l', b'd', b'q', b'u', b'o', b';', ..] => ("\u{201C}", 6),
        [b'n', b'd', b'a', b's', b'h', b';', ..] => ("\u{2013}", 6),
        [b'm', b'd', b'a', b's', b'h', b';', ..] => ("\u{2014}", 6),
        _ => return None,
    })
}

pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    unescape_into(&mut plain, text);
    Cow::Owned(plain)
}

/// Appends the text with its references resolved.
pub(crate) fn unescape_into(plain: &mut String, text: &str) {
    // No reference holds a second '&', so the pieces between them can be read one by one.
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        let (before, reference) = rest.split_at_checked(at).unwrap_or((rest, ""));
        plain.push_str(before);
        let name = reference.get(1..).unwrap_or("");
        if let Some((means, bytes)) = common(name.as_bytes()) {
            plain.push_str(means);
            rest = name.get(bytes..).unwrap_or("");
            continue;
        }
        let end = memchr::memchr(b'&', name.as_bytes());
        let end = end.map_or(reference.len(), |at| at.saturating_add(1));
        let (piece, behind) = reference.split_at_checked(end).unwrap_or((reference, ""));
        plain.push_str(&htmlize::unescape(piece));
        rest = behind;
    }
    plain.push_str(rest);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn says_what_the_table_says(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "&", "lt", "gt", "amp", "quot", "nbsp", "#39", "#x27", "#", "x", ";", "rsquo",
                    "copy", "notit", "not", "a", " ", "<", "é", "&amp;", "&lt;", "&#x2F;", "&#0;",
                    "&ampx", "&hellip;", "&ndash;", "&zwj;",
                ]),
                0..12,
            ),
        ) {
            let text = parts.concat();
            prop_assert_eq!(unescape(&text), htmlize::unescape(text.as_str()));
        }
    }
}
