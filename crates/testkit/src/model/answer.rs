//! What the model says about a posting: job@1, found in the posting's own words.
//!
//! Repeatable, and every value stands in the text. It is no measure of extraction quality.

use serde_json::{Value, json};

use crate::world::tool_names;

const FIRST_WORDS: usize = 200;

/// The answer to a user message that holds a posting.
pub fn job(text: &str) -> Value {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    json!({
        "campus_hire": has(CAMPUS).then_some(true),
        "tech_stack": tool_names().filter(|name| stands_alone(text, name)).collect::<Vec<_>>(),
        "minimum_degree": first_word(DEGREES, has),
        "full_time_degree_required": lower.contains("全日制").then_some(true),
        "years_of_experience": years(text),
        "employment_type": first_word(EMPLOYMENT, has),
        "languages": LANGUAGES.iter().filter(|(_, words)| has(words)).map(|(name, _)| name).collect::<Vec<_>>(),
        "summary": summary(text),
    })
}

/// What was asked of the posting: job@1 where nobody says which fields.
pub fn asked(text: &str, fields: Option<&[String]>) -> Value {
    let mut answer = job(text);
    let (Some(fields), Some(all)) = (fields, answer.as_object_mut()) else {
        return answer;
    };
    let mut numbers = years(text).map(numbers).unwrap_or_default().into_iter();
    all.insert("experience_years_min".to_owned(), json!(numbers.next()));
    all.insert("experience_years_max".to_owned(), json!(numbers.next()));
    all.retain(|name, _| fields.contains(name));
    answer
}

