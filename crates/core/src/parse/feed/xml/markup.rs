//! Markup of HTML inside XML: the names that make it, and a body that was not escaped as HTML.

use super::local;
use super::token::{Token, Tokens};

/// Elements of HTML that bodies and titles hold and that are no field of any feed.
const NAMES: [&str; 72] = [
    "a",
    "abbr",
    "acronym",
    "article",
    "aside",
    "audio",
    "b",
    "big",
    "blockquote",
    "br",
    "button",
    "canvas",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "mark",
    "nav",
    "noscript",
    "ol",
    "p",
    "picture",
    "pre",
    "q",
    "s",
    "samp",
    "script",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "video",
];

pub(in crate::parse::feed) fn is_html(name: &str) -> bool {
    let name = local(name);
    // The longest name has ten letters.
    let mut lower = [0u8; 10];
    let Some(place) = lower.get_mut(..name.len()) else {
        return false;
    };
    place.copy_from_slice(name.as_bytes());
    place.make_ascii_lowercase();
    NAMES
        .binary_search_by(|known| known.as_bytes().cmp(place))
        .is_ok()
}

/// Whether a text holds tags of HTML. `List<String>` and `a < b` are text.
pub(in crate::parse::feed) fn has_tags(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let after = text.get(at.saturating_add(1)..).unwrap_or("");
        let after = after.strip_prefix('/').unwrap_or(after);
        // One character more than the longest name has: a longer run is none.
        let bytes = after.bytes().take(11);
        let length = bytes.take_while(u8::is_ascii_alphanumeric).count();
        let ends = after.get(length..).is_some_and(|rest| {
            rest.is_empty()
                || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '/' | '>'))
        });
        ends && after.get(..length).is_some_and(is_html)
    })
}

/// The inside of an element as HTML: without prefixes, with both tags of what has no content, and
/// with sections of character data as text.
pub(super) fn html(inner: &str) -> String {
    let mut html = String::with_capacity(inner.len());
    for token in Tokens::new(inner) {
        match token {
            Token::Text(text) => html.push_str(text),
            Token::Raw(text) => html.push_str(&text.replace('&', "&amp;").replace('<', "&lt;")),
            Token::End(name) => {
                html.push_str("</");
                html.push_str(local(name));
                html.push('>');
            }
            Token::Start(tag) => {
                let name = local(tag.name);
                html.push('<');
                html.push_str(name);
                html.push(' ');
                html.push_str(tag.attributes);
                html.push('>');
                if tag.empty {
                    html.push_str("</");
                    html.push_str(name);
                    html.push('>');
                }
            }
        }
    }
    html
}
