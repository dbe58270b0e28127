//! Steps that every reader of markup takes, whatever it makes of what it finds: over the attributes
//! of a tag, and to the next end tag.
//!
//! Every step moves forward, so the time is linear in the input.

use std::sync::LazyLock;

use memchr::{memchr, memmem};

/// Where end tags begin. Made once: scripts are full of single '<', so that pairs are looked for.
pub(super) static CLOSING: LazyLock<memmem::Finder<'static>> =
    LazyLock::new(|| memmem::Finder::new("</"));

/// The attributes of a tag in their order, name and raw value: of what stands between the name of
/// the element and the end of the tag.
pub(super) struct Attributes<'a>(pub(super) &'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let gap = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
        let start = self.0.get(leading(self.0, gap)..)?;
        // A name may begin with '=', and so every round takes at least one character.
        let first = start.chars().next()?.len_utf8();
        let stays = |byte: &u8| !(byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'='));
        let end = first.saturating_add(leading(start.get(first..)?, stays));
        let (name, behind) = start.split_at_checked(end)?;
        let Some(value) = behind.trim_ascii_start().strip_prefix('=') else {
            self.0 = behind;
            return Some((name, ""));
        };
        let (value, rest) = cut_value(value.trim_ascii_start());
        self.0 = rest;
        Some((name, value))
    }
}

/// How many bytes a text begins with that are so; all of them ASCII, or none of their bytes is.
fn leading(text: &str, is_so: impl Fn(&u8) -> bool) -> usize {
    text.bytes().take_while(is_so).count()
}

fn cut_value(value: &str) -> (&str, &str) {
    if let Some(quote @ (b'"' | b'\'')) = value.as_bytes().first() {
        let inside = value.get(1..).unwrap_or("");
        let end = memchr(*quote, inside.as_bytes());
        let cut =
            end.and_then(|end| Some((inside.get(..end)?, inside.get(end.saturating_add(1)..)?)));
        return cut.unwrap_or((inside, ""));
    }
    let end = leading(value, |byte| !byte.is_ascii_whitespace());
    value.split_at_checked(end).unwrap_or((value, ""))
}
