//! Years of experience demanded, in the posting's own words.
//!
//! A number of years is a demand only where the words around it speak of experience; the years of
//! a company, of a contract or of an age are not.

use super::layout::Section;
use super::patterns::Hit;
use super::{Facts, Found, span};

/// Behind or before the years: they are years of work.
const OF_WORK: &[&str] = &[
    "experience",
    "experienced",
    "working",
    " in ",
    " with ",
    " as a",
    "professional",
    "background",
    "industry",
    "track record",
    "hands-on",
    "relevant",
    "engineering",
    "development",
    "management",
    "sales",
    "经验",
    "经历",
    "工作",
    "从业",
    "开发",
    "研发",
    "相关",
    "경력",
    "경험",
];
/// In the sentence: they are other years.
const OF_OTHERS: &[&str] = &[
    "years old",
    "years of age",
    "year old",
    "years ago",
    "vesting",
    "founded",
    "anniversary",
    "contract",
    "warranty",
    "per year",
    "each year",
    "every year",
    "within the last",
    "in the last",
    "over the past",
    "over the last",
    "in the next",
    "the past",
    "we have",
    "we've",
    "our company",
    "our team has",
    "our clients",
    "has been",
    "with us",
    "have been in business",
    "成立",
    "周岁",
    "岁",
    "合同",
    "劳动",
    "未来",
    "过去",
    "近几年",
    "毕业",
    "公司拥有",
    "我们拥有",
    "我们有",
    "历史",
    "调薪",
    "晋升",
];

pub(super) fn find(facts: &Facts) -> Found {
    let hits: Vec<&Hit> = facts.of("years_of_experience").collect();
    let demanded = hits.iter().filter(|hit| is_demand(facts, hit));
    // Requirements first, then the title, then anything.
    let best = demanded.min_by_key(|hit| match hit.line.section {
        Section::Demands => 0,
        Section::Title => 1,
        _ => 2,
    });
    match best {
        Some(hit) => Found::by(hit.text().trim(), hit),
        None => Found::nothing(),
    }
}

fn is_demand(facts: &Facts, hit: &Hit) -> bool {
    if hit.rule.value == "none" {
        return true;
    }
    if hit.line.section == Section::Wishes || is_part_of_number(hit) {
        return false;
    }
    let sentence = hit.sentence().to_lowercase();
    if OF_OTHERS.iter().any(|word| sentence.contains(word)) || facts.patterns.is_wish(hit.clause())
    {
        return false;
    }
    let labelled = hit.line.section == Section::Demands && (hit.range.start == 0 || is_alone(hit));
    let korean = hit.rule.id == "years.ko";
    labelled || korean || OF_WORK.iter().any(|word| near(hit).contains(word))
}

/// A year (`2026年`), a share or a sum has more digits than the match.
fn is_part_of_number(hit: &Hit) -> bool {
    let before = hit
        .line
        .text
        .get(..hit.range.start)
        .and_then(|text| text.chars().next_back());
    before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | '第' | '$' | '近'))
}

/// The words right around the years.
fn near(hit: &Hit) -> String {
    const AFTER_CHARS: usize = 60;
    const BEFORE_CHARS: usize = 30;
    let text = hit.line.text;
    let after: String = span::rest_of_sentence(text, hit.range.end)
        .chars()
        .take(AFTER_CHARS)
        .collect();
    let sentence = hit.sentence();
    let start = sentence.find(hit.text()).unwrap_or(0);
    let before = sentence.get(..start).unwrap_or_default();
    let skipped = before.chars().count().saturating_sub(BEFORE_CHARS);
    let before: String = before.chars().skip(skipped).collect();
    format!("{before} {after} ").to_lowercase()
}

/// Nothing but the years on the line, or behind its label.
fn is_alone(hit: &Hit) -> bool {
    let rest = hit.line.text.get(hit.range.end..).unwrap_or_default();
    rest.trim_matches(|c: char| !c.is_alphanumeric()).is_empty()
}
