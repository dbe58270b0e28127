//! Names in a line: a list of spellings, found at word boundaries, the longest first.
//!
//! `Java` is not found in `JavaScript`, `C` not in `C++`, nothing in an address. Linear in the
//! line: at each word only the spellings with its first letter are tried.

use std::collections::BTreeMap;
use std::ops::Range;

pub(super) struct Dictionary {
    names: Vec<String>,
    /// By folded first letter, the longest spelling first.
    spellings: BTreeMap<char, Vec<Spelling>>,
}

struct Spelling {
    name: usize,
    letters: Vec<char>,
    caution: Caution,
}

/// How much a spelling is worth by itself; the file's head explains the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caution {
    AnyCase,
    Exact,
    /// Exact, and doubtful where a sentence starts.
    NotFirst,
    /// Exact, and doubtful everywhere.
    Doubtful,
}

/// A spelling that was found.
#[derive(Clone, Debug)]
pub(super) struct Spot<'a> {
    pub name: &'a str,
    pub caution: Caution,
    pub range: Range<usize>,
}

impl Dictionary {
    /// Reads `Name: spelling, !spelling`; comments begin with `#`.
    pub fn read(text: &str) -> Self {
        let mut dictionary = Self {
            names: Vec::new(),
            spellings: BTreeMap::new(),
        };
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !is_comment(line)) {
            dictionary.add(line);
        }
        for spellings in dictionary.spellings.values_mut() {
            spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.letters.len()));
        }
        dictionary
    }

    fn add(&mut self, line: &str) {
        let (name, spellings) = line.split_once(':').unwrap_or((line, line));
        let at = self.names.len();
        self.names.push(name.trim().to_owned());
        for spelling in spellings.split(',').map(str::trim) {
            let (caution, spelling) = caution_of(spelling);
            let letters: Vec<char> = spelling.chars().collect();
            if let Some(first) = letters.first() {
                let same_start = self.spellings.entry(fold(*first)).or_default();
                same_start.push(Spelling {
                    name: at,
                    letters,
                    caution,
                });
            }
        }
    }

    /// All spellings in a line that do not overlap, from left to right.
    pub fn spot<'a>(&'a self, line: &str) -> Vec<Spot<'a>> {
        let letters: Vec<(usize, char)> = line.char_indices().collect();
        let mut spots = Vec::new();
        let mut at = 0;
        while at < letters.len() {
            if let Some(end) = end_of_address(&letters, at) {
                at = end;
                continue;
            }
            match self.longest_at(&letters, at) {
                Some(spelling) => {
                    let end = at + spelling.letters.len();
                    spots.push(self.spot_of(
                        spelling,
                        position(&letters, at, line)..position(&letters, end, line),
                    ));
                    at = end;
                }
                None => at += 1,
            }
        }
        spots
    }

    fn spot_of(&self, spelling: &Spelling, range: Range<usize>) -> Spot<'_> {
        Spot {
            name: self.names.get(spelling.name).map_or("", String::as_str),
            caution: spelling.caution,
            range,
        }
    }

    fn longest_at(&self, letters: &[(usize, char)], at: usize) -> Option<&Spelling> {
        let (_, first) = letters.get(at)?;
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        if before.is_some_and(|(_, c)| is_word(*c)) && !is_ideograph(*first) {
            return None;
        }
        let same_start = self.spellings.get(&fold(*first))?;
        same_start
            .iter()
            .find(|spelling| spelling.fits(letters, at))
    }
}

impl Spelling {
    fn fits(&self, letters: &[(usize, char)], at: usize) -> bool {
        let end = at + self.letters.len();
        let Some(found) = letters.get(at..end) else {
            return false;
        };
        let same = |(wanted, (_, c)): (&char, &(usize, char))| match self.caution {
            Caution::AnyCase => fold(*wanted) == fold(*c),
            _ => wanted == c,
        };
        self.letters.iter().zip(found).all(same)
            && self.ends_before(letters.get(end).map(|(_, c)| *c))
    }

    /// Whether the word ends here: `C` goes on in `C++`, `C#` and `Cobol`.
    fn ends_before(&self, next: Option<char>) -> bool {
        let Some(last) = self.letters.last() else {
            return false;
        };
        match next {
            Some('+' | '#') => !is_word(*last) || self.letters.len() > 1 && next == Some('+'),
            Some(next) if is_word(next) => !is_word(*last) && !matches!(last, '+' | '#'),
            _ => true,
        }
    }
}

/// The end of the address (`https://…`, `www.…`, `a@b.c`) that begins here, if one does.
fn end_of_address(letters: &[(usize, char)], at: usize) -> Option<usize> {
    let starts_word = at
        .checked_sub(1)
        .and_then(|before| letters.get(before))
        .is_none_or(|(_, c)| !is_address(*c));
    let (_, first) = letters.get(at)?;
    if !starts_word || !first.is_ascii_alphanumeric() {
        return None;
    }
    let rest = letters.get(at..).unwrap_or_default();
    let length = rest.iter().take_while(|(_, c)| is_address(*c)).count();
    let word: String = rest.iter().take(length).map(|(_, c)| *c).collect();
    let is_one =
        word.contains("://") || word.starts_with("www.") || word.contains('@') || is_host(&word);
    is_one.then_some(at + length)
}

/// A name in lower case under a common domain, other than the technologies that are spelled so.
fn is_host(word: &str) -> bool {
    const DOMAINS: [&str; 8] = [".com", ".org", ".net", ".io", ".cn", ".ai", ".app", ".dev"];
    let name = DOMAINS.iter().find_map(|domain| word.strip_suffix(domain));
    name.is_some_and(|name| !matches!(name, "" | "asp" | "vb"))
}

/// Characters of addresses; Chinese text around one is none of it.
fn is_address(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            ':' | '/' | '.' | '-' | '_' | '@' | '?' | '=' | '&' | '%' | '~' | '#' | '+'
        )
}

fn position(letters: &[(usize, char)], at: usize, line: &str) -> usize {
    letters
        .get(at)
        .map_or(line.len(), |(position, _)| *position)
}

fn is_comment(line: &str) -> bool {
    line.starts_with("# ") || line == "#"
}

fn caution_of(spelling: &str) -> (Caution, &str) {
    let marks = [
        ('=', Caution::Exact),
        ('?', Caution::NotFirst),
        ('!', Caution::Doubtful),
    ];
    let marked = marks
        .iter()
        .find_map(|(mark, caution)| Some((*caution, spelling.strip_prefix(*mark)?)));
    marked.unwrap_or((Caution::AnyCase, spelling))
}

/// A letter or digit of a script that writes blanks between words.
pub(super) fn is_word(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_ideograph(c)
}

/// Chinese, Japanese and Korean letters, which need no blank before another word.
pub(super) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}
