//! Who wrote a text and when, as the lines around its title say.
//!
//! A byline consists of labels, names, times, counters and what separates them, and of nothing
//! else. A line with a word left over is prose, whatever dates and names are in it: it gives no
//! fact and stays in the text. Lines come tidied, so that no noise decides; comments and lists
//! never come here, the caller hands over lines of the head of the text alone.

use super::noise;
use crate::parse::moment::{Moment, Moments};

/// Longer lines are text.
const LONGEST_BYTES: usize = 240;
/// How many places of a line are tried as a date.
const MOST_TRIES: usize = 24;
/// Words of a name, and of what a text is filed under.
const MOST_WORDS: usize = 5;

/// What a line of this kind says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Byline {
    pub(super) author: Option<String>,
    pub(super) published: Option<(String, Moment)>,
    pub(super) updated: Option<Moment>,
}

impl Byline {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes over what is not known yet.
    pub(super) fn complete(&mut self, other: Byline) {
        self.author = self.author.take().or(other.author);
        self.published = self.published.take().or(other.published);
        self.updated = self.updated.take().or(other.updated);
    }

    fn is_published(&mut self, found: Option<(String, Moment)>) -> bool {
        let told = found.is_some();
        self.published = self.published.take().or(found);
        told
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Label {
    Published,
    Updated,
    Author,
    /// Names something that is no fact here.
    Other,
}

const LABELS: [(&str, Label); 61] = [
    ("发布时间", Label::Published),
    ("发布日期", Label::Published),
    ("发表时间", Label::Published),
    ("发表日期", Label::Published),
    ("发布于", Label::Published),
    ("发表于", Label::Published),
    ("发文日期", Label::Published),
    ("更新时间", Label::Updated),
    ("更新于", Label::Updated),
    ("最后更新", Label::Updated),
    ("最近更新", Label::Updated),
    ("修改时间", Label::Updated),
    ("时间", Label::Published),
    ("日期", Label::Published),
    ("作者", Label::Author),
    ("记者", Label::Author),
    ("文/", Label::Author),
    ("撰文", Label::Author),
    ("本报记者", Label::Author),
    ("来源", Label::Other),
    ("出处", Label::Other),
    ("责任编辑", Label::Other),
    ("编辑", Label::Other),
    ("阅读", Label::Other),
    ("浏览", Label::Other),
    ("点击", Label::Other),
    ("人气", Label::Other),
    ("评论", Label::Other),
    ("字体", Label::Other),
    ("字号", Label::Other),
    ("分享", Label::Other),
    ("last updated on", Label::Updated),
    ("last updated", Label::Updated),
    ("last modified", Label::Updated),
    ("updated on", Label::Updated),
    ("updated at", Label::Updated),
    ("updated", Label::Updated),
    ("modified", Label::Updated),
    ("published on", Label::Published),
    ("published at", Label::Published),
    ("published", Label::Published),
    ("posted on", Label::Published),
    ("posted at", Label::Published),
    ("posted", Label::Published),
    ("first published", Label::Published),
    ("date posted", Label::Published),
    ("date published", Label::Published),
    ("publication date", Label::Published),
    ("date", Label::Published),
    ("written by", Label::Author),
    ("story by", Label::Author),
    ("words by", Label::Author),
    ("text by", Label::Author),
    ("reported by", Label::Author),
    ("posted by", Label::Author),
    ("author", Label::Author),
    ("by", Label::Author),
    ("source", Label::Other),
    ("views", Label::Other),
    ("read time", Label::Other),
    ("filed under", Label::Other),
];

/// Has a number, or a word that names an author: all others cost no further look.
fn could_be_one(line: &str) -> bool {
    let names = line.starts_with("By ") || line.contains(" by ");
    let labelled = !line.is_ascii()
        && ["作者", "记者", "文/", "撰文"]
            .iter()
            .any(|label| line.contains(label));
    names
        || labelled
        || line.starts_with("Author")
        || line.bytes().any(|byte| byte.is_ascii_digit())
}

/// What the line, which is tidied, says; empty when it is no byline, or not wholly one.
pub(super) fn read(line: &str, moments: &Moments) -> Byline {
    let mut byline = Byline::default();
    if line.len() > LONGEST_BYTES || !could_be_one(line) {
        return byline;
    }
    for part in parts(line) {
        match read_part(part, moments) {
            Some(told) => byline.complete(told),
            None => return Byline::default(),
        }
    }
    without_doubt(byline)
}

/// What a line of an element says that is named for it: parts that say something else are read
/// over.
pub(super) fn read_named(line: &str, moments: &Moments) -> Byline {
    let mut byline = Byline::default();
    if line.len() > LONGEST_BYTES || !could_be_one(line) {
        return byline;
    }
    for part in parts(line) {
        if let Some(told) = read_part(part, moments) {
            byline.complete(told);
        } else if !ends_as_sentence(part) {
            byline.published = byline.published.take().or_else(|| date_in(part, moments));
        }
    }
    without_doubt(byline)
}

fn parts(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(['|', '·', '•']);
    let parts = parts.flat_map(|part| part.split(" / "));
    parts
        .map(|part| part.trim_matches(is_edge))
        .filter(|part| !part.is_empty())
}

/// One word in small letters is a name only where a time stands beside it: "by admin".
fn without_doubt(byline: Byline) -> Byline {
    let doubtful = byline
        .author
        .as_deref()
        .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()));
    match doubtful && byline.published.is_none() {
        true => Byline {
            author: None,
            ..byline
        },
        false => byline,
    }
}

