//! CSS selectors: the part of the language that names elements of a page.
//!
//! Types, `*`, `#id`, `.class`, `[attribute]` with all its operators, `:not()`, `:nth-child()` and its
//! relatives, `:scope`, lists with commas, and all four combinators. What the text asks beyond that is
//! refused by name: a rule that silently finds something else is worse than none.

use super::tree::Node;

/// Longest text of a selector in bytes.
const LONGEST_BYTES: usize = 1000;

/// Alternatives: an element that fits one of them is found.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::parse) struct Selector {
    pub(super) chains: Vec<Vec<Step>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// How it hangs on the step before it.
    pub(super) combinator: Combinator,
    pub(super) compound: Compound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combinator {
    /// Anywhere inside; the first step of a chain has it.
    Inside,
    Child,
    Next,
    Later,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Compound {
    name: Option<String>,
    tests: Vec<Test>,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Id(String),
    Class(String),
    Attribute {
        name: String,
        operator: Operator,
        value: String,
        any_case: bool,
    },
    /// Place among the siblings, counted from 1: some k ≥ 0 with a·k + b.
    Nth {
        a: i64,
        b: i64,
        from_end: bool,
    },
    OnlyChild,
    Scope,
    Not(Vec<Compound>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Exists,
    Equals,
    Word,
    Dash,
    Starts,
    Ends,
    Contains,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{selector}' is no selector that is read here: {what}")]
pub(in crate::parse) struct BadSelector {
    selector: String,
    what: String,
}

/// What an element is matched with, beside itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) is_scope: bool,
    /// Elements among the children of its parent.
    pub(super) siblings: u32,
}

impl Compound {
    pub(super) fn fits(&self, node: &Node, place: Place) -> bool {
        let named = self.name.as_deref().is_none_or(|name| node.is_named(name));
        named && self.tests.iter().all(|test| test.fits(node, place))
    }
}

impl Test {
    fn fits(&self, node: &Node, place: Place) -> bool {
        match self {
            Test::Id(id) => node.attribute("id").is_some_and(|found| found == *id),
            Test::Class(class) => has_word(node.class, class),
            Test::Attribute {
                name,
                operator,
                value,
                any_case,
            } => node.attribute(name).is_some_and(|found| match any_case {
                true => operator.fits(&found.to_lowercase(), &value.to_lowercase()),
                false => operator.fits(&found, value),
            }),
            Test::Nth { a, b, from_end } => {
                let nth = match from_end {
                    true => i64::from(place.siblings) - i64::from(node.nth) + 1,
                    false => i64::from(node.nth),
                };
                is_nth(nth, *a, *b)
            }
            Test::OnlyChild => place.siblings == 1,
            Test::Scope => place.is_scope,
            Test::Not(compounds) => !compounds.iter().any(|one| one.fits(node, place)),
        }
    }
}

fn is_nth(nth: i64, a: i64, b: i64) -> bool {
    let ahead = nth.saturating_sub(b);
    match a {
        0 => ahead == 0,
        a => ahead.checked_rem(a) == Some(0) && ahead.checked_div(a).is_some_and(|k| k >= 0),
    }
}

fn has_word(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}

impl Operator {
    fn fits(self, found: &str, value: &str) -> bool {
        // By the standard an empty value finds nothing where a part is asked for.
        let part = !value.is_empty();
        match self {
            Operator::Exists => true,
            Operator::Equals => found == value,
            Operator::Word => part && has_word(found, value),
            Operator::Dash => found
                .strip_prefix(value)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            Operator::Starts => part && found.starts_with(value),
            Operator::Ends => part && found.ends_with(value),
            Operator::Contains => part && found.contains(value),
        }
    }
}

impl std::str::FromStr for Selector {
    type Err = BadSelector;

    fn from_str(text: &str) -> Result<Self, BadSelector> {
        let refuse = |what: String| BadSelector {
            selector: text.chars().take(100).collect(),
            what,
        };
        if text.len() > LONGEST_BYTES {
            return Err(refuse(format!("it has more than {LONGEST_BYTES} bytes")));
        }
        let mut reader = Reader {
            rest: text.trim(),
            is_in_not: false,
        };
        let chains = reader.chains().map_err(refuse)?;
        Ok(Self { chains })
    }
}

struct Reader<'a> {
    rest: &'a str,
    is_in_not: bool,
}

type Read<T> = Result<T, String>;

impl<'a> Reader<'a> {
    fn chains(&mut self) -> Read<Vec<Vec<Step>>> {
        let mut chains = Vec::new();
        loop {
            chains.push(self.chain()?);
            if !self.takes(',') {
                break;
            }
        }
        match self.rest.chars().next() {
            None => Ok(chains),
            Some(c) => Err(format!("'{c}' is not expected there")),
        }
    }

    fn chain(&mut self) -> Read<Vec<Step>> {
        let mut steps = Vec::new();
        self.blanks();
        // A chain that begins with a combinator hangs on the element that is searched.
        let first = self.combinator();
        if first != Combinator::Inside {
            steps.push(Step {
                combinator: Combinator::Inside,
                compound: Compound {
                    name: None,
                    tests: vec![Test::Scope],
                },
            });
        }
        let mut combinator = first;
        loop {
            let compound = self.compound()?;
            steps.push(Step {
                combinator,
                compound,
            });
            let blank = self.blanks();
            if self.rest.is_empty() || self.rest.starts_with([',', ')']) {
                return Ok(steps);
            }
            combinator = self.combinator();
            if combinator == Combinator::Inside && !blank {
                return Err(format!("cannot read on at '{}'", head(self.rest)));
            }
        }
    }

    fn combinator(&mut self) -> Combinator {
        let found = match self.rest.chars().next() {
            Some('>') => Combinator::Child,
            Some('+') => Combinator::Next,
            Some('~') => Combinator::Later,
            _ => return Combinator::Inside,
        };
        self.skip(1);
        self.blanks();
        found
    }

    fn compound(&mut self) -> Read<Compound> {
        let mut compound = Compound::default();
        let before = self.rest.len();
        if !self.takes('*') && self.rest.starts_with(begins_name) {
            compound.name = Some(self.name()?);
        }
        loop {
            let test = match self.rest.chars().next() {
                Some('#') => {
                    self.skip(1);
                    Test::Id(self.name()?)
                }
                Some('.') => {
                    self.skip(1);
                    Test::Class(self.name()?)
                }
                Some('[') => self.attribute()?,
                Some(':') => self.pseudo()?,
                _ => break,
            };
            compound.tests.push(test);
        }
        match self.rest.len() < before {
            true => Ok(compound),
            false if self.rest.is_empty() => Err("an element is missing at its end".to_owned()),
            false => Err(format!("cannot read '{}'", head(self.rest))),
        }
    }

    fn attribute(&mut self) -> Read<Test> {
        self.skip(1);
        self.blanks();
        let name = self.name()?;
        self.blanks();
        let operator = self.operator()?;
        let (mut value, mut any_case) = (String::new(), false);
        if operator != Operator::Exists {
            self.blanks();
            value = self.value()?;
            self.blanks();
            any_case = self.takes('i') || self.takes('I');
            self.blanks();
        }
        match self.takes(']') {
            true => Ok(Test::Attribute {
                name,
                operator,
                value,
                any_case,
            }),
            false => Err("a ']' is missing".to_owned()),
        }
    }

    fn operator(&mut self) -> Read<Operator> {
        let known = [
            ("=", Operator::Equals),
            ("~=", Operator::Word),
            ("|=", Operator::Dash),
            ("^=", Operator::Starts),
            ("$=", Operator::Ends),
            ("*=", Operator::Contains),
        ];
        if self.rest.starts_with(']') {
            return Ok(Operator::Exists);
        }
        let found = known.into_iter().find_map(|(sign, operator)| {
            let rest = self.rest.strip_prefix(sign)?;
            Some((rest, operator))
        });
        let (rest, operator) =
            found.ok_or("an attribute is compared with =, ~=, |=, ^=, $= or *=")?;
        self.rest = rest;
        Ok(operator)
    }

    fn value(&mut self) -> Read<String> {
        let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return self.name();
        };
        self.skip(1);
        let mut value = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => value.extend(chars.next().map(|(_, c)| c)),
                c if c == quote => {
                    self.skip(at.saturating_add(1));
                    return Ok(value);
                }
                c => value.push(c),
            }
        }
        Err(format!("a {quote} is missing"))
    }

    fn pseudo(&mut self) -> Read<Test> {
        self.skip(1);
        if self.rest.starts_with(':') {
            return Err("parts like ::before are no elements".to_owned());
        }
        let name = self.name()?.to_ascii_lowercase();
        let nth = |b, from_end| Test::Nth { a: 0, b, from_end };
        match name.as_str() {
            "scope" => Ok(Test::Scope),
            "first-child" => Ok(nth(1, false)),
            "last-child" => Ok(nth(1, true)),
            "only-child" => Ok(Test::OnlyChild),
            "nth-child" => self.nth(false),
            "nth-last-child" => self.nth(true),
            "not" => self.not(),
            other => Err(format!(
                ":{other} is not read; known are :first-child, :last-child, :only-child, \
                 :nth-child(), :nth-last-child(), :not() and :scope"
            )),
        }
    }

    fn nth(&mut self, from_end: bool) -> Read<Test> {
        let inside = self.inside()?;
        let (a, b) = formula(&inside).ok_or_else(|| format!("'{inside}' counts nothing"))?;
        Ok(Test::Nth { a, b, from_end })
    }

    fn inside(&mut self) -> Read<String> {
        let inside = self.rest.strip_prefix('(').ok_or("a '(' is missing")?;
        let (inside, rest) = inside.split_once(')').ok_or("a ')' is missing")?;
        self.rest = rest;
        Ok(inside.trim().to_ascii_lowercase())
    }

    fn not(&mut self) -> Read<Test> {
        if self.is_in_not {
            return Err(":not() inside :not() is not read".to_owned());
        }
        if !self.takes('(') {
            return Err("a '(' is missing".to_owned());
        }
        self.is_in_not = true;
        let mut compounds = Vec::new();
        loop {
            self.blanks();
            compounds.push(self.compound()?);
            self.blanks();
            if self.takes(',') {
                continue;
            }
            self.is_in_not = false;
            return match self.takes(')') {
                true => Ok(Test::Not(compounds)),
                false => Err(":not() takes single elements without blanks in them".to_owned()),
            };
        }
    }

    /// A name with the escapes of CSS: a backslash before a sign that would end it.
    fn name(&mut self) -> Read<String> {
        let mut name = String::new();
        let mut chars = self.rest.char_indices();
        let mut end = self.rest.len();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => name.extend(chars.next().map(|(_, c)| c)),
                c if is_name(c) => name.push(c),
                _ => {
                    end = at;
                    break;
                }
            }
        }
        self.skip(end);
        match name.is_empty() {
            true => Err(format!("a name is missing before '{}'", head(self.rest))),
            false => Ok(name),
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn blanks(&mut self) -> bool {
        let rest = self.rest.trim_start();
        let some = rest.len() < self.rest.len();
        self.rest = rest;
        some
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
}

fn begins_name(c: char) -> bool {
    is_name(c) || c == '\\'
}

fn head(text: &str) -> String {
    text.chars().take(20).collect()
}

/// `odd`, `even`, `3`, `2n+1`, `-n+3`.
fn formula(text: &str) -> Option<(i64, i64)> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match text.as_str() {
        "odd" => return Some((2, 1)),
        "even" => return Some((2, 0)),
        _ => {}
    }
    let Some((a, b)) = text.split_once('n') else {
        return Some((0, text.parse().ok()?));
    };
    let a = match a {
        "" | "+" => 1,
        "-" => -1,
        a => a.parse::<i32>().ok()?.into(),
    };
    let b = match b {
        "" => 0,
        b => b.parse::<i32>().ok()?.into(),
    };
    Some((a, b))
}
