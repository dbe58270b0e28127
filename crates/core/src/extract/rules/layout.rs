//! A posting as lines with sections: who speaks of the job, who of the company or its benefits.
//!
//! Canonical text has one block a line and list items with a leading `- `. Headings are known by
//! their words (`patterns.yaml`), or by their form when a list follows.

use serde::Deserialize;

use super::patterns::Patterns;

/// Longest heading, in characters.
const HEADING_CHARS: usize = 60;

pub(super) struct Document<'a> {
    /// The title first.
    pub lines: Vec<Line<'a>>,
}

#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Without the mark of a list item.
    pub text: &'a str,
    pub section: Section,
    pub is_item: bool,
    pub is_heading: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Section {
    Title,
    /// No heading, or one that says nothing about what follows.
    Body,
    Role,
    Demands,
    Wishes,
    Company,
    Benefits,
    Legal,
}

impl Section {
    /// What the company says of itself, offers, or has to say by law is no fact of the job.
    pub const fn speaks_of_the_job(self) -> bool {
        !matches!(self, Section::Company | Section::Benefits | Section::Legal)
    }
}

impl<'a> Document<'a> {
    pub fn read(title: &'a str, text: &'a str, patterns: &Patterns) -> Self {
        let title = Line {
            text: title.trim(),
            section: Section::Title,
            is_item: false,
            is_heading: false,
        };
        let mut reader = Reader {
            patterns,
            section: Section::Body,
            number: 0,
            lines: vec![title],
        };
        let mut lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .peekable();
        while let Some(line) = lines.next() {
            let before_list = lines
                .peek()
                .is_some_and(|next| without_mark(next, reader.number).1);
            reader.take(line, before_list);
        }
        Self {
            lines: reader.lines,
        }
    }

    /// Lines of the text, without the title and without headings.
    pub fn prose(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines
            .iter()
            .filter(|line| line.section != Section::Title && !line.is_heading)
    }
}

struct Reader<'a, 'p> {
    patterns: &'p Patterns,
    section: Section,
    /// Number of the last item of a numbered list.
    number: u32,
    lines: Vec<Line<'a>>,
}

impl<'a> Reader<'a, '_> {
    fn take(&mut self, line: &'a str, before_list: bool) {
        let (text, is_item) = without_mark(line, self.number);
        self.number = leading_number(line).filter(|_| is_item).unwrap_or(0);
        let (head, rest) = split_heading(text);
        let known = bare_heading(head).and_then(|bare| self.known_section(&bare));
        match known {
            Some(section) if rest.trim().is_empty() => {
                self.section = section;
                self.push(text, is_item, true);
            }
            Some(section) => self.take_labelled(section, text, rest.trim()),
            None if !is_item && looks_like_heading(text, before_list) => {
                self.section = Section::Body;
                self.push(text, is_item, true);
            }
            None => self.push(text, is_item, false),
        }
    }

    /// `Salary: 20k` speaks for its own line, `Requirements: a degree` for what follows too. The
    /// label is a part of what is said (`Experience: 3 years`), but not in front of a duty.
    fn take_labelled(&mut self, section: Section, text: &'a str, rest: &'a str) {
        let before = self.section;
        self.section = section;
        let text = if section == Section::Role { rest } else { text };
        self.push(text, false, false);
        if matches!(section, Section::Body | Section::Benefits | Section::Legal) {
            self.section = before;
        }
    }

    fn push(&mut self, text: &'a str, is_item: bool, is_heading: bool) {
        let legal = !is_heading && is_legal(text);
        self.lines.push(Line {
            text,
            section: if legal { Section::Legal } else { self.section },
            is_item,
            is_heading,
        });
    }

    fn known_section(&self, bare: &str) -> Option<Section> {
        let section = self.patterns.section_of(bare);
        section.or_else(|| names_the_company(bare).then_some(Section::Company))
    }
}

/// The text behind the mark of a list item, and whether there was one. `last_number` is that of
/// the item before.
fn without_mark(line: &str, last_number: u32) -> (&str, bool) {
    let bare = line.trim_start();
    let bullet = ["- ", "* ", "• ", "· ", "● ", "– "]
        .iter()
        .find_map(|mark| bare.strip_prefix(mark));
    let numbered = || {
        let number = leading_number(bare)?;
        let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(['、', '.', ')', '）', '．'])?;
        // `3.5 years` is no third item, unless it follows the second one: `3.5年以上经验`.
        let is_decimal = rest.starts_with(|c: char| c.is_ascii_digit());
        (!is_decimal || number == last_number + 1 && number > 1).then_some(rest)
    };
    match bullet.or_else(numbered) {
        Some(rest) => (rest.trim(), true),
        None => (bare.trim(), false),
    }
}

/// The number of at most two digits that a line begins with.
fn leading_number(line: &str) -> Option<u32> {
    let bare = line.trim_start();
    let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = bare.get(..digits).filter(|digits| digits.len() <= 2)?;
    number.parse().ok()
}

/// Splits `Requirements: a degree` at the first colon.
fn split_heading(text: &str) -> (&str, &str) {
    match text.find([':', '：']) {
        Some(at) => {
            let rest = text.get(at..).unwrap_or_default();
            (
                text.get(..at).unwrap_or_default(),
                rest.trim_start_matches([':', '：']),
            )
        }
        None => (text, ""),
    }
}

/// A heading without its decoration, in lower case; `None` for what is too long to be one.
fn bare_heading(head: &str) -> Option<String> {
    let decoration = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '【' | '】'
                    | '['
                    | ']'
                    | '*'
                    | '#'
                    | '?'
                    | '？'
                    | '!'
                    | '…'
                    | '.'
                    | '■'
                    | '◆'
                    | '▼'
                    | '★'
                    | '-'
                    | '—'
                    | '_'
                    | '='
                    | '('
                    | ')'
            )
    };
    let bare = head.trim_matches(decoration);
    let numbered = bare.trim_start_matches(|c: char| "一二三四五六七八九".contains(c));
    let bare = numbered.strip_prefix('、').unwrap_or(bare).trim();
    let fits = !bare.is_empty() && bare.chars().take(HEADING_CHARS + 1).count() <= HEADING_CHARS;
    fits.then(|| bare.to_lowercase().replace('’', "'"))
}

/// `About Acme`, `Life at Acme`: a company that speaks of itself under its own name.
fn names_the_company(bare: &str) -> bool {
    let named = ["about ", "life at ", "working at "]
        .iter()
        .find_map(|start| bare.strip_prefix(start));
    let first = named.and_then(|name| name.split_whitespace().next());
    let words = bare.split_whitespace().count();
    words <= 5 && first.is_some_and(|first| !matches!(first, "the" | "this" | "you" | "your" | "a"))
}

/// A short line without an end, in front of a list or in capitals.
fn looks_like_heading(text: &str, before_list: bool) -> bool {
    let short = text.chars().take(HEADING_CHARS + 1).count() <= HEADING_CHARS;
    let open = !text.ends_with(['.', '。', ';', '；', ',', '，', '!', '！']);
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let capitals = letters().count() > 3 && letters().all(char::is_uppercase);
    short && open && (before_list || capitals || text.ends_with([':', '：']))
}

/// Sentences that the law or custom puts under postings.
fn is_legal(text: &str) -> bool {
    const MARKS: [&str; 6] = [
        "equal opportunity employer",
        "equal employment opportunity",
        "without regard to race",
        "regardless of race",
        "on the basis of race",
        "based on race",
    ];
    let lower = text.to_ascii_lowercase();
    MARKS.iter().any(|mark| lower.contains(mark))
}
