//! Character references of HTML as the characters they stand for.
//!
//! Says the same as the standard's table for any text; the few that make up nearly all of them are
//! read without it.

use std::borrow::Cow;

/// References that end with a semicolon, and so mean the same wherever they stand.
const COMMON: [(&str, &str); 12] = [
    ("lt;", "<"),
    ("gt;", ">"),
    ("amp;", "&"),
    ("quot;", "\""),
    ("nbsp;", "\u{A0}"),
    ("#39;", "'"),
    ("rsquo;", "\u{2019}"),
    ("lsquo;", "\u{2018}"),
    ("rdquo;", "\u{201D}"),
    ("ldquo;", "\u{201C}"),
    ("ndash;", "\u{2013}"),
    ("mdash;", "\u{2014}"),
];

pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
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
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at_checked(at).unwrap_or((rest, ""));
        plain.push_str(before);
        let name = reference.get(1..).unwrap_or("");
        if let Some((known, means)) = COMMON.iter().find(|(known, _)| name.starts_with(known)) {
            plain.push_str(means);
            rest = name.get(known.len()..).unwrap_or("");
            continue;
        }
        let end = name
            .find('&')
            .map_or(reference.len(), |at| at.saturating_add(1));
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