/// `None` when something of the part is not understood.
fn read_part(part: &str, moments: &Moments) -> Option<Byline> {
    let mut byline = Byline::default();
    if is_whole(part, moments, &mut byline) {
        return Some(byline);
    }
    (noise::is_moving(&part.to_ascii_lowercase()) || counts(part)).then(Byline::default)
}

fn is_whole(part: &str, moments: &Moments, byline: &mut Byline) -> bool {
    let labels = labels(part);
    let first = labels.first().map_or(part.len(), |found| found.at);
    let before = part.get(..first).unwrap_or("").trim_matches(is_edge);
    if !before.is_empty() && !byline.is_published(published(before, moments)) {
        return false;
    }
    labels.iter().enumerate().all(|(place, found)| {
        let next = labels.get(place.saturating_add(1));
        let end = next.map_or(part.len(), |next| next.at);
        let value = part.get(found.end..end).unwrap_or("");
        takes(found.label, value, moments, byline)
    })
}

/// `20 applicants`, `20人已投递`: a number and what is counted.
fn counts(part: &str) -> bool {
    const LONGEST: usize = 32;
    let unit =
        part.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '+'));
    let words = unit.split_whitespace().count();
    part.len() <= LONGEST
        && unit.len() < part.len()
        && (1..=2).contains(&words)
        && !unit.bytes().any(|byte| byte.is_ascii_digit())
        && !ends_as_sentence(part)
}

fn is_edge(c: char) -> bool {
    matches!(
        c,
        ':' | '：' | ' ' | ',' | '，' | ';' | '(' | ')' | '[' | ']' | '-' | '\u{2010}'..='\u{2015}'
    )
}

fn ends_as_sentence(text: &str) -> bool {
    text.ends_with(['.', '。', '!', '?', '…']) && !text.ends_with(".m.")
}

/// Whether all of the value is what its label names.
fn takes(label: Label, value: &str, moments: &Moments, byline: &mut Byline) -> bool {
    let colon = value.trim_start().starts_with([':', '：', ' ']) || !value.is_ascii();
    let value = value.trim_matches(is_edge);
    match label {
        Label::Published => byline.is_published(filed(value, moments)),
        Label::Updated => {
            let told = filed(value, moments).map(|(_, moment)| moment);
            let read = told.is_some();
            byline.updated = byline.updated.take().or(told);
            read
        }
        Label::Author => takes_author(value, moments, byline),
        Label::Other => {
            // A date often stands behind the source without a label of its own.
            let (name, date) = name_and_date(value, moments);
            byline.is_published(date);
            colon && (name.is_empty() || counts_only(name) || is_name(name))
        }
    }
}

fn counts_only(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text
            .trim_end_matches(['次', '人', '条'])
            .bytes()
            .all(|byte| {
                byte.is_ascii_digit()
                    || matches!(byte, b',' | b'.' | b'k' | b'K' | b'm' | b'M' | b'+')
            })
}