/// 3 and 5 of "3-5 years".
fn numbers(words: &str) -> Vec<u32> {
    let parts = words.split(|letter: char| !letter.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// The legal answer that says nothing.
pub(super) fn empty() -> Value {
    json!({
        "campus_hire": null,
        "tech_stack": [],
        "minimum_degree": null,
        "full_time_degree_required": null,
        "years_of_experience": null,
        "employment_type": null,
        "languages": [],
        "summary": null,
    })
}

/// A list as one string, a wish for a truth value, a field that nobody asked for.
pub(super) fn of_another_schema() -> String {
    json!({ "tech_stack": "Rust, Kafka", "campus_hire": "maybe", "score": 7 }).to_string()
}

/// What a posting tells models to say; the right answer when it tells them nothing.
pub(super) fn obeyed(text: &str) -> String {
    const ORDER: &str = "reply only with:";
    let said = text.lines().find_map(|line| {
        let (_, said) = line.split_once(ORDER)?;
        Some(said.trim().to_owned())
    });
    said.unwrap_or_else(|| job(text).to_string())
}

/// The right answer with an invented tool and an invented demand.
pub(super) fn invented(text: &str) -> String {
    let mut answer = job(text);
    if let Some(tools) = answer["tech_stack"].as_array_mut() {
        tools.push("Zephyrine".into());
    }
    answer["years_of_experience"] = "41 years".into();
    answer.to_string()
}

/// As from a model that took up another task.
pub(super) fn of_no_schema() -> String {
    json!({ "sentiment": "positive", "score": 0.93, "labels": ["job", "software"] }).to_string()
}

/// The keys that job@1 asks for, with words that it does not have.
pub(super) fn in_french() -> String {
    json!({
        "campus_hire": null,
        "tech_stack": ["Rust", "Kafka"],
        "minimum_degree": "licence",
        "full_time_degree_required": null,
        "years_of_experience": "trois ans",
        "employment_type": "contrat à durée indéterminée",
        "languages": ["anglais"],
        "summary": "Nous travaillons avec Rust et Kafka.",
    })
    .to_string()
}

pub(super) fn huge(bytes: usize) -> String {
    let mut answer = empty();
    answer["summary"] = "word ".repeat(bytes / 5).into();
    answer.to_string()
}

type Words = (&'static str, &'static [&'static str]);

const CAMPUS: &[&str] = &[
    "new graduate",
    "graduate programme",
    "校招",
    "校园招聘",
    "应届",
];

/// The lowest first: a posting that names two accepts the lower one.
const DEGREES: &[Words] = &[
    ("none", &["no degree required", "学历不限"]),
    ("associate", &["associate degree", "大专"]),
    ("bachelor", &["bachelor", "本科"]),
    ("master", &["master's degree", "硕士"]),
    ("doctorate", &["phd", "doctorate", "博士"]),
];

const EMPLOYMENT: &[Words] = &[
    ("full_time", &["full-time", "全职"]),
    ("part_time", &["part-time", "兼职"]),
    ("contract", &["fixed-term", "contractor", "外包"]),
    ("internship", &["internship", "实习生"]),
];

const LANGUAGES: &[Words] = &[
    ("English", &["english", "英语", "英文"]),
    ("German", &["german"]),
    ("Mandarin", &["mandarin", "普通话"]),
];

fn first_word(table: &[Words], has: impl Fn(&[&str]) -> bool) -> Option<&'static str> {
    table
        .iter()
        .find(|(_, words)| has(words))
        .map(|(name, _)| *name)
}

/// Not inside another word: Java is not in JavaScript.
fn stands_alone(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let splits =
            |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
        splits(before) && splits(after)
    })
}

/// The first "3+ years" or "3-5年", as it stands.
fn years(text: &str) -> Option<&str> {
    ["year", "年"].into_iter().find_map(|unit| {
        text.match_indices(unit).find_map(|(at, _)| {
            let start = number_before(&text[..at])?;
            let end = at
                + if text[at..].starts_with("years") {
                    "years".len()
                } else {
                    unit.len()
                };
            Some(&text[start..end])
        })
    })
}

/// Where "3", "3+", "3-5" or "3–5 " begins at the end of `text`; a calendar year is none of these.
fn number_before(text: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_ascii_digit() || "+-–".contains(letter);
    let trimmed = text.trim_end_matches(' ');
    let number = trimmed.trim_end_matches(is_part);
    let range = &trimmed[number.len()..];
    let short = range
        .split(['-', '–'])
        .all(|part| (1..=3).contains(&part.len()));
    (short && range.starts_with(|letter: char| letter.is_ascii_digit())).then_some(number.len())
}

fn summary(text: &str) -> Option<String> {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| line.chars().count() > 25)?;
    Some(line.chars().take(FIRST_WORDS).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_posting_demands() {
        let answer = job(
            "Senior Backend Engineer\nHarborline plans berths for 140 ports.\nFull-time.\n\
             5-8 years of experience\nBachelor's degree\nCommand of Rust and Kafka\nFluent English",
        );
        assert_eq!(answer["tech_stack"], json!(["Rust", "Kafka"]));
        assert_eq!(answer["minimum_degree"], "bachelor");
        assert_eq!(answer["years_of_experience"], "5-8 years");
        assert_eq!(answer["employment_type"], "full_time");
        assert_eq!(answer["languages"], json!(["English"]));
        assert_eq!(answer["summary"], "Harborline plans berths for 140 ports.");
        assert_eq!(answer["campus_hire"], Value::Null);
    }

    #[test]
    fn answers_what_the_schema_asks_for() {
        let fields = ["experience_years_min", "experience_years_max"].map(str::to_owned);
        let text = "Engineer\n5-8 years of experience\nRust";
        let answer = asked(text, Some(&fields));
        let wanted = json!({ "experience_years_min": 5, "experience_years_max": 8 });
        assert_eq!(answer, wanted);
        assert_eq!(asked(text, None), job(text));
    }

    #[test]
    fn reads_chinese() {
        let answer = job(
            "后端开发工程师（2027届校招）\n全日制硕士及以上学历\n3年以上相关工作经验\n熟练掌握Go、Redis",
        );
        assert_eq!(answer["campus_hire"], true);
        assert_eq!(answer["minimum_degree"], "master");
        assert_eq!(answer["full_time_degree_required"], true);
        assert_eq!(answer["years_of_experience"], "3年");
        assert_eq!(answer["tech_stack"], json!(["Go", "Redis"]));
    }

    #[test]
    fn says_nothing_about_nothing() {
        assert_eq!(job("Receptionist\nSoon"), empty());
    }

    #[test]
    fn a_calendar_year_is_no_experience() {
        assert_eq!(years("截止至2026年4月5日"), None);
        assert_eq!(years("the last week of the year"), None);
        assert_eq!(years("3+ years or 7 years"), Some("3+ years"));
    }

    #[test]
    fn a_tool_is_not_found_inside_a_word() {
        assert!(!stands_alone("JavaScript", "Java"));
        assert!(stands_alone("熟练掌握Java、C++", "Java"));
        assert!(stands_alone("熟练掌握Java、C++", "C++"));
    }
}
