//! The day's dress of a text: all that changes between two visits without changing a word.
//!
//! Must keep to what docs/canonical-form.md calls noise: blanks of every kind, characters without
//! width, decomposed letters, full-width forms in Chinese text, typographic quotes, dashes and dots,
//! blanks between Chinese and Latin text. No letter goes and none comes.

use crate::random::Random;

const BLANKS: &[&str] = &[
    "  ", "\u{a0}", "\u{2009}", "\u{202f}", "\u{3000}", " \u{a0}",
];
const MARKUP_BLANKS: &[&str] = &[
    "&nbsp;", "\n", "&#160;", "&#xa0;", " \t", "&nbsp; ", "&thinsp;",
];
const NO_WIDTH: &[&str] = &["\u{200b}", "\u{feff}", "\u{2060}", "\u{ad}", "\u{200e}"];
const NO_WIDTH_MARKUP: &[&str] = &["&#8203;", "&ZeroWidthSpace;", "&shy;", "&#xfeff;"];
const WRAPS: &[&str] = &["strong", "em", "span", "b", "i", "u", "font"];

/// Dresses the texts of one posting, or of one page.
pub(super) struct Dress {
    pub(super) random: Random,
    chinese: bool,
    habits: Habits,
}

/// How much of each kind a text of today has: a site does not do everything at once.
#[derive(Clone, Copy)]
struct Habits {
    typographic: bool,
    wide: bool,
    decomposed: bool,
    spaced: bool,
}

impl Dress {
    pub(super) fn new(mut random: Random, chinese: bool) -> Self {
        let habits = Habits {
            typographic: random.chance(500),
            wide: chinese && random.chance(400),
            decomposed: random.chance(400),
            spaced: chinese && random.chance(500),
        };
        Self {
            random,
            chinese,
            habits,
        }
    }

    /// A line where markup would be shown as text: titles of JSON, plain twins.
    pub(super) fn plain(&mut self, line: &str) -> String {
        let text = self.letters(line, false).concat();
        self.ended(text)
    }

    /// A line as the inside of an HTML element.
    pub(super) fn html(&mut self, line: &str) -> String {
        let inner = self.inline(line);
        self.ended(inner)
    }

    /// A blank behind a line, on some days.
    fn ended(&mut self, mut line: String) -> String {
        if self.random.chance(150) {
            line.push(' ');
        }
        line
    }

    fn inline(&mut self, line: &str) -> String {
        let letters = self.letters(line, true);
        let wrap = self.random.chance(300).then(|| self.stretch(&letters));
        let name = self.random.pick(WRAPS);
        let mut out = String::new();
        for (at, letter) in letters.iter().enumerate() {
            if wrap.is_some_and(|(from, _)| from == at) {
                out.push_str(&format!("<{name}{}>", self.attributes()));
            }
            out.push_str(letter);
            if wrap.is_some_and(|(_, last)| last == at) {
                out.push_str(&format!("</{name}>"));
            }
        }
        out
    }

    /// A paragraph, some of whose words lead somewhere: always the same words, while the address has
    /// the session of the day.
    pub(super) fn paragraph(&mut self, line: &str) -> String {
        let Some(linked) = linked(line) else {
            return self.html(line);
        };
        let [before, words, after] = linked;
        let (before, after) = (self.inline(before), self.inline(after));
        let words = self.inline(words);
        let token = self.token();
        format!(
            "{before}<a href=\"https://careers.example.com/faq?sid={token}\">{words}</a>{after}"
        )
    }

    /// An element around inner HTML.
    pub(super) fn element(&mut self, name: &str, inner: &str) -> String {
        let attributes = self.attributes();
        let (before, after) = match self.random.below(4) {
            0 => ("\n  ", "\n"),
            1 => ("", "\n"),
            _ => ("", ""),
        };
        format!("<{name}{attributes}>{before}{inner}</{name}>{after}")
    }

    /// Something between two blocks that nobody sees; mostly nothing.
    pub(super) fn nothing(&mut self) -> String {
        match self.random.below(14) {
            0 => "<p>&nbsp;</p>".to_owned(),
            1 => "<div><br></div>".to_owned(),
            2 => format!("<!-- rev {} -->", self.random.below(100_000)),
            3 => "\n \n".to_owned(),
            4 => format!("<a id=\"s{}\"></a>", self.random.below(1000)),
            _ => String::new(),
        }
    }

    /// A token of a session, which no number of a posting can be taken for.
    pub(super) fn token(&mut self) -> String {
        format!(
            "s{:06x}x{:06x}",
            self.random.below(1 << 24),
            self.random.below(1 << 24)
        )
    }

    /// Parameters that say where a visitor came from.
    pub(super) fn tracked(&mut self, url: &str) -> String {
        let mark = if url.contains('?') { '&' } else { '?' };
        let token = self.token();
        match self.random.below(5) {
            0 => format!("{url}{mark}utm_source=feed&utm_medium={token}"),
            1 => format!("{url}{mark}gclid={token}"),
            2 => format!("{url}#from-{token}"),
            3 => format!("{url}{mark}utm_campaign={token}&fbclid=x{token}"),
            _ => url.to_owned(),
        }
    }

