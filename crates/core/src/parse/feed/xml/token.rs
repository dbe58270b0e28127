//! XML cut into text, character data, start tags and end tags.
//!
//! Every step moves forward, so the time is linear in the text whatever it holds. What is no
//! markup by the rules is text; a tag that is cut off at the end of the text counts for nothing, and
//! what it would have closed stays open.

/// Elements of HTML that never have content, and that nobody closes in a body that was not escaped.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "wbr", "embed"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse::feed) enum Token<'a> {
    /// With references that are still to be read.
    Text(&'a str),
    /// The inside of a CDATA section, which is text as it stands.
    Raw(&'a str),
    Start(Tag<'a>),
    End(&'a str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse::feed) struct Tag<'a> {
    pub(super) name: &'a str,
    /// All that stands between the name and the end of the tag.
    pub(super) attributes: &'a str,
    /// Has no content and no end tag.
    pub(super) empty: bool,
}

pub(in crate::parse::feed) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// A declaration with an inside that never ends was met: others are not looked into.
    unending: bool,
}

impl<'a> Tokens<'a> {
    pub(in crate::parse::feed) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            unending: false,
        }
    }

    /// The names of the start tags that are still to come.
    pub(in crate::parse::feed) fn starts(self) -> impl Iterator<Item = &'a str> {
        self.filter_map(|token| match token {
            Token::Start(tag) => Some(tag.name),
            _ => None,
        })
    }

    /// Where the next token begins, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Moves on by `bytes` and returns what was passed.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let passed = self.rest().get(..bytes).unwrap_or(self.rest());
        self.at = self.at.saturating_add(passed.len());
        passed
    }

    /// Moves behind the first `end` and returns what stands before it; without one all of the text
    /// is passed.
    fn skip_behind(&mut self, end: &str) -> &'a str {
        let Some(bytes) = self.rest().find(end) else {
            return self.skip(self.rest().len());
        };
        let passed = self.skip(bytes);
        self.skip(end.len());
        passed
    }

    /// Takes the markup that the rest begins with; `None` when it is nothing to tell of.
    fn markup(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.skip(4);
            self.skip_behind("-->");
            return None;
        }
        if let Some(open) = cdata(rest) {
            self.skip(open);
            return Some(Token::Raw(self.skip_behind("]]>")));
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            self.declaration();
            return None;
        }
        if rest.starts_with("</") {
            return self.end();
        }
        self.start()
    }

    /// An end tag ends at its '>', or where another tag begins.
    fn end(&mut self) -> Option<Token<'a>> {
        self.skip(2);
        let rest = self.rest();
        let Some(end) = rest.find(['>', '<']) else {
            self.skip(rest.len());
            return None;
        };
        let inside = self.skip(end);
        if self.rest().starts_with('>') {
            self.skip(1);
        }
        Some(Token::End(inside.split(ends_name).next().unwrap_or(inside)))
    }

    /// Passes over `<!DOCTYPE ...>`, what is declared inside included, and `<?...>`.
    fn declaration(&mut self) {
        let doctype = self.rest().get(..9);
        if doctype.is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) && !self.unending {
            if let Some(bytes) = doctype_bytes(self.rest()) {
                self.skip(bytes);
                return;
            }
            self.unending = true;
        }
        self.skip_behind(">");
    }

    /// A start tag ends at its '>', or where another tag begins: then its end was forgotten.
    fn start(&mut self) -> Option<Token<'a>> {
        self.skip(1);
        let rest = self.rest();
        let name = self.skip(rest.find(ends_name).unwrap_or(rest.len()));
        let inside = self.rest();
        let Some(end) = tag_end(inside) else {
            self.skip(inside.len());
            return None;
        };
        let attributes = self.skip(end);
        if self.rest().starts_with('>') {
            self.skip(1);
        }
        let void = VOID.iter().any(|void| void.eq_ignore_ascii_case(name));
        let attributes = attributes.trim_end();
        Some(Token::Start(Tag {
            name,
            attributes: attributes.strip_suffix('/').unwrap_or(attributes),
            empty: void || attributes.ends_with('/'),
        }))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while !self.rest().is_empty() {
            let text = self.skip(markup_start(self.rest()));
            if !text.is_empty() {
                return Some(Token::Text(text));
            }
            if let Some(token) = self.markup() {
                return Some(token);
            }
        }
        None
    }
}

/// Where the next markup begins: a '<' before a name, '/' and a name, '!' or '?'. Any other is text.
fn markup_start(text: &str) -> usize {
    let starts = |at: &usize| {
        let after = text.get(at.saturating_add(1)..).unwrap_or("");
        let name = after.strip_prefix('/').unwrap_or(after);
        name.is_empty() || after.starts_with(['!', '?']) || name.starts_with(begins_name)
    };
    let marks = text.match_indices('<').map(|(at, _)| at);
    marks.into_iter().find(starts).unwrap_or(text.len())
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == ':'
}

fn ends_name(c: char) -> bool {
    c.is_whitespace() || matches!(c, '/' | '>' | '<')
}

/// How many bytes open a CDATA section. One that is cut in its opening is one as well: the text
/// ends there.
fn cdata(rest: &str) -> Option<usize> {
    const OPEN: &str = "<![CDATA[";
    let start = rest.get(..OPEN.len().min(rest.len()))?;
    let whole = start.eq_ignore_ascii_case(OPEN);
    let cut = start.len() > 2 && start.len() < OPEN.len() && OPEN.starts_with(start);
    (whole || cut).then_some(start.len())
}

/// The end of a tag behind its name; `None` when the text ends first. A quote that meets a '<'
/// was never closed: then the tag ends at its first '>'.
fn tag_end(inside: &str) -> Option<usize> {
    let mut quote: Option<u8> = None;
    let mut first_end = None;
    for (at, byte) in inside.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (_, b'<') => return Some(first_end.unwrap_or(at)),
            (Some(_), b'>') => first_end = first_end.or(Some(at)),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    first_end
}

/// The length of a document type declaration: what stands in brackets and in quotes does not end
/// it. `None` when it never ends, or not before the next tag.
fn doctype_bytes(rest: &str) -> Option<usize> {
    let mut quote: Option<u8> = None;
    let mut inside = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match (quote, byte) {
            (_, b'<') if !inside => return None,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') => inside = true,
            (None, b']') => inside = false,
            (None, b'>') if !inside => return Some(at.saturating_add(1)),
            _ => {}
        }
    }
    None
}
