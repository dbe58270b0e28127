//! JSONPath over raw JSON: names, places, wildcards, slices, unions and simple filters of RFC 9535.
//!
//! Values stay the text that stands in the response, so numbers keep every digit. What a path asks
//! beyond that (`..`, functions) is refused by name when the document is checked.

use std::str::FromStr;

use serde_json::value::RawValue;

use crate::parse::fields::{self, Fields};

const LONGEST_BYTES: usize = 1000;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    /// Each takes the values that the one before it found.
    segments: Vec<Vec<Pick>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Pick {
    Name(String),
    Place(i64),
    /// From, to and step; a step is at least 1.
    Slice(Option<i64>, Option<i64>, usize),
    All,
    Filter(Filter),
}

/// `?@.name == 'Salary'`: the names lead to what is compared.
#[derive(Clone, Debug, PartialEq)]
struct Filter {
    names: Vec<String>,
    /// What it must be, and whether it must be or must not; `None` asks only that it is there.
    compared: Option<(Literal, bool)>,
}

#[derive(Clone, Debug, PartialEq)]
enum Literal {
    Text(String),
    /// A number, true, false or null, as written.
    Bare(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{path}' is no path that is read here: {what}")]
pub(super) struct BadPath {
    path: String,
    what: String,
}

/// A value taken apart once, however many paths lead into it.
#[derive(Debug)]
pub(super) enum Opened<'a> {
    Object(&'a RawValue, Fields<'a>),
    List(&'a RawValue, Vec<&'a RawValue>),
    Scalar(&'a RawValue),
}

impl<'a> Opened<'a> {
    pub(super) fn of(raw: &'a RawValue) -> Self {
        match raw.get().bytes().next() {
            Some(b'{') => Fields::of(raw).map_or(Self::Scalar(raw), |all| Self::Object(raw, all)),
            Some(b'[') => match serde_json::from_str(raw.get()) {
                Ok(values) => Self::List(raw, values),
                Err(_) => Self::Scalar(raw),
            },
            _ => Self::Scalar(raw),
        }
    }

    fn raw(&self) -> &'a RawValue {
        match self {
            Self::Object(raw, _) | Self::List(raw, _) | Self::Scalar(raw) => raw,
        }
    }

    /// For the words of a reason.
    pub(super) fn named(&self) -> String {
        const MOST_NAMES: usize = 6;
        match self {
            Self::Object(_, all) => {
                let names: Vec<&str> = all.keys().take(MOST_NAMES).collect();
                match names.is_empty() {
                    true => "an empty object".to_owned(),
                    false => format!("an object with {}", names.join(", ")),
                }
            }
            Self::List(..) => "a list".to_owned(),
            Self::Scalar(raw) => fields::kind(raw).to_owned(),
        }
    }

    fn pick(&self, pick: &Pick, found: &mut Vec<&'a RawValue>) {
        match (self, pick) {
            (Self::Object(_, all), Pick::Name(name)) => found.extend(all.raw(name)),
            (Self::Object(_, all), Pick::All) => found.extend(all.values()),
            (Self::Object(_, all), Pick::Filter(filter)) => {
                found.extend(all.values().filter(|raw| filter.passes(raw)));
            }
            (Self::List(_, values), Pick::Place(place)) => {
                let at = from_start(*place, values.len());
                found.extend(at.and_then(|at| values.get(at)));
            }
            (Self::List(_, values), Pick::Slice(from, to, step)) => {
                let (from, to) = bounds(*from, *to, values.len());
                let within = values.get(from..to.max(from)).unwrap_or_default();
                found.extend(within.iter().step_by(*step));
            }
            (Self::List(_, values), Pick::All) => found.extend(values),
            (Self::List(_, values), Pick::Filter(filter)) => {
                found.extend(values.iter().filter(|raw| filter.passes(raw)));
            }
            _ => {}
        }
    }
}

impl Filter {
    fn passes(&self, raw: &RawValue) -> bool {
        let mut at = raw;
        for name in &self.names {
            let Opened::Object(_, all) = Opened::of(at) else {
                return self.passes_without();
            };
            let Some(next) = all.raw(name) else {
                return self.passes_without();
            };
            at = next;
        }
        match &self.compared {
            None => true,
            Some((literal, is)) => literal.is(at) == *is,
        }
    }

