//! One or two sentences of the posting itself that say what the work is.
//!
//! Nothing is written here: the sentences are the posting's own, whole ones where they fit.

use super::layout::{Line, Section};
use super::{Confidence, Facts, Found, Proof};

/// Longest summary.
const SUMMARY_CHARS: usize = 240;
/// Shorter lines say too little, as long as there is another one.
const INFORMATIVE_CHARS: usize = 30;
/// A line below this is a word, not a sentence: there is no summary then.
const SHORTEST_CHARS: usize = 8;
/// A Chinese character says about as much as three Latin letters.
const WIDE_WEIGHT: usize = 3;

pub(super) fn find(facts: &Facts) -> Found {
    let Some((line, rule)) = choose(facts) else {
        return Found::nothing();
    };
    let summary = cut(line.text);
    if summary.is_empty() {
        return Found::nothing();
    }
    Found {
        value: summary.clone().into(),
        proofs: vec![Proof::of(rule, Confidence::Low, &summary)],
    }
}

/// Prose about the role, else the first duty, else prose of no section, else whatever there is.
fn choose<'a>(facts: &Facts<'a>) -> Option<(&'a Line<'a>, &'static str)> {
    let lines: Vec<&Line> = facts.document.prose().collect();
    let first = |wanted: &dyn Fn(&Line) -> bool| lines.iter().copied().find(|line| wanted(line));
    let tells = |line: &Line| weight(line.text) >= INFORMATIVE_CHARS;
    let about_role = first(&|line| line.section == Section::Role && !line.is_item && tells(line));
    let duty = first(&|line| line.section == Section::Role && tells(line));
    let prose = first(&|line| {
        line.section == Section::Body && !line.is_item && tells(line) && !is_label(line.text)
    });
    let any =
        first(&|line| line.section.speaks_of_the_job() && tells(line) && !is_label(line.text));
    let short =
        first(&|line| line.section.speaks_of_the_job() && weight(line.text) >= SHORTEST_CHARS);
    about_role
        .map(|line| (line, "summary.role"))
        .or(duty.map(|line| (line, "summary.duty")))
        .or(prose.map(|line| (line, "summary.prose")))
        .or(any.map(|line| (line, "summary.line")))
        .or(short.map(|line| (line, "summary.short")))
}

/// `Location: Berlin`, or `Acme | Engineer | Remote`: facts in a row, no sentence.
fn is_label(text: &str) -> bool {
    const LABEL_CHARS: usize = 24;
    let colon = text
        .chars()
        .take(LABEL_CHARS)
        .any(|c| matches!(c, ':' | '：'));
    colon || text.matches('|').count() > 1
}

fn weight(text: &str) -> usize {
    let wide = |c: char| if c.is_ascii() { 1 } else { WIDE_WEIGHT };
    text.chars().take(SUMMARY_CHARS).map(wide).sum()
}

/// Whole sentences up to the limit; a first sentence beyond it is cut at a word and marked.
fn cut(text: &str) -> String {
    let mut end = 0;
    for (at, c) in text.char_indices().take(SUMMARY_CHARS) {
        let after = at + c.len_utf8();
        let next = text.get(after..).and_then(|rest| rest.chars().next());
        if is_end(c, next) {
            end = after;
        }
    }
    if text.chars().nth(SUMMARY_CHARS).is_none() {
        return text.trim().to_owned();
    }
    match text.get(..end).map(str::trim) {
        Some(whole) if !whole.is_empty() => whole.to_owned(),
        _ => cut_at_word(text),
    }
}

fn is_end(c: char, next: Option<char>) -> bool {
    match c {
        '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
        '。' | '！' | '？' | '；' => true,
        _ => false,
    }
}

fn cut_at_word(text: &str) -> String {
    let room: String = text.chars().take(SUMMARY_CHARS - 1).collect();
    let at = room
        .rfind(char::is_whitespace)
        .filter(|at| *at > room.len() / 2);
    let kept = at.and_then(|at| room.get(..at)).unwrap_or(&room);
    format!("{}…", kept.trim_end_matches([',', '，', '、', ' ']))
}
