//! HTML cut into text, start tags and end tags, the way the standard's tokenizer cuts it.
//!
//! Comments, declarations and raw-text elements (script, style ...) are passed over. Every step
//! moves forward, so the time is linear in the input whatever it holds.

/// Elements whose content is no markup and not for reading.
const RAW: [&str; 7] = [
    "script", "style", "textarea", "title", "iframe", "noembed", "noframes",
];

pub(super) enum Token<'a> {
    Text(&'a str),
    Start(Tag<'a>),
    End(&'a str),
}

pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// Its attributes say that it is not shown.
    pub(super) hidden: bool,
    /// Written with a closing slash.
    pub(super) closed: bool,
}

pub(super) fn tokens(html: &str) -> Tokens<'_> {
    Tokens { rest: html }
}

pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while !self.rest.is_empty() {
            let text = self.skip(markup_start(self.rest));
            if !text.is_empty() {
                return Some(Token::Text(text));
            }
            if let Some(tag) = self.markup() {
                return Some(tag);
            }
        }
        None
    }
}

impl<'a> Tokens<'a> {
    /// Moves on by `bytes` and returns what was passed.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        passed
    }

    /// Moves behind the first `end`, or to the end of the input.
    fn skip_behind(&mut self, end: &str) {
        let bytes = self.rest.find(end).map(|at| at.saturating_add(end.len()));
        self.skip(bytes.unwrap_or(self.rest.len()));
    }

    /// Takes the markup that `rest` begins with; `None` when it is nothing to tell of.
    fn markup(&mut self) -> Option<Token<'a>> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            self.rest = comment;
            self.skip_comment();
            return None;
        }
        let closing = self.rest.starts_with("</");
        self.skip(if closing { 2 } else { 1 });
        if !self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.skip_behind(">");
            return None;
        }
        let name = self.skip(self.rest.find(ends_name).unwrap_or(self.rest.len()));
        let tag = self.attributes(name)?;
        if closing {
            return Some(Token::End(name));
        }
        if RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name)) {
            self.skip_raw(name);
            return None;
        }
        Some(Token::Start(tag))
    }

    fn skip_comment(&mut self) {
        for empty in [">", "->"] {
            if self.rest.starts_with(empty) {
                self.skip(empty.len());
                return;
            }
        }
        self.skip_behind("-->");
    }

    /// Moves to the end tag of a raw-text element, which is left to be read as a stray end tag.
    fn skip_raw(&mut self, name: &str) {
        while let Some(at) = self.rest.find("</") {
            self.skip(at.saturating_add(2));
            let found = self.rest.get(..name.len());
            if found.is_some_and(|found| found.eq_ignore_ascii_case(name)) {
                self.skip_behind(">");
                return;
            }
        }
        self.rest = "";
    }

    /// Reads the attributes up to the end of the tag; `None` when the input ends inside the tag,
    /// which then counts for nothing.
    fn attributes(&mut self, name: &'a str) -> Option<Tag<'a>> {
        let mut hidden = false;
        while !self.rest.is_empty() {
            let gap = self.skip_while(|c| c.is_ascii_whitespace() || c == '/');
            if let Some(behind) = self.rest.strip_prefix('>') {
                self.rest = behind;
                return Some(Tag {
                    name,
                    hidden,
                    closed: gap.ends_with('/'),
                });
            }
            let (attribute, value) = self.attribute();
            hidden |= hides(attribute, value);
        }
        None
    }

    fn attribute(&mut self) -> (&'a str, &'a str) {
        // A name may begin with '=', and so every round takes at least one character.
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let tail = self.rest.get(first..).unwrap_or("");
        let end = tail
            .find(|c| ends_name(c) || c == '=')
            .unwrap_or(tail.len());
        let name = self.skip(first.saturating_add(end));
        self.skip_while(|c| c.is_ascii_whitespace());
        let Some(value) = self.rest.strip_prefix('=') else {
            return (name, "");
        };
        self.rest = value;
        self.skip_while(|c| c.is_ascii_whitespace());
        (name, self.value())
    }

    fn value(&mut self) -> &'a str {
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let Some(quote) = quote else {
            let end = self
                .rest
                .find(|c: char| c.is_ascii_whitespace() || c == '>');
            return self.skip(end.unwrap_or(self.rest.len()));
        };
        self.skip(1);
        let value = self.skip(self.rest.find(quote).unwrap_or(self.rest.len()));
        self.skip(1);
        value
    }

    fn skip_while(&mut self, passes: impl Fn(char) -> bool) -> &'a str {
        self.skip(self.rest.find(|c| !passes(c)).unwrap_or(self.rest.len()))
    }
}

/// Where the next markup begins: a '<' before a letter, '/', '!' or '?'. Any other is text.
pub(super) fn markup_start(text: &str) -> usize {
    let is_markup = |at: &usize| {
        let after = text.get(at.saturating_add(1)..).unwrap_or("");
        let name = after.strip_prefix('/').unwrap_or(after);
        after.starts_with(['!', '?'])
            || name.starts_with(|c: char| c.is_ascii_alphabetic())
            || (name.len() < after.len() && !name.is_empty())
    };
    let mut marks = memchr::memchr_iter(b'<', text.as_bytes());
    marks.find(is_markup).unwrap_or(text.len())
}

fn ends_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '/' | '>')
}

/// Whether an attribute says that its element is not shown.
pub(crate) fn hides(name: &str, value: &str) -> bool {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    is("hidden")
        || (is("aria-hidden") && value.trim().eq_ignore_ascii_case("true"))
        || (is("style") && value.split(';').any(is_not_shown))
}

/// `display: none` and `visibility: hidden`.
fn is_not_shown(declaration: &str) -> bool {
    let Some((property, value)) = declaration.split_once(':') else {
        return false;
    };
    let word = value.split(['!', ' ']).find(|word| !word.is_empty());
    let says = |name: &str, state: &str| {
        property.trim().eq_ignore_ascii_case(name)
            && word.is_some_and(|word| word.trim().eq_ignore_ascii_case(state))
    };
    says("display", "none") || says("visibility", "hidden")
}
