//! The one metric of the bench: F1 on words. The same definition is in `python/words.py`.
//!
//! Words are runs of letters and digits in lower case; in Han, kana and their kin every pair of
//! neighbours is a word, and a run of one character is that character. Full-width ASCII counts as
//! ASCII. Texts are bags of words. Neutral words (title, byline, captions) cost nothing, found or
//! not.

use std::collections::HashMap;

/// How well a text matches another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

pub type Bag = HashMap<String, usize>;

/// The words of a text, each with how often it stands there.
pub fn words(text: &str) -> Bag {
    let mut bag = Bag::new();
    let mut run = Vec::new();
    let mut dense = false;
    for c in text.to_lowercase().chars().map(usual).chain(Some(' ')) {
        let kind = is_dense(c);
        let letter = kind || c.is_alphanumeric();
        if !letter || kind != dense {
            close(&mut run, dense, &mut bag);
        }
        if letter {
            run.push(c);
        }
        dense = kind;
    }
    bag
}

fn close(run: &mut Vec<char>, dense: bool, bag: &mut Bag) {
    if dense && run.len() > 1 {
        for pair in run.windows(2) {
            *bag.entry(pair.iter().collect()).or_default() += 1;
        }
    } else if !run.is_empty() {
        *bag.entry(run.iter().collect()).or_default() += 1;
    }
    run.clear();
}

fn is_dense(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

fn usual(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// How well `found` matches `gold`, where words of `neutral` cost nothing.
pub fn score(found: &str, gold: &str, neutral: &str) -> Score {
    let (found, gold, neutral) = (words(found), words(gold), words(neutral));
    let (mut hits, mut excused, mut counted) = (0, 0, 0);
    for (word, times) in &found {
        let hit = (*times).min(gold.get(word).copied().unwrap_or(0));
        let rest = times - hit;
        hits += hit;
        excused += rest.min(neutral.get(word).copied().unwrap_or(0));
        counted += times;
    }
    let gold_total: usize = gold.values().sum();
    let ratio = |of: usize, total: usize| {
        if total == 0 {
            0.0
        } else {
            of as f64 / total as f64
        }
    };
    let (precision, recall) = (ratio(hits, counted - excused), ratio(hits, gold_total));
    let f1 = if hits == 0 {
        0.0
    } else {
        2.0 * precision * recall / (precision + recall)
    };
    Score {
        precision,
        recall,
        f1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_pairs_are_counted() {
        let bag = words("Ａb ab, 中文字 x中");
        assert_eq!(bag.get("ab"), Some(&2));
        assert_eq!(bag.get("中文"), Some(&1));
        assert_eq!(bag.get("中"), Some(&1));
        assert_eq!(bag.get("x"), Some(&1));
    }

    #[test]
    fn neutral_words_cost_nothing() {
        let score = score("title one two three", "one two", "title");
        assert!((score.precision - 2.0 / 3.0).abs() < 1e-9 && (score.recall - 1.0).abs() < 1e-9);
    }
}