/// A name, with the role and the date that may follow it.
fn takes_author(value: &str, moments: &Moments, byline: &mut Byline) -> bool {
    let (name, date) = name_and_date(value, moments);
    byline.is_published(date);
    let (name, role) = name.split_once(", ").unwrap_or((name, ""));
    let told = is_name(name) && (role.is_empty() || is_name(role));
    if told {
        byline.author.get_or_insert_with(|| name.to_owned());
    }
    told
}

/// A date at the end of a value, and what stands before it.
fn name_and_date<'v>(value: &'v str, moments: &Moments) -> (&'v str, Option<(String, Moment)>) {
    if !value.bytes().any(|byte| byte.is_ascii_digit()) {
        return (value, None);
    }
    for (start, _) in words(value).take(MOST_TRIES) {
        let (name, tail) = value.split_at_checked(start).unwrap_or((value, ""));
        let tail = tail.trim_matches(is_edge);
        if let Some(found) = published(tail.strip_prefix("on ").unwrap_or(tail), moments) {
            return (name.trim_matches(is_edge), Some(found));
        }
    }
    (value, None)
}

/// A few words with capitals, or of a script without them.
fn is_name(text: &str) -> bool {
    const LONGEST: usize = 60;
    const PARTICLES: [&str; 14] = [
        "and", "de", "da", "del", "der", "di", "du", "la", "le", "van", "von", "bin", "al", "of",
    ];
    let letters = |c: char| {
        c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '’' | '&' | '、' | '_' | '@')
    };
    let words = text.split_whitespace().count();
    let told = |word: &str| {
        PARTICLES.contains(&word)
            || !word.starts_with(|c: char| c.is_lowercase())
            || word.starts_with('@')
    };
    (1..=MOST_WORDS).contains(&words)
        && text.len() <= LONGEST
        && text.chars().all(letters)
        && text.chars().any(char::is_alphabetic)
        && !ends_as_sentence(text)
        && !is_chinese_clause(text)
        && (words == 1 || text.split_whitespace().all(told))
}

/// Names of people and houses are short.
fn is_chinese_clause(text: &str) -> bool {
    const MOST: usize = 12;
    let dense = text.chars().filter(|c| crate::canonical::is_dense(*c));
    dense.count() > MOST || text.contains(['的', '了'])
}

struct Found {
    at: usize,
    end: usize,
    label: Label,
}

/// The labels of a line in order: Latin ones as whole words, Chinese ones anywhere.
fn labels(line: &str) -> Vec<Found> {
    let lower = line.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0_usize;
    while let Some(rest) = lower.get(at..).filter(|rest| !rest.is_empty()) {
        let before = lower
            .get(..at)
            .and_then(|before| before.chars().next_back());
        let starts_word = before.is_none_or(|c| !c.is_ascii_alphanumeric());
        let label = match rest.bytes().next() {
            Some(byte) if byte.is_ascii() && (!starts_word || !byte.is_ascii_lowercase()) => None,
            first => LABELS
                .iter()
                .find(|(word, _)| word.bytes().next() == first && begins(rest, word)),
        };
        if let Some((word, label)) = label {
            let end = at.saturating_add(word.len());
            found.push(Found {
                at,
                end,
                label: *label,
            });
            at = end;
        } else {
            at = at.saturating_add(rest.chars().next().map_or(1, char::len_utf8));
        }
    }
    found
}

fn begins(rest: &str, word: &str) -> bool {
    let behind = rest.strip_prefix(word).map(|behind| behind.chars().next());
    behind.is_some_and(|next| !word.is_ascii() || next.is_none_or(|c| !c.is_ascii_alphanumeric()))
}