    /// What is absent equals nothing.
    fn passes_without(&self) -> bool {
        matches!(self.compared, Some((_, false)))
    }
}

impl Literal {
    fn is(&self, raw: &RawValue) -> bool {
        match self {
            Literal::Text(text) => fields::string(raw).is_some_and(|found| found == *text),
            Literal::Bare(bare) => raw.get() == bare,
        }
    }
}

fn from_start(place: i64, length: usize) -> Option<usize> {
    match usize::try_from(place) {
        Ok(place) => Some(place),
        Err(_) => length.checked_sub(usize::try_from(place.unsigned_abs()).ok()?),
    }
}

fn bounds(from: Option<i64>, to: Option<i64>, length: usize) -> (usize, usize) {
    let bound = |place: i64| from_start(place, length).unwrap_or(0).min(length);
    (from.map_or(0, bound), to.map_or(length, bound))
}

impl Path {
    /// Whether the path asks for the members of something that is there and has none.
    pub(super) fn is_place_of_none(&self, opened: &Opened) -> bool {
        let Some((last, before)) = self.segments.split_last() else {
            return false;
        };
        let many = |pick: &Pick| !matches!(pick, Pick::Name(_) | Pick::Place(_));
        let place = Self {
            segments: before.to_vec(),
        };
        let holds = |raw: &&RawValue| raw.get().starts_with(['[', '{']);
        last.iter().all(many) && place.find(opened).iter().any(holds)
    }

    /// All values that the path leads to, in the order of the response.
    pub(super) fn find<'a>(&self, opened: &Opened<'a>) -> Vec<&'a RawValue> {
        let Some((first, later)) = self.segments.split_first() else {
            return vec![opened.raw()];
        };
        let mut found = Vec::new();
        for pick in first {
            opened.pick(pick, &mut found);
        }
        for segment in later {
            let mut next = Vec::new();
            for raw in found {
                let opened = Opened::of(raw);
                segment.iter().for_each(|pick| opened.pick(pick, &mut next));
            }
            found = next;
        }
        found
    }
}

impl FromStr for Path {
    type Err = BadPath;

    fn from_str(text: &str) -> Result<Self, BadPath> {
        let refuse = |what: String| BadPath {
            path: text.chars().take(100).collect(),
            what,
        };
        if text.len() > LONGEST_BYTES {
            return Err(refuse(format!("it has more than {LONGEST_BYTES} bytes")));
        }
        let rest = text.trim().strip_prefix(['$', '@']);
        let rest = rest.ok_or_else(|| refuse("it begins with $".to_owned()))?;
        let mut reader = Reader { rest };
        let mut segments = Vec::new();
        while !reader.rest.is_empty() {
            segments.push(reader.segment().map_err(refuse)?);
        }
        Ok(Self { segments })
    }
}

struct Reader<'a> {
    rest: &'a str,
}

type Read<T> = Result<T, String>;

impl<'a> Reader<'a> {
    fn segment(&mut self) -> Read<Vec<Pick>> {
        if self.rest.starts_with("..") {
            return Err("'..' is not read; name the way to the value".to_owned());
        }
        if self.takes('.') {
            return match self.takes('*') {
                true => Ok(vec![Pick::All]),
                false => Ok(vec![Pick::Name(self.name()?)]),
            };
        }
        if !self.takes('[') {
            return Err(format!(
                "'.' or '[' is missing before '{}'",
                head(self.rest)
            ));
        }
        let mut picks = Vec::new();
        loop {
            self.blanks();
            picks.push(self.pick()?);
            self.blanks();
            if self.takes(',') {
                continue;
            }
            return match self.takes(']') {
                true => Ok(picks),
                false => Err(format!("a ']' is missing before '{}'", head(self.rest))),
            };
        }
    }

