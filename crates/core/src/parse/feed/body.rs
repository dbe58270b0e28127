//! Texts of a feed: titles in one line, bodies in blocks.
//!
//! What a field holds is told by its type where it has one. RSS has none: there a text is HTML when
//! it holds tags of HTML, and plain text when it does not.

use std::borrow::Cow;

use super::xml::{Element, has_tags};
use crate::canonical::shown;
use crate::item::Block;
use crate::parse::html;

/// What the text of an element is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    /// Not a letter of it is markup.
    Plain,
    /// RSS and its like: known by what it holds.
    Untold,
    /// No text: a picture, a document of another kind.
    Other,
}

fn form(element: Element) -> Form {
    // Atom 0.3 says in `mode` how the content is written, and in `type` what it is.
    let mode = element.attribute("mode");
    let kind = element.attribute("type").unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    match (mode.as_deref(), kind.as_str()) {
        (Some("base64"), _) => Form::Other,
        (_, "html" | "xhtml" | "text/html" | "application/xhtml+xml") => Form::Html,
        (_, "text" | "text/plain") => Form::Plain,
        (_, kind) if kind.contains('/') && !kind.starts_with("text/") => Form::Other,
        _ => Form::Untold,
    }
}

/// The text of an element in one line, its signs as the source sets them.
pub(super) fn line(element: Element) -> String {
    if has_children(element) {
        return shown(&joined(&html::blocks(&element.markup())));
    }
    let text = element.text();
    match form(element) {
        Form::Plain | Form::Other => shown(&text),
        _ if has_tags(&text) => shown(&joined(&html::blocks(&text))),
        // An ampersand that was escaped twice is still one.
        _ => shown(&htmlize::unescape(text.as_ref())),
    }
}

/// The text of an element in blocks.
pub(super) fn blocks(element: Element) -> Vec<Block> {
    match form(element) {
        Form::Other => Vec::new(),
        _ if has_children(element) => html::blocks(&element.markup()),
        form => of_text(&element.text(), form),
    }
}

fn of_text(text: &str, form: Form) -> Vec<Block> {
    match form {
        Form::Plain => paragraphs(text),
        _ if has_tags(text) => html::blocks(text),
        _ => {
            let text = htmlize::unescape(text);
            match is_escaped_twice(&text) {
                true => html::blocks(&text),
                false => paragraphs(&text),
            }
        }
    }
}

/// Markup that only shows after one reading more: certain when it begins and ends with tags. A
/// text that speaks of tags does not.
fn is_escaped_twice(text: &str) -> bool {
    let text = text.trim();
    let last = text.rfind('<').and_then(|at| text.get(at..)).unwrap_or("");
    text.starts_with('<') && text.ends_with('>') && last.starts_with("</") && has_tags(last)
}

/// Plain text: an empty line parts paragraphs, any other break is where a line was full.
fn paragraphs(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines().chain([""]) {
        if !line.trim().is_empty() {
            paragraph.push_str(line);
            paragraph.push('\n');
        } else if !paragraph.is_empty() {
            blocks.push(Block::Text(std::mem::take(&mut paragraph)));
        }
    }
    blocks
}

fn has_children(element: Element) -> bool {
    element.children().next().is_some()
}

/// How many characters of text the blocks hold.
pub(super) fn weight(blocks: &[Block]) -> usize {
    let weights = blocks.iter().map(|block| match block {
        Block::Text(text) => text.chars().filter(|c| c.is_alphanumeric()).count(),
        Block::List { items, .. } => items.iter().map(|item| weight(item)).sum(),
    });
    weights.sum()
}

fn joined(blocks: &[Block]) -> String {
    let texts = blocks.iter().map(|block| match block {
        Block::Text(text) => Cow::Borrowed(text.as_str()),
        Block::List { items, .. } => {
            let items: Vec<String> = items.iter().map(|item| joined(item)).collect();
            Cow::Owned(items.join(" "))
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}
