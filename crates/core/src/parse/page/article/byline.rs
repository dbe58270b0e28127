//! Who wrote a text and when, as the lines around its title say.
//!
//! Reads lines by their labels ("发布时间：", "Updated", "by") and by dates in them. Comments and
//! lists never come here: the caller hands over lines of the head of the text alone.

use crate::parse::moment::{Moment, Moments};

/// Longer lines are text.
const LONGEST_BYTES: usize = 240;
/// How many places of a line are tried as a date.
const MOST_TRIES: usize = 24;

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
}

#[derive(Clone, Copy, PartialEq)]
enum Label {
    Published,
    Updated,
    Author,
    /// Names something that is no fact here.
    Other,
}

const LABELS: [(&str, Label); 56] = [
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

/// What the line, which has single blanks, says; empty when it is no byline.
pub(super) fn read(line: &str, moments: &Moments) -> Byline {
    let mut byline = Byline::default();
    if line.len() > LONGEST_BYTES || !could_be_one(line) {
        return byline;
    }
    for part in line.split(['|', '·', '•', '/']) {
        read_part(part.trim(), moments, &mut byline);
    }
    byline
}

fn read_part(part: &str, moments: &Moments, byline: &mut Byline) {
    let labels = labels(part);
    let first = labels.first().map_or(part.len(), |found| found.at);
    let before = part.get(..first).unwrap_or("");
    if let Some(found) = date_in(before, moments) {
        byline.published.get_or_insert(found);
    }
    for (place, found) in labels.iter().enumerate() {
        let next = labels.get(place.saturating_add(1));
        let end = next.map_or(part.len(), |next| next.at);
        let value = part.get(found.end..end).unwrap_or("");
        take(found.label, value.trim_matches(is_edge), moments, byline);
    }
}

fn is_edge(c: char) -> bool {
    matches!(
        c,
        ':' | '：' | ' ' | ',' | ';' | '(' | ')' | '[' | ']' | '-' | '–' | '—'
    )
}

fn take(label: Label, value: &str, moments: &Moments, byline: &mut Byline) {
    match label {
        Label::Published => {
            if let Some(found) = date_in(value, moments) {
                byline.published.get_or_insert(found);
            }
        }
        Label::Updated => {
            if let Some((_, moment)) = date_in(value, moments) {
                byline.updated.get_or_insert(moment);
            }
        }
        Label::Author => take_author(value, moments, byline),
        Label::Other => {
            // A date often stands behind the source without a label of its own.
            if let Some(found) = date_in(value, moments) {
                byline.published.get_or_insert(found);
            }
        }
    }
}

/// A name, with the date that may follow it.
fn take_author(value: &str, moments: &Moments, byline: &mut Byline) {
    let cut = value.find(|c: char| c.is_ascii_digit() || c == ',' || c == '(');
    let (name, rest) = value
        .split_at_checked(cut.unwrap_or(value.len()))
        .unwrap_or((value, ""));
    let name = name.trim_end_matches(" on").trim_matches(is_edge);
    let words = name.split_whitespace().count();
    if (1..=5).contains(&words) && name.len() <= 60 && !name.ends_with('.') {
        byline.author.get_or_insert(name.to_owned());
    }
    if let Some(found) = date_in(rest, moments).or_else(|| date_in(value, moments)) {
        byline.published.get_or_insert(found);
    }
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
    let told =
        text.len() >= 6 && text.len() <= 80 && text.bytes().any(|byte| byte.is_ascii_digit());
    let moment = told.then(|| moments.published(text)).flatten()?;
    Some((text.to_owned(), moment))
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
            "Price list",
        ] {
            assert_eq!(told(line), (None, None, None), "{line}");
        }
    }
}