fn published(text: &str, moments: &Moments) -> Option<(String, Moment)> {
    const LONGEST: usize = 80;
    const SHORTEST: usize = 6;
    let told = (SHORTEST..=LONGEST).contains(&text.len())
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && (is_dateable(text) || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let read = |text: &str| moments.published(text);
    let moment = told
        .then(|| read(text).or_else(|| read(&text.replace(" at ", " "))))
        .flatten()?;
    Some((text.to_owned(), moment))
}

/// A date, and at most what the text is filed under behind it.
fn filed(value: &str, moments: &Moments) -> Option<(String, Moment)> {
    if let Some(found) = published(value, moments) {
        return Some(found);
    }
    let (date, under) = value
        .split_once(" in ")
        .or_else(|| value.split_once(" under "))?;
    is_name(under).then(|| published(date, moments)).flatten()
}

/// The longest run of words that is a date.
fn date_in(text: &str, moments: &Moments) -> Option<(String, Moment)> {
    let text = text.trim_matches(is_edge);
    if let Some(found) = published(text, moments) {
        return Some(found);
    }
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let starts: Vec<usize> = words(text).map(|(start, _)| start).collect();
    let ends: Vec<usize> = words(text).map(|(_, end)| end).collect();
    let mut tries = MOST_TRIES;
    for (place, start) in starts.iter().enumerate() {
        for end in ends.iter().skip(place).take(8).rev() {
            let part = text.get(*start..*end).unwrap_or("").trim_matches(is_edge);
            if !is_dateable(part) {
                continue;
            }
            if let Some(found) = published(part, moments) {
                return Some(found);
            }
            tries = tries.checked_sub(1)?;
        }
    }
    None
}

/// Holds a year, or an age.
fn is_dateable(part: &str) -> bool {
    let digits = part.split(|c: char| !c.is_ascii_digit());
    digits.map(str::len).any(|length| length >= 4) || part.ends_with("ago") || part.ends_with('前')
}

fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    text.split_whitespace().filter_map(move |word| {
        let start = (word.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        Some((start, start.checked_add(word.len())?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-09-30T00:00:00Z
    const NOW_MS: i64 = 1_790_726_400_000;

    fn told(line: &str) -> (Option<String>, Option<String>, Option<String>) {
        let moments = Moments::new(Some("Asia/Shanghai"), None, NOW_MS).unwrap();
        let byline = read(line, &moments);
        let published = byline.published.and_then(|(_, moment)| moment.utc);
        (
            byline.author,
            published,
            byline.updated.and_then(|moment| moment.utc),
        )
    }

    #[test]
    fn author_and_time_are_read_in_any_order() {
        for (line, author, published) in [
            (
                "Thursday September 24, 2026 9:20 am PDT by Staff",
                Some("Staff"),
                Some("2026-09-24T16:20:00Z"),
            ),
            (
                "发布时间：2026年9月24日 17:30",
                None,
                Some("2026-09-24T09:30:00Z"),
            ),
            (
                "来源：示例日报 记者：陈启明 发布时间：2026年5月3日 10:20",
                Some("陈启明"),
                Some("2026-05-03T02:20:00Z"),
            ),
            (
                "By Ada Lindqvist · 3 May 2026",
                Some("Ada Lindqvist"),
                Some("2026-05-03"),
            ),
            (
                "Posted on March 3, 2026 by admin",
                Some("admin"),
                Some("2026-03-03"),
            ),
            (
                "2026-09-24 17:30 来源：新华网",
                None,
                Some("2026-09-24T09:30:00Z"),
            ),
        ] {
            let (found, at, _) = told(line);
            assert_eq!(found.as_deref(), author, "{line}");
            assert_eq!(at.as_deref(), published, "{line}");
        }
    }

    #[test]
    fn the_time_of_an_update_is_not_the_time_of_publication() {
        let (_, published, updated) = told("Published: 12 May 2026 | Last updated: 13 May 2026");
        assert_eq!(published.as_deref(), Some("2026-05-12"));
        assert_eq!(updated.as_deref(), Some("2026-05-13"));
    }

    #[test]
    fn prose_is_no_byline() {
        for line in [
            "The maker today seeded the eleventh beta.",
            "Office closed on the first floor",
            "Office closed on 1 October 2026.",
            "Price list",
            "The company balances solar, wind and storage for regional grids, minute by minute.",
            "We are 18 people today and plan to be 32 by the end of next year.",
            "Please quote R-3336 when you write to us.",
            "By noon whether it went well",
            "By making each of them forgettable",
            "Founded on 1 October 2026 by",
            "Location by region",
            "团队目前7人,计划明年底扩充至23人。",
            "工作时间 | 每周五天",
            "2026年9月24日 我们的作者见面会开始",
        ] {
            assert_eq!(told(line), (None, None, None), "{line}");
        }
    }
}
