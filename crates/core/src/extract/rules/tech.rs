//! Technologies: what the dictionary finds, and for words that mean other things too, whether
//! something beside them says that the technology is meant.

use std::collections::BTreeSet;
use std::ops::Range;

use super::dictionary::{Caution, Dictionary, Spot, is_word};
use super::layout::Line;
use super::{Confidence, Facts, Found, Proof};

/// Right behind a doubtful name: it is the technology.
const CUES_AFTER: &[&str] = &[
    "developer",
    "developers",
    "development",
    "engineer",
    "engineers",
    "engineering",
    "programmer",
    "programming",
    "language",
    "lang",
    "code",
    "codebase",
    "coding",
    "backend",
    "back-end",
    "frontend",
    "front-end",
    "microservices",
    "services",
    "framework",
    "expertise",
    "proficiency",
    "scripts",
    "scripting",
    "runtime",
    "modules",
    "库",
    "语言",
    "开发",
    "工程师",
    "编程",
    "框架",
    "后端",
    "前端",
    "程序",
    "代码",
    "项目",
    "技术栈",
    "脚本",
];
/// Anywhere in the line of a doubtful name that stands in a list: the list is of technologies.
const CUES_AROUND: &[&str] = &[
    "language",
    "programming",
    "stack",
    "framework",
    "technolog",
    "backend",
    "back-end",
    "frontend",
    "developer",
    "engineer",
    "proficien",
    "coding",
    "语言",
    "开发",
    "编程",
    "熟悉",
    "精通",
    "掌握",
    "熟练",
    "技术栈",
    "框架",
    "工程师",
];
/// Right behind a doubtful name: it is the other meaning.
const OTHER_AFTER: &[&str] = &[
    "to", "beyond", "above", "further", "ahead", "live", "back", "the", "a", "an", "on", "at",
    "out", "into", "through",
];
/// Right before a doubtful name: it is the other meaning.
const OTHER_BEFORE: &[&str] = &[
    "series",
    "vitamin",
    "class",
    "plan",
    "grade",
    "level",
    "tier",
    "option",
    "section",
    "appendix",
    "schedule",
    "this",
    "next",
    "last",
    "executive",
    "sous",
    "head",
    "round",
    "we",
    "you",
    "they",
    "will",
    "can",
];
/// Right before any name: it is not asked for.
const NEGATIONS: &[&str] = &[
    "no",
    "not",
    "non",
    "without",
    "无需",
    "不需要",
    "不要求",
    "不用",
];

/// Every technology once, in the order of the text.
pub(super) fn find(facts: &Facts, dictionary: &Dictionary) -> Found {
    let mut seen = BTreeSet::new();
    let mut found = Found {
        value: Vec::<String>::new().into(),
        proofs: Vec::new(),
    };
    let mut names = Vec::new();
    let lines = facts
        .document
        .lines
        .iter()
        .filter(|line| line.section.speaks_of_the_job());
    for line in lines {
        for spot in accepted(line, dictionary) {
            if seen.insert(spot.name.to_owned()) {
                let quote = line.text.get(spot.range.clone()).unwrap_or_default();
                found
                    .proofs
                    .push(Proof::of("tech", confidence(&spot), quote));
                names.push(spot.name.to_owned());
            }
        }
    }
    found.value = names.into();
    found
}

fn confidence(spot: &Spot) -> Confidence {
    match spot.caution {
        Caution::AnyCase | Caution::Exact => Confidence::High,
        Caution::NotFirst => Confidence::Medium,
        Caution::Doubtful => Confidence::Low,
    }
}

fn accepted<'a>(line: &Line, dictionary: &'a Dictionary) -> Vec<Spot<'a>> {
    let mut spots = dictionary.spot(line.text);
    spots.retain(|spot| !is_negated(line.text, &spot.range));
    // The sure ones first: each of them is a witness for the more doubtful ones.
    let mut witnessed = has_cue(line.text);
    let mut accepted = Vec::new();
    for caution in [
        Caution::AnyCase,
        Caution::Exact,
        Caution::NotFirst,
        Caution::Doubtful,
    ] {
        let of_this = spots.iter().filter(|spot| spot.caution == caution);
        let meant: Vec<Spot> = of_this
            .filter(|spot| is_meant(line.text, spot, witnessed))
            .cloned()
            .collect();
        witnessed |= !meant.is_empty();
        accepted.extend(meant);
    }
    accepted.sort_by_key(|spot| spot.range.start);
    accepted
}

