//! Whether a body is the menu of a site and no text about anything.

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
    let mut lines = 0usize;
    let mut short = 0usize;
    let mut words = std::collections::BTreeSet::new();
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches("- ");
        lines = lines.saturating_add(1);
        if weight(line, SHORT_LINE) > SHORT_LINE {
            continue;
        }
        short = short.saturating_add(1);
        // Links that stand in one line are parted by bars and dots.
        let labels = line.split(['|', '·', '/', '•', '»', '>']);
        words.extend(labels.filter_map(|label| link_word(label.trim())));
    }
    lines >= FEWEST_LINES
        && short.saturating_mul(10) >= lines.saturating_mul(SHORT_OF_TEN)
        && words.len() >= FEWEST_WORDS
}

fn link_word(label: &str) -> Option<&'static str> {
    WORDS
        .lines()
        .filter(|word| !word.is_empty() && !word.starts_with('#'))
        .find(|word| label.eq_ignore_ascii_case(word))
}