    /// The letters of a line, each as it is written today.
    fn letters(&mut self, line: &str, markup: bool) -> Vec<String> {
        let all: Vec<char> = line.chars().collect();
        let mut out = Vec::with_capacity(all.len());
        for (at, letter) in all.iter().copied().enumerate() {
            let next = all.get(at + 1).copied();
            let mut written = self.letter(letter, markup);
            if self.random.chance(5) {
                let forms = match markup && self.random.chance(500) {
                    true => NO_WIDTH_MARKUP,
                    false => NO_WIDTH,
                };
                written.push_str(self.random.pick(forms));
            }
            if self.habits.spaced && next.is_some_and(|next| meet(letter, next)) {
                written.push(' ');
            }
            out.push(written);
        }
        out
    }

    fn letter(&mut self, letter: char, markup: bool) -> String {
        let typographic = self.habits.typographic && self.random.chance(800);
        match letter {
            ' ' => self.blank(markup),
            '"' if typographic => self.random.pick(&["\u{201c}", "\u{201d}"]).to_owned(),
            '\'' if typographic => "\u{2019}".to_owned(),
            '\u{2013}' if typographic => {
                self.random.pick(&["-", "\u{2014}", "\u{2010}"]).to_owned()
            }
            '-' if typographic && !self.chinese => "\u{2011}".to_owned(),
            'é' if self.habits.decomposed => "e\u{301}".to_owned(),
            'ü' if self.habits.decomposed => "u\u{308}".to_owned(),
            '，' | '：' | '（' | '）' | '；' | '？' | '！' if self.habits.wide => {
                narrow(letter).to_string()
            }
            '0'..='9' | 'A'..='Z' | 'a'..='z' if self.habits.wide && self.random.chance(300) => {
                wide(letter).to_string()
            }
            other if markup => self.reference(other),
            other => other.to_string(),
        }
    }

    fn blank(&mut self, markup: bool) -> String {
        if !self.random.chance(60) {
            return " ".to_owned();
        }
        let forms = match markup && self.random.chance(500) {
            true => MARKUP_BLANKS,
            false => BLANKS,
        };
        self.random.pick(forms).to_owned()
    }

    /// A character of markup, raw or as one of its references.
    fn reference(&mut self, letter: char) -> String {
        let forms: &[&str] = match letter {
            '&' => &["&amp;", "&#38;", "&#x26;"],
            '<' => &["&lt;", "&#60;"],
            '>' => &["&gt;", "&#62;"],
            '"' => &["\"", "&quot;", "&#34;"],
            '\'' => &["'", "&#39;", "&apos;"],
            '\u{2013}' => &["\u{2013}", "&ndash;", "&#8211;"],
            'é' => &["é", "&eacute;", "&#xE9;"],
            other => return other.to_string(),
        };
        self.random.pick(forms).to_owned()
    }

    /// Where an inline element begins and ends: at a word where the line has words.
    fn stretch(&mut self, letters: &[String]) -> (usize, usize) {
        let ends = [
            self.random.index(letters.len()),
            self.random.index(letters.len()),
        ];
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let from = letters[..low]
            .iter()
            .rposition(|letter| letter == " ")
            .map_or(0, |at| at + 1);
        (from.min(low), high)
    }

    fn attributes(&mut self) -> String {
        let mut all = Vec::new();
        if self.random.chance(400) {
            all.push(format!(
                "class=\"c-{:05x} text\"",
                self.random.below(1 << 20)
            ));
        }
        if self.random.chance(200) {
            all.push(format!("data-block='{}'", self.random.below(10_000)));
        }
        if self.random.chance(150) {
            all.push("style=\"margin:0\"".to_owned());
        }
        if self.random.chance(100) {
            all.push("dir=ltr".to_owned());
        }
        self.random.shuffle(&mut all);
        all.iter().map(|one| format!(" {one}")).collect()
    }
}

/// The words of a line that are a link, with what stands around them; a fifth of the longer lines
/// have some.
fn linked(line: &str) -> Option<[&str; 3]> {
    let sum: u32 = line.bytes().map(u32::from).sum();
    let mut places = line.char_indices().map(|(at, _)| at);
    let (from, to) = (places.nth(6)?, places.nth(7)?);
    let more = line.chars().nth(30).is_some();
    (more && sum.is_multiple_of(5)).then(|| [&line[..from], &line[from..to], &line[to..]])
}

fn is_han(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Whether Chinese and Latin text meet between two letters.
fn meet(one: char, other: char) -> bool {
    (is_han(one) && other.is_ascii_alphanumeric()) || (one.is_ascii_alphanumeric() && is_han(other))
}

fn wide(letter: char) -> char {
    char::from_u32(letter as u32 - 0x21 + 0xff01).unwrap_or(letter)
}

fn narrow(letter: char) -> char {
    char::from_u32(letter as u32 - 0xff01 + 0x21).unwrap_or(letter)
}
