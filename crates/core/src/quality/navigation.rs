//! Whether a body is the menu of a site and no text about anything.

use std::collections::BTreeSet;

use super::weight::weight;

/// A line with less is a label and no sentence.
const SHORT_LINE: usize = 30;
/// Fewer lines are a short text and no menu.
const FEWEST_LINES: usize = 8;
/// Of ten lines so many are short in a menu.
const SHORT_OF_TEN: usize = 8;
/// Different words of links that a menu has.
const FEWEST_WORDS: usize = 3;

/// One a line, lower case, as links of menus and footers are called.
const WORDS: &str = include_str!("navigation.txt");

/// Many short lines, few others, and among them what only links say.
pub(super) fn is_navigation(text: &str) -> bool {
    let lines = text.lines().count();
    let short = short_lines(text).count();
    lines >= FEWEST_LINES
        && short.saturating_mul(10) >= lines.saturating_mul(SHORT_OF_TEN)
        && short_lines(text)
            .flat_map(words)
            .collect::<BTreeSet<_>>()
            .len()
            >= FEWEST_WORDS
}

fn short_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text
        .lines()
        .map(|line| line.trim_start().trim_start_matches("- "));
    lines.filter(|line| weight(line, SHORT_LINE) <= SHORT_LINE)
}

/// Links that stand in one line are parted by bars and dots.
fn words(line: &str) -> impl Iterator<Item = &'static str> {
    let labels = line.split(['|', '·', '/', '•', '»', '>']);
    labels.filter_map(|label| link_word(label.trim()))
}

fn link_word(label: &str) -> Option<&'static str> {
    WORDS
        .lines()
        .filter(|word| !word.is_empty() && !word.starts_with('#'))
        .find(|word| label.eq_ignore_ascii_case(word))
}
