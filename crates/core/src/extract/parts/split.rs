//! Where a long text is cut: in front of a heading or a blank line, else between lines, else behind
//! a sentence, else between words, and inside a word only where there is nothing else. Linear.

use std::ops::Range;

/// A part is at least so many hundredths of what fits, so that structure costs few calls.
const LEAST_PERCENT: usize = 60;
/// Longest line that may be a heading, in characters.
const HEADING_CHARS: usize = 80;

pub(super) struct Split<'a> {
    pub texts: Vec<&'a str>,
    /// There is more text than the parts hold.
    pub is_cut: bool,
}

/// At most `most` pieces of at most `room` characters each.
pub(super) fn split(text: &str, room: usize, most: usize) -> Split<'_> {
    let mut texts = Vec::new();
    let mut rest = text.trim_matches('\n');
    while !rest.is_empty() && texts.len() < most {
        let (piece, behind) = next(rest, room);
        texts.push(piece);
        rest = behind;
    }
    Split {
        texts,
        is_cut: !rest.is_empty(),
    }
}

fn next(text: &str, room: usize) -> (&str, &str) {
    let Some((end, _)) = text.char_indices().nth(room) else {
        return (text, "");
    };
    let low = text
        .char_indices()
        .nth(room * LEAST_PERCENT / 100)
        .map_or(0, |(at, _)| at);
    let at = place(text, low..end);
    let (piece, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    (piece.trim_end(), behind.trim_start())
}

/// Behind which byte to cut; never 0, so that there is an end.
fn place(text: &str, window: Range<usize>) -> usize {
    let end = window.end;
    let line_ends: Vec<usize> = ends_of_lines(text, &window).collect();
    let before_heading = line_ends.iter().rev().find(|at| begins_block(text, **at));
    let found = before_heading
        .or(line_ends.last())
        .copied()
        .or_else(|| sentence_end(text, &window))
        .or_else(|| ends_of_lines(text, &(0..window.start)).last())
        .or_else(|| word_end(text, &window));
    found.filter(|at| *at > 0).unwrap_or(end)
}

/// Line feeds in a window; one right behind it is as good.
fn ends_of_lines<'a>(text: &'a str, window: &Range<usize>) -> impl Iterator<Item = usize> + 'a {
    let (start, end) = (window.start, window.end);
    let bytes = text.as_bytes().get(start..=end).unwrap_or_default();
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    ends.map(move |(at, _)| start + at)
}

/// Whether the line behind a line feed is blank or reads like a heading.
fn begins_block(text: &str, line_end: usize) -> bool {
    let behind = text.get(line_end..).unwrap_or_default();
    let mut lines = behind.trim_start_matches('\n').split('\n');
    let (line, next) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    behind.starts_with("\n\n") || is_heading(line.trim(), next)
}

fn is_heading(line: &str, next: &str) -> bool {
    let length = line.chars().take(HEADING_CHARS + 1).count();
    let ends_like_prose = line.ends_with(['.', '!', ';', ',', '。', '！', '；', '，', '、']);
    let is_short = (1..=HEADING_CHARS).contains(&length) && !ends_like_prose;
    let is_marked = line.starts_with('#') || line.ends_with([':', '：']);
    let stands_over = next.chars().take(length * 2 + 1).count() > length * 2;
    is_short && (is_marked || stands_over)
}

fn sentence_end(text: &str, window: &Range<usize>) -> Option<usize> {
    let inside = text.get(window.clone())?;
    let mut ends = inside.char_indices().filter_map(|(at, c)| {
        let after = at + c.len_utf8();
        let next = inside.get(after..)?.chars().next();
        match c {
            '。' | '！' | '？' | '；' => Some(after),
            '.' | '!' | '?' | ';' if next == Some(' ') => Some(after),
            _ => None,
        }
    });
    ends.next_back().map(|at| window.start + at)
}

fn word_end(text: &str, window: &Range<usize>) -> Option<usize> {
    let inside = text.get(..window.end)?;
    inside.rfind(char::is_whitespace)
}
