//! JSON-LD blocks of a page: where they are, and what is wrapped around their JSON.
//!
//! Wrappers of old systems (comments, CDATA sections, also HTML-escaped) and a semicolon or comma
//! behind the JSON change no meaning and are passed over. What is left must be JSON, or the block
//! is bad: counted, with its reason, while the others are used.

use readonce_model::Reason;

use super::json::{self, Fault, Json};
use crate::parse::body::unreadable;
use crate::parse::page::elements::{Tag, Token, tokens};

/// The blocks in their order, as far as the byte `last` of the page.
pub(super) fn blocks(html: &str, last: usize) -> impl Iterator<Item = &str> {
    let mut tokens = tokens(html);
    std::iter::from_fn(move || {
        while tokens.at() <= last {
            if let Token::Raw(tag, content) = tokens.next()?
                && is_json_ld(&tag)
            {
                return Some(content);
            }
        }
        None
    })
}

fn is_json_ld(tag: &Tag) -> bool {
    let kind = tag.is("script").then(|| tag.get("type")).flatten();
    kind.is_some_and(|kind| {
        let kind = kind.split(';').next().unwrap_or("").trim();
        kind.eq_ignore_ascii_case("application/ld+json")
    })
}

/// Reads one block; `None` when it says nothing: empty, or null.
pub(super) fn read<'a>(
    block: &'a str,
    number: usize,
    left: &mut usize,
) -> Result<Option<Json<'a>>, Reason> {
    let start = unwrapped(block);
    if start.is_empty() {
        return Ok(None);
    }
    let before = block.len().saturating_sub(start.len());
    let bad = |at: usize, what: &str| bad(block, number, before.saturating_add(at), what);
    let (value, rest) =
        json::value(start, left).map_err(|fault: Fault| bad(fault.at, &fault.to_string()))?;
    if !is_end(rest) {
        let at = start.len().saturating_sub(rest.len());
        return Err(bad(at, "something stands behind the JSON"));
    }
    match value {
        Json::Null => Ok(None),
        Json::Object(_) | Json::List(_) => Ok(Some(value)),
        _ => Err(bad(0, "an object was expected")),
    }
}

fn bad(block: &str, number: usize, at: usize, what: &str) -> Reason {
    let before = block.get(..at).unwrap_or(block);
    let line = before.matches('\n').count().saturating_add(1);
    let column = before.chars().rev().take_while(|c| *c != '\n').count();
    let column = column.saturating_add(1);
    unreadable(format!(
        "JSON-LD block {number}: {what} (line {line} column {column} of the block)"
    ))
}

/// What opens a wrapper, also with its markup escaped.
const OPENERS: [&str; 4] = ["<![CDATA[", "&lt;![CDATA[", "<!--", "&lt;!--"];
const CLOSERS: [&str; 4] = ["]]>", "]]&gt;", "-->", "--&gt;"];

/// The block from its JSON on, or an empty text when there is nothing but comments.
fn unwrapped(block: &str) -> &str {
    let mut rest = trimmed(block);
    loop {
        let next = if let Some(inside) = after_any(rest, &OPENERS) {
            trimmed(html_comment(rest, inside))
        } else if let Some(line) = rest.strip_prefix("//") {
            trimmed(line_comment(line))
        } else if let Some(comment) = rest.strip_prefix("/*") {
            trimmed(block_comment(comment))
        } else {
            return rest;
        };
        rest = next;
    }
}

/// Behind the opener when it wraps the JSON; behind the whole comment when it is one.
fn html_comment<'a>(rest: &'a str, inside: &'a str) -> &'a str {
    let start = trimmed(inside);
    let wraps = start.starts_with(['{', '[', '/']) || after_any(start, &OPENERS).is_some();
    let cdata = rest.starts_with("<![") || rest.starts_with("&lt;![");
    if wraps || cdata {
        return inside;
    }
    let ends = |at: &usize| {
        let upto = inside.get(..=*at).unwrap_or("");
        upto.ends_with("-->") || upto.ends_with("--&gt;")
    };
    let mut signs = inside.match_indices(['>', ';']).map(|(at, _)| at);
    let end = signs
        .find(ends)
        .and_then(|at| inside.get(at.saturating_add(1)..));
    // An open comment is left as it is: it is no JSON.
    end.unwrap_or(inside)
}

/// Behind the slashes when a wrapper opens there, else behind the line.
fn line_comment(line: &str) -> &str {
    let inside = line.trim_start_matches([' ', '\t', '/']);
    if after_any(inside, &OPENERS).is_some() {
        return inside;
    }
    line.split_once('\n').map_or("", |(_, rest)| rest)
}

/// `/* <![CDATA[ */` and comments alike are passed over; an open one holds all the rest.
fn block_comment(comment: &str) -> &str {
    comment.split_once("*/").map_or("", |(_, rest)| rest)
}

/// Whether nothing that counts stands behind the JSON.
fn is_end(behind: &str) -> bool {
    let mut rest = trimmed(behind);
    while !rest.is_empty() {
        let next = if let Some(next) = rest.strip_prefix([';', ',']) {
            next
        } else if let Some(next) = after_any(rest, &CLOSERS) {
            next
        } else if let Some(line) = rest.strip_prefix("//") {
            let inside = line.trim_start_matches([' ', '\t', '/']);
            match after_any(inside, &CLOSERS) {
                Some(next) => next,
                None => line.split_once('\n').map_or("", |(_, rest)| rest),
            }
        } else if let Some(comment) = rest.strip_prefix("/*") {
            block_comment(comment)
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->").map_or("", |(_, rest)| rest)
        } else {
            return false;
        };
        rest = trimmed(next);
    }
    true
}

fn after_any<'a>(text: &'a str, starts: &[&str]) -> Option<&'a str> {
    starts.iter().find_map(|start| text.strip_prefix(start))
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
}