    fn pick(&mut self) -> Read<Pick> {
        match self.rest.chars().next() {
            Some('*') => {
                self.takes('*');
                Ok(Pick::All)
            }
            Some('\'' | '"') => Ok(Pick::Name(self.quoted()?)),
            Some('?') => {
                self.takes('?');
                Ok(Pick::Filter(self.filter()?))
            }
            _ => self.places(),
        }
    }

    fn places(&mut self) -> Read<Pick> {
        let first = self.number()?;
        self.blanks();
        if !self.takes(':') {
            let place = first.ok_or_else(|| format!("cannot read '{}'", head(self.rest)))?;
            return Ok(Pick::Place(place));
        }
        self.blanks();
        let to = self.number()?;
        self.blanks();
        let step = match self.takes(':') {
            true => self.number()?.unwrap_or(1),
            false => 1,
        };
        match usize::try_from(step) {
            Ok(step) if step > 0 => Ok(Pick::Slice(first, to, step)),
            _ => Err("a step is at least 1".to_owned()),
        }
    }

    fn number(&mut self) -> Read<Option<i64>> {
        let ends = |c: char| !(c.is_ascii_digit() || c == '-');
        let digits = self.pass(self.rest.find(ends).unwrap_or(self.rest.len()));
        if digits.is_empty() {
            return Ok(None);
        }
        let number = digits.parse::<i32>();
        let number = number.map_err(|_| format!("'{digits}' is no place of a list"))?;
        Ok(Some(number.into()))
    }

    fn filter(&mut self) -> Read<Filter> {
        self.blanks();
        let bracketed = self.takes('(');
        self.blanks();
        if !self.takes('@') {
            return Err("a filter begins with ?@".to_owned());
        }
        let mut names = Vec::new();
        while self.rest.starts_with(['.', '[']) {
            let mut picks = self.segment()?;
            match (picks.pop(), picks.is_empty()) {
                (Some(Pick::Name(name)), true) => names.push(name),
                _ => return Err("a filter names one value by its names".to_owned()),
            }
        }
        self.blanks();
        let compared = self.compared()?;
        self.blanks();
        if bracketed && !self.takes(')') {
            return Err("a ')' is missing".to_owned());
        }
        Ok(Filter { names, compared })
    }

    fn compared(&mut self) -> Read<Option<(Literal, bool)>> {
        let is = self.rest.starts_with("==");
        if !is && !self.rest.starts_with("!=") {
            return Ok(None);
        }
        self.pass(2);
        self.blanks();
        if self.rest.starts_with(['\'', '"']) {
            return Ok(Some((Literal::Text(self.quoted()?), is)));
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, ']' | ')' | ',');
        let bare = self.pass(self.rest.find(ends).unwrap_or(self.rest.len()));
        match serde_json::from_str::<&RawValue>(bare) {
            Ok(_) => Ok(Some((Literal::Bare(bare.to_owned()), is))),
            Err(_) => Err(format!(
                "'{bare}' is nothing to compare with; text stands in quotes"
            )),
        }
    }

    fn name(&mut self) -> Read<String> {
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || !c.is_ascii());
        let name = self.pass(self.rest.find(ends).unwrap_or(self.rest.len()));
        match name.is_empty() {
            true => Err("a name is missing behind a '.'".to_owned()),
            false if self.rest.starts_with('-') => Err(format!(
                "a name with '-' stands in brackets and quotes: ['{name}{}']",
                head(self.rest)
            )),
            false => Ok(name.to_owned()),
        }
    }

    fn quoted(&mut self) -> Read<String> {
        let mut chars = self.rest.char_indices();
        let quote = chars.next().map(|(_, c)| c);
        let mut text = String::new();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => text.extend(chars.next().map(|(_, c)| c)),
                c if Some(c) == quote => {
                    self.pass(at.saturating_add(1));
                    return Ok(text);
                }
                c => text.push(c),
            }
        }
        Err("a quote is missing".to_owned())
    }

    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        passed
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }
}

fn head(text: &str) -> String {
    text.chars().take(20).collect()
}
