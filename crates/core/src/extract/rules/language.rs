//! Human languages demanded: a name with words of command beside it, or a certificate of one.

use std::collections::BTreeSet;
use std::ops::Range;

use super::dictionary::Dictionary;
use super::layout::{Line, Section};
use super::{Confidence, Facts, Found, Proof, span};

/// In the sentence of a language: it has to be mastered.
const COMMAND: &[&str] = &[
    "fluen",
    "proficien",
    "native",
    "bilingual",
    "multilingual",
    "trilingual",
    "speak",
    "spoken",
    "written",
    "verbal",
    "oral",
    "language skill",
    "language is",
    "languages:",
    "languages required",
    "business level",
    "business-level",
    "professional level",
    "command of",
    "communicat",
    "mother tongue",
    "knowledge of",
    "is required",
    "is a must",
    "mandatory",
    " b1",
    " b2",
    " c1",
    " c2",
    "working knowledge",
    "conversational",
    "good english",
    "excellent english",
    "strong english",
    "advanced english",
    "level of",
    "流利",
    "熟练",
    "良好",
    "精通",
    "读写",
    "听说",
    "沟通",
    "工作语言",
    "能力",
    "口语",
    "书面",
    "四级",
    "六级",
    "水平",
    "母语",
    "基础",
    "过硬",
    "优秀",
    "专业八级",
    "专八",
    "作为",
    "交流",
    "cet",
    "雅思",
    "托福",
    "jlpt",
    "n1",
    "n2",
    "要求",
];
/// Right behind a name: it is the land or its people, not the language.
const NOT_A_LANGUAGE: &[&str] = &[
    "market",
    "markets",
    "team",
    "teams",
    "office",
    "customers",
    "clients",
    "law",
    "region",
    "government",
    "companies",
    "company",
    "department",
    "citizen",
    "citizenship",
    "nationals",
    "residents",
    "subsidiary",
    "economy",
    "literature",
    "teacher",
    "channel",
    "version",
    "the",
    "your",
    "our",
    "this",
    "up",
    "a",
    "老师",
    "教师",
    "市场",
    "客户",
    "教学",
    "培训",
    "专业",
];
/// Certificates, the language that they prove, in the letters of a lower-case line.
const CERTIFICATES: &[(&str, &str)] = &[
    ("cet-4", "English"),
    ("cet-6", "English"),
    ("cet4", "English"),
    ("cet6", "English"),
    ("cet 4", "English"),
    ("cet 6", "English"),
    ("ielts", "English"),
    ("toefl", "English"),
    ("toeic", "English"),
    ("tem-8", "English"),
    ("tem8", "English"),
    ("tem-4", "English"),
    ("雅思", "English"),
    ("托福", "English"),
    ("大学英语", "English"),
    ("jlpt", "Japanese"),
    ("topik", "Korean"),
    ("hsk", "Chinese"),
    ("delf", "French"),
    ("testdaf", "German"),
    ("dele ", "Spanish"),
];

/// Every language once, in the order of the text.
pub(super) fn find(facts: &Facts, dictionary: &Dictionary) -> Found {
    let mut seen = BTreeSet::new();
    let mut names: Vec<String> = Vec::new();
    let mut proofs = Vec::new();
    let lines = facts
        .document
        .lines
        .iter()
        .filter(|line| line.section.speaks_of_the_job() && line.section != Section::Wishes);
    for line in lines {
        for (name, quote) in demanded(facts, line, dictionary) {
            if seen.insert(name.to_owned()) {
                names.push(name.to_owned());
                proofs.push(Proof::of("language", Confidence::Medium, quote));
            }
        }
    }
    Found {
        value: names.into(),
        proofs,
    }
}

fn demanded<'a>(
    facts: &Facts,
    line: &'a Line,
    dictionary: &'a Dictionary,
) -> Vec<(&'a str, &'a str)> {
    let spots = dictionary.spot(line.text).into_iter();
    let named = spots
        .filter(|spot| is_language(line.text, &spot.range) && is_demand(facts, line, &spot.range))
        .map(|spot| (spot.range.start, spot.name, spot.range));
    let mut all: Vec<(usize, &str, Range<usize>)> = named.chain(certified(facts, line)).collect();
    all.sort_by_key(|(at, _, _)| *at);
    all.into_iter()
        .map(|(_, name, range)| (name, line.text.get(range).unwrap_or_default()))
        .collect()
}

fn is_language(text: &str, range: &Range<usize>) -> bool {
    let after = text.get(range.end..).unwrap_or_default().trim_start();
    let word: String = after
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .take(16)
        .collect();
    let word = word.to_lowercase();
    !NOT_A_LANGUAGE.iter().any(|other| {
        if other.is_ascii() {
            word == *other
        } else {
            word.starts_with(other)
        }
    })
}

/// Somebody must master it: words of command in the sentence, and no wish about it.
fn is_demand(facts: &Facts, line: &Line, range: &Range<usize>) -> bool {
    let sentence = span::sentence(line.text, range).to_lowercase();
    let is_commanded = COMMAND.iter().any(|word| sentence.contains(word));
    is_commanded && !is_wish(facts, line, range)
}

/// `German is a plus` and `English required, German preferred`: the wish is in the clause, or ends
/// the list of languages that the clause belongs to.
fn is_wish(facts: &Facts, line: &Line, range: &Range<usize>) -> bool {
    let clause = span::clause(line.text, range);
    let rest = span::rest_of_sentence(line.text, range.end);
    let ends_list = |clause: &&str| clause.split_whitespace().count() > 2;
    let list_end = span::clauses(rest).find(ends_list);
    facts.patterns.is_wish(clause)
        || clause.is_ascii()
            && list_end
                .is_some_and(|end| rest.starts_with([',', '/']) && facts.patterns.is_wish(end))
}

fn certified<'a>(facts: &Facts, line: &'a Line) -> Vec<(usize, &'a str, Range<usize>)> {
    // Only letters of one byte change, so that places stay places.
    let lower = line.text.to_ascii_lowercase();
    let found = CERTIFICATES.iter().filter_map(|(mark, name)| {
        let at = lower.find(mark)?;
        let range = at..at + mark.trim_end().len();
        let clause = span::clause(line.text, &range);
        (!facts.patterns.is_wish(clause)).then_some((at, *name, range))
    });
    found.collect()
}
