//! A folded text as numbers, words and marks, with a place to read from. Han characters are marks
//! of their own, but their numerals are numbers. Never fails: what is no number or word is a mark.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number { value: u64, digits: usize },
    Word(String),
    Mark(char),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// A blank stands before it.
    spaced: bool,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_blanks = rest.trim_start_matches(' ');
        let spaced = after_blanks.len() < rest.len();
        if after_blanks.is_empty() {
            break;
        }
        let first = after_blanks.chars().next().unwrap_or(first);
        let (run, tail) = after_blanks.split_at(run_bytes(after_blanks, first));
        let is_weekday = matches!(
            found.last().map(|t| &t.kind),
            Some(Kind::Mark('期' | '周' | '週' | '拜'))
        );
        let kinds = kinds(run, first, is_weekday);
        found.extend(kinds.into_iter().enumerate().map(|(n, kind)| Token {
            kind,
            spaced: spaced && n == 0,
        }));
        rest = tail;
    }
    found
}

fn run_bytes(text: &str, first: char) -> usize {
    let end = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match first {
        c if c.is_ascii_digit() => end(|c| c.is_ascii_digit()),
        c if numeral(c).is_some() => end(|c| numeral(c).is_some()),
        c if is_letter(c) => end(is_letter),
        c => c.len_utf8(),
    }
}

fn kinds(run: &str, first: char, is_weekday: bool) -> Vec<Kind> {
    if first.is_ascii_digit() {
        let value = run.parse().unwrap_or(u64::MAX);
        return vec![Kind::Number {
            value,
            digits: run.len(),
        }];
    }
    if is_letter(first) {
        return vec![Kind::Word(run.to_owned())];
    }
    let number = Some(run).filter(|_| !is_weekday).and_then(han_number);
    number.map_or_else(
        || run.chars().map(Kind::Mark).collect(),
        |number| vec![number],
    )
}

fn is_letter(c: char) -> bool {
    c == '_' || (c.is_alphabetic() && u32::from(c) < 0x2e80)
}

fn numeral(c: char) -> Option<u64> {
    let value = match c {
        '〇' | '零' => 0,
        '一' => 1,
        '二' | '两' | '兩' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    };
    Some(value)
}

/// 二十四 as 24, 二〇二六 as 2026; nothing else, so nothing above 99 but a year.
fn han_number(run: &str) -> Option<Kind> {
    let parts: Vec<u64> = run.chars().filter_map(numeral).collect();
    let (value, digits) = match *parts.as_slice() {
        [a] => (a, if a < 10 { 1 } else { 2 }),
        [10, b] if b < 10 => (10 + b, 2),
        [a, 10] if a < 10 => (a * 10, 2),
        [a, 10, b] if a < 10 && b < 10 => (a * 10 + b, 2),
        [a, b, c, d] if a < 10 && b < 10 && c < 10 && d < 10 => {
            (a * 1000 + b * 100 + c * 10 + d, 4)
        }
        _ => return None,
    };
    Some(Kind::Number { value, digits })
}

/// Reads tokens from left to right; a reader that finds nothing leaves the place as it was.
#[derive(Clone, Debug)]
pub(super) struct Scanner {
    tokens: Vec<Token>,
    pub(super) at: usize,
}

impl Scanner {
    pub(super) fn new(tokens: Vec<Token>) -> Self {
        Self { tokens, at: 0 }
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn finish(&mut self) {
        self.at = self.tokens.len();
    }

    pub(super) fn advance(&mut self, count: usize) {
        self.at = self.at.saturating_add(count);
    }

    fn token(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at.checked_add(ahead)?)
    }

    /// The number there, with its count of digits; none has more than 18.
    pub(super) fn number(&self, ahead: usize) -> Option<(i64, usize)> {
        match self.token(ahead)?.kind {
            Kind::Number { value, digits } if digits <= 18 => {
                Some((i64::try_from(value).ok()?, digits))
            }
            _ => None,
        }
    }

    /// A number of one or two digits.
    pub(super) fn small(&self, ahead: usize) -> Option<i64> {
        self.number(ahead).filter(|n| n.1 <= 2).map(|n| n.0)
    }

    /// A number of exactly two digits.
    pub(super) fn two(&self, ahead: usize) -> Option<i64> {
        self.number(ahead).filter(|n| n.1 == 2).map(|n| n.0)
    }

    pub(super) fn word(&self, ahead: usize) -> Option<&str> {
        match &self.token(ahead)?.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, ahead: usize, words: &[&str]) -> bool {
        self.word(ahead).is_some_and(|word| words.contains(&word))
    }

    pub(super) fn mark(&self, ahead: usize) -> Option<char> {
        match self.token(ahead)?.kind {
            Kind::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    pub(super) fn is_mark(&self, ahead: usize, marks: &[char]) -> bool {
        self.mark(ahead).is_some_and(|mark| marks.contains(&mark))
    }

    pub(super) fn is_spaced(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(|token| token.spaced)
    }

    /// Whether the token just read is one of these words.
    pub(super) fn is_after(&self, words: &[&str]) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|t| matches!(&t.kind, Kind::Word(w) if words.contains(&w.as_str())))
    }

    pub(super) fn eat_word(&mut self, words: &[&str]) -> bool {
        let is_there = self.is_word(0, words);
        self.advance(usize::from(is_there));
        is_there
    }

    pub(super) fn eat_mark(&mut self, marks: &[char]) -> bool {
        let is_there = self.is_mark(0, marks);
        self.advance(usize::from(is_there));
        is_there
    }

    /// The first of these runs of marks that stands here.
    pub(super) fn eat_run<T: Copy>(&mut self, runs: &[(&str, T)]) -> Option<T> {
        let is_here = |run: &str| {
            run.chars()
                .enumerate()
                .all(|(n, c)| self.mark(n) == Some(c))
        };
        let (run, value) = runs.iter().find(|(run, _)| is_here(run)).copied()?;
        self.advance(run.chars().count());
        Some(value)
    }

    /// A word other than the ones behind the place: for names that mean two things.
    pub(super) fn any_word_after(&self, ahead: usize, test: fn(&str) -> bool) -> bool {
        let from = self.at.saturating_add(ahead);
        let rest = self.tokens.get(from..).unwrap_or(&[]);
        rest.iter()
            .any(|t| matches!(&t.kind, Kind::Word(w) if test(w)))
    }

    /// What stands here, for the reader of an error.
    pub(super) fn shown(&self) -> String {
        match self.token(0).map(|token| &token.kind) {
            Some(Kind::Number { value, .. }) => value.to_string(),
            Some(Kind::Word(word)) => word.clone(),
            Some(Kind::Mark(mark)) => mark.to_string(),
            None => String::new(),
        }
    }
}
