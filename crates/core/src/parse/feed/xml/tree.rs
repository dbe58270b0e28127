//! Tokens into a tree, with the ends that were forgotten.
//!
//! Nodes lie in one list in the order of the document, each with the place behind all that is in
//! it: the tree needs no pointers and no recursion.

use std::collections::HashMap;

use super::element::Element;
use super::token::{Tag, Token, Tokens};
use super::{is_feed, is_html, is_record, local};

pub(in crate::parse::feed) struct Document<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    /// What prefixes stand for, as first declared. The default namespace is not in here: it is
    /// wrong too often to go by.
    prefixes: Vec<(&'a str, &'a str)>,
}

pub(super) struct Node<'a> {
    pub(super) kind: NodeKind<'a>,
    /// The place behind all that is in it.
    pub(super) end: usize,
}

pub(super) enum NodeKind<'a> {
    Element {
        name: &'a str,
        attributes: &'a str,
        /// Where its start tag begins, in bytes.
        from: usize,
        /// The text between its tags.
        inner: &'a str,
        /// It ended before the document did.
        whole: bool,
    },
    Text(&'a str),
    Raw(&'a str),
}

/// Prefixes that are remembered; more of them is no feed.
const MOST_PREFIXES: usize = 64;

pub(in crate::parse::feed) fn document(text: &str) -> Document<'_> {
    let mut builder = Builder {
        text,
        document: Document {
            nodes: Vec::new(),
            prefixes: Vec::new(),
        },
        open: Vec::new(),
        counts: HashMap::new(),
    };
    let mut tokens = Tokens::new(text);
    loop {
        let from = tokens.at();
        let Some(token) = tokens.next() else {
            break;
        };
        builder.take(token, from, tokens.at());
    }
    builder.finish()
}

impl<'a> Document<'a> {
    /// All elements, in the order of the document.
    pub(in crate::parse::feed) fn elements(&self) -> impl Iterator<Item = Element<'_, 'a>> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(at, node)| match node.kind {
            NodeKind::Element { .. } => Some(Element::new(self, at)),
            _ => None,
        })
    }

    /// All elements of these names, in the order of the document; not what lies within one.
    pub(in crate::parse::feed) fn records<'d>(&'d self, names: &[&str]) -> Vec<Element<'d, 'a>> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let is_one = |name: &str| {
                let name = local(name);
                names.iter().any(|other| other.eq_ignore_ascii_case(name))
            };
            at = match node.kind {
                NodeKind::Element { name, .. } if is_one(name) => {
                    found.push(Element::new(self, at));
                    node.end
                }
                _ => at.saturating_add(1),
            };
        }
        found
    }

    /// The namespace that a prefix stands for, where the document says it.
    pub(in crate::parse::feed) fn namespace(&self, prefix: &str) -> Option<&'a str> {
        let mut known = self.prefixes.iter();
        known.find(|(name, _)| *name == prefix).map(|(_, uri)| *uri)
    }

    pub(in crate::parse::feed) fn namespaces(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.prefixes.iter().copied()
    }
}

struct Builder<'a> {
    text: &'a str,
    document: Document<'a>,
    open: Vec<Open<'a>>,
    /// How many elements of a name are open: an end tag without a start is known by it at once.
    counts: HashMap<&'a str, usize>,
}

struct Open<'a> {
    name: &'a str,
    node: usize,
    /// Where its content begins, in bytes.
    from: usize,
}

impl<'a> Builder<'a> {
    fn take(&mut self, token: Token<'a>, from: usize, behind: usize) {
        match token {
            Token::Text(text) if text.trim().is_empty() => {}
            Token::Text(text) => self.push(NodeKind::Text(text)),
            Token::Raw(text) => self.push(NodeKind::Raw(text)),
            Token::Start(tag) => self.start(tag, from, behind),
            Token::End(name) => self.end(name, from),
        }
    }

    fn push(&mut self, kind: NodeKind<'a>) {
        let end = self.document.nodes.len().saturating_add(1);
        self.document.nodes.push(Node { kind, end });
    }

    fn start(&mut self, tag: Tag<'a>, from: usize, behind: usize) {
        if is_record(local(tag.name)) {
            self.end(tag.name, from);
        }
        if tag.attributes.contains("xmlns:") {
            self.declare(tag.attributes);
        }
        let node = self.document.nodes.len();
        self.push(NodeKind::Element {
            name: tag.name,
            attributes: tag.attributes,
            from,
            inner: "",
            whole: tag.empty,
        });
        if !tag.empty {
            let count = self.counts.entry(tag.name).or_default();
            *count = count.saturating_add(1);
            let name = tag.name;
            self.open.push(Open {
                name,
                node,
                from: behind,
            });
        }
    }

    fn declare(&mut self, attributes: &'a str) {
        for (name, value) in super::element::attributes(attributes) {
            let Some(prefix) = name.strip_prefix("xmlns:") else {
                continue;
            };
            let room = self.document.prefixes.len() < MOST_PREFIXES;
            if room && self.document.namespace(prefix).is_none() {
                self.document.prefixes.push((prefix, value));
            }
        }
    }

    /// Ends the innermost element of the name, and with it all that is open inside; an end without
    /// a start is passed over.
    fn end(&mut self, name: &'a str, at: usize) {
        if self.counts.get(name).is_none_or(|open| *open == 0) {
            return;
        }
        while let Some(open) = self.pop() {
            let own = open.name == name;
            self.close(&open, at, true);
            if own {
                return;
            }
            self.give_back(&open);
        }
    }

    fn pop(&mut self) -> Option<Open<'a>> {
        let open = self.open.pop()?;
        if let Some(count) = self.counts.get_mut(open.name) {
            *count = count.saturating_sub(1);
        }
        Some(open)
    }

    fn close(&mut self, open: &Open<'a>, at: usize, is_whole: bool) {
        let content = self.text.get(open.from..at).unwrap_or("");
        let behind = self.document.nodes.len();
        if let Some(node) = self.document.nodes.get_mut(open.node) {
            node.end = behind;
            if let NodeKind::Element { inner, whole, .. } = &mut node.kind {
                *inner = content;
                *whole = is_whole;
            }
        }
    }

    /// An element that nobody closed ends where the next one begins: what follows belongs to what
    /// is around it. Markup of a body stays in its body, and records in their list.
    ///
    /// Children are looked at up to the first that is given back, so that each is once at most.
    fn give_back(&mut self, open: &Open<'a>) {
        let holds_others = is_record(local(open.name)) || is_feed(local(open.name));
        if holds_others || is_html(open.name) {
            return;
        }
        let field = Element::new(&self.document, open.node);
        let next = field.children().find(|child| !is_html(child.name()));
        let Some(at) = next.map(|child| child.place()) else {
            return;
        };
        let content = match self.document.nodes.get(at).map(|next| &next.kind) {
            Some(NodeKind::Element { from, .. }) => self.text.get(open.from..*from),
            _ => None,
        };
        if let Some(node) = self.document.nodes.get_mut(open.node) {
            node.end = at;
            if let NodeKind::Element { inner, .. } = &mut node.kind {
                *inner = content.unwrap_or("");
            }
        }
    }

    /// What is still open at the end of the text is not whole.
    fn finish(mut self) -> Document<'a> {
        while let Some(open) = self.pop() {
            self.close(&open, self.text.len(), false);
        }
        self.document
    }
}
