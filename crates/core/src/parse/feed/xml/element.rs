//! One element of a document: its names, attributes, children and text.

use std::borrow::Cow;

use super::tree::{Document, Node, NodeKind};
use super::{local, markup, unescape};

#[derive(Clone, Copy)]
pub(in crate::parse::feed) struct Element<'d, 'a> {
    document: &'d Document<'a>,
    at: usize,
}

impl<'d, 'a> Element<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, at: usize) -> Self {
        Self { document, at }
    }

    /// The place of the element in the document's list of nodes.
    pub(super) fn place(self) -> usize {
        self.at
    }

    fn node(self) -> Option<&'d Node<'a>> {
        self.document.nodes.get(self.at)
    }

    /// As written, with its prefix.
    pub(in crate::parse::feed) fn name(self) -> &'a str {
        match self.node().map(|node| &node.kind) {
            Some(NodeKind::Element { name, .. }) => name,
            _ => "",
        }
    }

    pub(in crate::parse::feed) fn local(self) -> &'a str {
        local(self.name())
    }

    pub(in crate::parse::feed) fn prefix(self) -> &'a str {
        self.name()
            .rsplit_once(':')
            .map_or("", |(prefix, _)| prefix)
    }

    pub(in crate::parse::feed) fn is(self, name: &str) -> bool {
        self.local().eq_ignore_ascii_case(name)
    }

    /// Whether it ended before the document did.
    pub(in crate::parse::feed) fn is_whole(self) -> bool {
        matches!(self.node().map(|node| &node.kind), Some(NodeKind::Element { whole, .. }) if *whole)
    }

    /// The value of an attribute by its local name; the one without a prefix counts first.
    pub(in crate::parse::feed) fn attribute(self, name: &str) -> Option<Cow<'a, str>> {
        let Some(NodeKind::Element {
            attributes: raw, ..
        }) = self.node().map(|node| &node.kind)
        else {
            return None;
        };
        let exact = attributes(raw).find(|(found, _)| found.eq_ignore_ascii_case(name));
        let found = exact.or_else(|| {
            attributes(raw).find(|(found, _)| {
                !found.starts_with("xmlns") && local(found).eq_ignore_ascii_case(name)
            })
        });
        found.map(|(_, value)| unescape(value))
    }

    /// The namespace that is declared on the element itself, without a prefix.
    pub(in crate::parse::feed) fn own_namespace(self) -> Option<Cow<'a, str>> {
        self.attribute("xmlns")
    }

    /// The elements right inside it.
    pub(in crate::parse::feed) fn children(self) -> Children<'d, 'a> {
        let end = self.node().map_or(self.at, |node| node.end);
        Children::new(self.document, self.at.saturating_add(1), end)
    }

    pub(in crate::parse::feed) fn child(self, name: &str) -> Option<Element<'d, 'a>> {
        self.children().find(|child| child.is(name))
    }

    /// The text of a child, without blanks around it; one without text is none.
    pub(in crate::parse::feed) fn child_text(self, name: &str) -> Option<Cow<'a, str>> {
        let mut named = self.children().filter(|child| child.is(name));
        named.find_map(Element::told)
    }

    /// The text without blanks around it; `None` when there is none.
    pub(in crate::parse::feed) fn told(self) -> Option<Cow<'a, str>> {
        let text = match self.text() {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// All text inside it, without tags.
    pub(in crate::parse::feed) fn text(self) -> Cow<'a, str> {
        let end = self.node().map_or(self.at, |node| node.end);
        let inside = self.document.nodes.get(self.at.saturating_add(1)..end);
        let mut texts = inside
            .unwrap_or(&[])
            .iter()
            .filter_map(|node| match node.kind {
                NodeKind::Text(text) => Some(unescape(text)),
                NodeKind::Raw(text) => Some(Cow::Borrowed(text)),
                NodeKind::Element { .. } => None,
            });
        let first = texts.next().unwrap_or(Cow::Borrowed(""));
        let Some(second) = texts.next() else {
            return first;
        };
        let mut whole = first.into_owned();
        whole.push_str(&second);
        texts.for_each(|text| whole.push_str(&text));
        Cow::Owned(whole)
    }

    /// What is inside as HTML: for bodies that were not escaped.
    pub(in crate::parse::feed) fn markup(self) -> String {
        match self.node().map(|node| &node.kind) {
            Some(NodeKind::Element { inner, .. }) => markup::html(inner),
            _ => String::new(),
        }
    }

    /// Its vocabulary as the document declares it: of the prefix, or on the element itself.
    pub(in crate::parse::feed) fn namespace(self) -> Option<Cow<'a, str>> {
        let prefix = self.prefix();
        if prefix.is_empty() {
            return self.own_namespace();
        }
        self.document.namespace(prefix).map(Cow::Borrowed)
    }
}

/// The elements right inside another one, in their order.
#[derive(Clone)]
pub(in crate::parse::feed) struct Children<'d, 'a> {
    document: &'d Document<'a>,
    at: usize,
    end: usize,
}

impl<'d, 'a> Children<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, at: usize, end: usize) -> Self {
        Self { document, at, end }
    }
}

impl<'d, 'a> Iterator for Children<'d, 'a> {
    type Item = Element<'d, 'a>;

    fn next(&mut self) -> Option<Element<'d, 'a>> {
        while self.at < self.end {
            let at = self.at;
            let node = self.document.nodes.get(at)?;
            self.at = node.end.max(at.saturating_add(1));
            if matches!(node.kind, NodeKind::Element { .. }) {
                return Some(Element::new(self.document, at));
            }
        }
        None
    }
}

/// Names and raw values of the inside of a tag.
pub(super) fn attributes(inside: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = inside;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() {
            return None;
        }
        let (found, behind) = attribute(rest);
        rest = behind;
        Some(found)
    })
}

/// The first attribute, and what stands behind it: always less than before.
fn attribute(text: &str) -> ((&str, &str), &str) {
    // A name may begin with '=', and so every round takes at least one character.
    let first = text.chars().next().map_or(0, char::len_utf8);
    let tail = text.get(first..).unwrap_or("");
    let ends = |c: char| c.is_whitespace() || matches!(c, '=' | '/');
    let end = tail.find(ends).unwrap_or(tail.len()).saturating_add(first);
    let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return ((name, ""), rest);
    };
    let value = value.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        let end = value.find(char::is_whitespace).unwrap_or(value.len());
        let (value, rest) = value.split_at_checked(end).unwrap_or((value, ""));
        return ((name, value), rest);
    };
    let value = value.get(1..).unwrap_or("");
    let (value, rest) = value.split_once(quote).unwrap_or((value, ""));
    ((name, value), rest)
}