fn is_negated(line: &str, range: &Range<usize>) -> bool {
    let word = before(line, range).word;
    let word = word.trim_matches('-');
    NEGATIONS
        .iter()
        .any(|no| word == *no || !no.is_ascii() && word.ends_with(no))
}

fn has_cue(line: &str) -> bool {
    let lower = line.to_lowercase();
    CUES_AROUND.iter().any(|cue| lower.contains(cue))
}

/// Whether a word is the technology. A doubtful one is by the word behind it, by its place in a
/// list of technologies, or because it is a capitalised word within a sentence.
fn is_meant(line: &str, spot: &Spot, witnessed: bool) -> bool {
    if matches!(spot.caution, Caution::AnyCase | Caution::Exact) {
        return true;
    }
    let (before, after) = (before(line, &spot.range), after(line, &spot.range));
    if before.joins || after.joins {
        return false;
    }
    if OTHER_AFTER.contains(&after.word.as_str()) || OTHER_BEFORE.contains(&before.word.as_str()) {
        return false;
    }
    if CUES_AFTER.iter().any(|cue| after.word.starts_with(cue)) {
        return true;
    }
    let listed = before.lists || after.lists;
    (witnessed && listed) || (spot.caution == Caution::NotFirst && !before.starts)
}

/// What stands beside a word.
#[derive(Default)]
struct Side {
    /// The neighbouring word in lower case; empty when a mark is between.
    word: String,
    /// A comma, slash, bracket or `and` is between: a list goes on.
    lists: bool,
    /// A hyphen or ampersand makes one word of both: `go-to-market`, `R&D`.
    joins: bool,
    /// A sentence starts or ends here.
    starts: bool,
}

/// Words between the parts of a list, or in front of one.
const LIST_WORDS: &[&str] = &[
    "and", "or", "in", "with", "using", "of", "like", "either", "plus", "&", "和", "或", "及", "与",
];
const LIST_MARKS: &str = ",，、/|;；()（）+&·";

fn before(line: &str, range: &Range<usize>) -> Side {
    let text = line.get(..range.start).unwrap_or_default();
    side(text.chars().rev(), text.trim_end().is_empty(), true)
}

fn after(line: &str, range: &Range<usize>) -> Side {
    let text = line.get(range.end..).unwrap_or_default();
    side(text.chars(), text.trim().is_empty(), false)
}

/// Reads at most one word, away from the name.
fn side(letters: impl Iterator<Item = char>, is_edge: bool, backwards: bool) -> Side {
    /// Longest neighbour that matters.
    const WORD_CHARS: usize = 16;
    let mut letters = letters.peekable();
    let adjacent = letters.peek().copied();
    let joins = matches!(adjacent, Some('-' | '&' | '‑' | '@' | '\'' | '’'));
    let mut letters = letters.skip_while(|c| c.is_whitespace()).peekable();
    let mark = letters.peek().copied();
    let mut word: String = letters
        .take_while(|c| is_word(*c) || !c.is_ascii() && c.is_alphabetic() || *c == '-')
        .take(WORD_CHARS)
        .collect();
    if backwards {
        word = word.chars().rev().collect();
    }
    let word = word.to_lowercase();
    let list_word = |word: &str| {
        LIST_WORDS.iter().any(|known| {
            *known == word
                || !known.is_ascii()
                    && (if backwards {
                        word.ends_with(known)
                    } else {
                        word.starts_with(known)
                    })
        })
    };
    Side {
        lists: mark.is_some_and(|mark| LIST_MARKS.contains(mark)) || list_word(&word),
        joins,
        starts: is_edge || mark.is_some_and(|mark| ".!?。！？:：;；•".contains(mark)),
        word,
    }
}
