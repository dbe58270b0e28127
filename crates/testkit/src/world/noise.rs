//! Cosmetic noise: everything that boards change every day without changing a word.
//!
//! Must never touch what a reader sees: blanks stay blanks, lines stay lines, no letter goes. A
//! canonicalizer that counts any of this as a change pays for nothing.

use crate::random::Random;

/// Characters without width that mean nothing in the scripts of the world.
const ZERO_WIDTH: &[&str] = &[
    "\u{200b}",
    "\u{feff}",
    "\u{2060}",
    "&#8203;",
    "&ZeroWidthSpace;",
];
const BLANKS: &[&str] = &[
    "  ", "&nbsp;", "\n", "&#160;", "\u{a0}", " \t", "\u{2009}", "&nbsp; ", "\u{3000}",
];
const PLAIN_BLANKS: &[&str] = &["  ", "\u{a0}", "\u{2009}", "\u{3000}"];
const WRAPS: &[&str] = &["strong", "em", "span", "b", "a", "u"];

/// The day's dresser of one posting.
pub(crate) struct Noise {
    random: Random,
}

impl Noise {
    pub(crate) fn new(random: Random) -> Self {
        Self { random }
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.random.shuffle(items);
    }

    pub(crate) fn number(&mut self, low: u64, high: u64) -> u64 {
        self.random.between(low, high)
    }

    /// A visible line as the inside of an HTML element.
    pub(crate) fn html(&mut self, line: &str) -> String {
        let mut out = String::new();
        let wrap = self.random.chance(400).then(|| self.wrap(line));
        for (index, letter) in line.chars().enumerate() {
            if let Some(wrap) = wrap.as_ref().filter(|wrap| wrap.from == index) {
                out.push_str(&self.opening(wrap.name));
            }
            self.letter(letter, &mut out);
            if let Some(wrap) = wrap.as_ref().filter(|wrap| wrap.last == index) {
                out.push_str(&format!("</{}>", wrap.name));
            }
            if self.random.chance(8) {
                out.push_str(self.random.pick(ZERO_WIDTH));
            }
        }
        if self.random.chance(150) {
            out.push_str(self.random.pick(BLANKS));
        }
        out
    }

    /// A visible line where markup would be shown as text: titles and plain twins.
    pub(crate) fn plain(&mut self, line: &str) -> String {
        let mut out = String::new();
        for letter in line.chars() {
            match letter {
                ' ' if self.random.chance(80) => out.push_str(self.random.pick(PLAIN_BLANKS)),
                _ => out.push(letter),
            }
            if self.random.chance(5) {
                out.push('\u{200b}');
            }
        }
        if self.random.chance(150) {
            out.push(' ');
        }
        out
    }

    /// An element around inner HTML, with attributes and line breaks of the day.
    pub(crate) fn element(&mut self, name: &str, fixed: &[(&str, &str)], inner: &str) -> String {
        let attributes = self.attributes(fixed);
        let after = if self.random.chance(500) { "\n" } else { "" };
        format!("<{name}{attributes}>{inner}</{name}>{after}")
    }

    /// Something between two blocks that nobody sees; mostly nothing.
    pub(crate) fn nothing(&mut self) -> String {
        match self.random.below(12) {
            0 => "<p>&nbsp;</p>".to_owned(),
            1 => "<div><br></div>".to_owned(),
            2 => format!("<!-- rev {} -->", self.random.below(100_000)),
            3 => "\n \n".to_owned(),
            _ => String::new(),
        }
    }

    fn opening(&mut self, name: &str) -> String {
        let session = format!(
            "https://careers.example/faq?sid={:08x}",
            self.random.below(1 << 32)
        );
        let fixed = [("href", session.as_str())];
        let attributes = self.attributes(if name == "a" { &fixed } else { &[] });
        format!("<{name}{attributes}>")
    }

    fn wrap(&mut self, line: &str) -> Wrap {
        let letters: Vec<char> = line.chars().collect();
        let mut ends = [
            self.random.index(letters.len()),
            self.random.index(letters.len()),
        ];
        ends.sort_unstable();
        // Starts at a word where a line has words; may end anywhere, as careless editors do.
        let from = letters[..ends[0]]
            .iter()
            .rposition(|letter| *letter == ' ')
            .map_or(0, |at| at + 1);
        Wrap {
            name: self.random.pick(WRAPS),
            from: if letters.contains(&' ') {
                from
            } else {
                ends[0]
            },
            last: ends[1],
        }
    }

    fn letter(&mut self, letter: char, out: &mut String) {
        let forms: &[&str] = match letter {
            ' ' if self.random.chance(80) => BLANKS,
            '&' => &["&amp;", "&#38;"],
            '<' => &["&lt;", "&#60;"],
            '>' => &["&gt;"],
            '"' => &["\"", "&quot;"],
            '\'' => &["'", "&#39;", "&apos;"],
            '–' => &["–", "&ndash;", "&#8211;"],
            'é' => &["é", "&eacute;", "e\u{301}", "&#xE9;"],
            other => return out.push(other),
        };
        out.push_str(self.random.pick(forms));
    }

    fn attributes(&mut self, fixed: &[(&str, &str)]) -> String {
        let mut all: Vec<(String, String)> = fixed
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        if self.random.chance(500) {
            all.push((
                "class".to_owned(),
                format!("c-{:05x} is-text", self.random.below(1 << 20)),
            ));
        }
        if self.random.chance(250) {
            all.push((
                "data-block".to_owned(),
                self.random.below(10_000).to_string(),
            ));
        }
        if self.random.chance(150) {
            all.push(("dir".to_owned(), "ltr".to_owned()));
        }
        self.random.shuffle(&mut all);
        let quote = if self.random.chance(800) { '"' } else { '\'' };
        all.iter()
            .map(|(name, value)| format!(" {name}={quote}{value}{quote}"))
            .collect()
    }
}

struct Wrap {
    name: &'static str,
    from: usize,
    last: usize,
}
