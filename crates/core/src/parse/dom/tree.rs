//! Pieces of markup into one array of nodes in document order.

use std::borrow::Cow;
use std::ops::Range;

use super::names::{Part, part};
use super::scan::{Piece, Scan, Tag};
use crate::parse::markup::Attributes;

/// Elements inside each other; what is deeper is a child of the deepest.
const MAX_DEPTH: usize = 256;

pub(in crate::parse) type NodeId = usize;

/// An element, or a text.
#[derive(Debug)]
pub(in crate::parse) struct Node<'a> {
    /// As written; empty for a text.
    pub(in crate::parse) name: &'a str,
    pub(super) part: Part,
    /// Raw text of a text, raw attributes of an element.
    raw: &'a str,
    pub(in crate::parse) class: &'a str,
    pub(in crate::parse) parent: NodeId,
    /// The first node behind the subtree.
    pub(in crate::parse) end: NodeId,
    /// Bytes of the content in the source.
    inner: Range<usize>,
    /// Bytes with the tags.
    outer: Range<usize>,
    /// Nearest element that begins a line: texts of two lines are two texts.
    line: NodeId,
    /// Place among the elements of the parent, from 1.
    pub(super) nth: u32,
    /// Elements among the children.
    pub(super) elements: u32,
    is_unseen: bool,
}

#[derive(Debug)]
pub(in crate::parse) struct Tree<'a> {
    html: &'a str,
    /// The first is the document itself, an element without a name.
    nodes: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    pub(in crate::parse) fn is_text(&self) -> bool {
        self.name.is_empty()
    }

    /// A link that leads somewhere.
    pub(in crate::parse) fn is_link(&self) -> bool {
        self.part == Part::Link && self.raw_attribute("href").is_some()
    }

    pub(in crate::parse) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(in crate::parse) fn is_heading(&self) -> bool {
        self.part == Part::Heading
    }

    /// The raw text of a text.
    pub(in crate::parse) fn text(&self) -> &'a str {
        self.raw
    }

    /// Nearest element that begins a line.
    pub(in crate::parse) fn line(&self) -> NodeId {
        self.line
    }

    pub(in crate::parse) fn id(&self) -> &'a str {
        self.raw_attribute("id").unwrap_or("")
    }

    /// Not shown, whatever is inside.
    pub(in crate::parse) fn is_unseen(&self) -> bool {
        self.is_unseen
    }

    /// The value of an attribute, with entities read.
    pub(in crate::parse) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let raw = self.raw_attribute(name)?;
        Some(htmlize::unescape_attribute(raw))
    }

    pub(super) fn raw_attribute(&self, name: &str) -> Option<&'a str> {
        if self.is_text() {
            return None;
        }
        let found = Attributes(self.raw).find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }
}

impl<'a> Tree<'a> {
    pub(in crate::parse) const ROOT: NodeId = 0;

    pub(in crate::parse) fn of(html: &'a str) -> Self {
        let mut build = Build::new(html);
        let mut scan = Scan::new(html);
        loop {
            let start = scan.at();
            let Some(piece) = scan.next() else {
                break;
            };
            build.take(piece, start..scan.at());
        }
        build.finish()
    }

    pub(in crate::parse) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(in crate::parse) fn node(&self, id: NodeId) -> Option<&Node<'a>> {
        self.nodes.get(id)
    }

    /// The nodes of a subtree without its root, in document order.
    pub(in crate::parse) fn inside(
        &self,
        id: NodeId,
    ) -> impl Iterator<Item = (NodeId, &Node<'a>)> + use<'_, 'a> {
        let first = id.saturating_add(1);
        let end = self.node(id).map_or(first, |node| node.end);
        let nodes = self.nodes.get(first..end).unwrap_or_default();
        (first..end).zip(nodes)
    }

    pub(in crate::parse) fn ancestors(
        &self,
        id: NodeId,
    ) -> impl Iterator<Item = (NodeId, &Node<'a>)> + use<'_, 'a> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let at = next.filter(|at| *at != Self::ROOT)?;
            let parent = self.node(at)?.parent;
            next = Some(parent);
            Some((parent, self.node(parent)?))
        })
    }

    /// The texts of a subtree that a reader sees, raw, each with its node.
    fn texts_without<F: Fn(NodeId) -> bool>(
        &self,
        id: NodeId,
        skips: F,
    ) -> impl Iterator<Item = (NodeId, &'a str)> + use<'_, 'a, F> {
        let end = self.node(id).map_or(0, |node| node.end);
        let mut next = id.saturating_add(1);
        std::iter::from_fn(move || {
            loop {
                let at = next;
                let node = self.nodes.get(at).filter(|_| at < end)?;
                next = match node.is_unseen || skips(at) {
                    true => node.end,
                    false => at.saturating_add(1),
                };
                if node.is_text() && !skips(at) {
                    return Some((at, node.raw));
                }
            }
        })
    }

    /// The visible text in one line, its characters as they stand. Texts of different lines get a
    /// blank between them.
    pub(in crate::parse) fn text(&self, id: NodeId) -> String {
        self.text_without(id, |_| false)
    }

    pub(in crate::parse) fn text_without(
        &self,
        id: NodeId,
        skips: impl Fn(NodeId) -> bool,
    ) -> String {
        let mut line = String::new();
        let mut before = None;
        for (at, raw) in self.texts_without(id, skips) {
            let here = self.node(at).map(|node| node.line);
            if before.is_some_and(|before| before != here) {
                line.push(' ');
            }
            before = Some(here);
            line.push_str(&htmlize::unescape(raw));
        }
        one_line(&line)
    }

    /// The language that the page names.
    pub(in crate::parse) fn language(&self) -> Option<&'a str> {
        let html = self
            .inside(Self::ROOT)
            .find(|(_, node)| node.is_named("html"));
        let lang = html?.1.raw_attribute("lang")?.trim();
        (!lang.is_empty()).then_some(lang)
    }

    /// What the links of the page are relative to.
    pub(in crate::parse) fn base(&self, url: Option<&'a str>) -> Option<Cow<'a, str>> {
        let own = self
            .inside(Self::ROOT)
            .take_while(|(_, node)| !node.is_named("body"))
            .find(|(_, node)| node.is_named("base"))
            .and_then(|(_, node)| node.attribute("href"));
        let resolved = own.and_then(|own| crate::parse::link::resolve(&own, url));
        resolved
            .map(|base| Cow::Owned(base.to_string()))
            .or(url.map(Cow::Borrowed))
    }

    /// The content of the scripts of a type.
    pub(in crate::parse) fn scripts(&self, kind: &str) -> impl Iterator<Item = &'a str> {
        let is_kind = move |node: &Node| {
            let found = node.is_named("script").then(|| node.raw_attribute("type"));
            found
                .flatten()
                .is_some_and(|found| found.trim().eq_ignore_ascii_case(kind))
        };
        let scripts = self
            .inside(Self::ROOT)
            .filter(move |(_, node)| is_kind(node));
        scripts.filter_map(|(id, _)| Some(self.node(id.saturating_add(1))?.raw))
    }

    /// The page's own title.
    pub(in crate::parse) fn title(&self) -> Option<String> {
        let found = self
            .inside(Self::ROOT)
            .find(|(_, node)| node.is_named("title"));
        Some(self.text(found?.0)).filter(|title| !title.is_empty())
    }

    /// The source of an element's content, without the subtrees that are left out.
    pub(in crate::parse) fn markup(
        &self,
        id: NodeId,
        skips: impl Fn(NodeId) -> bool,
    ) -> Cow<'a, str> {
        let Some(node) = self.node(id) else {
            return Cow::Borrowed("");
        };
        let (mut kept, mut from) = (String::new(), node.inner.start);
        let mut next = id.saturating_add(1);
        while let Some(inside) = self.nodes.get(next).filter(|_| next < node.end) {
            if !skips(next) {
                next = next.saturating_add(1);
                continue;
            }
            kept.push_str(self.html.get(from..inside.outer.start).unwrap_or(""));
            // Blocks on both sides stay apart.
            kept.push(' ');
            from = inside.outer.end.max(from);
            next = inside.end;
        }
        let tail = self.html.get(from..node.inner.end).unwrap_or("");
        match kept.is_empty() && from == node.inner.start {
            true => Cow::Borrowed(tail),
            false => Cow::Owned(kept + tail),
        }
    }
}

struct Build<'a> {
    html: &'a str,
    nodes: Vec<Node<'a>>,
    open: Vec<NodeId>,
    /// Elements that are open beyond the limit.
    too_deep: usize,
}

impl<'a> Build<'a> {
    fn new(html: &'a str) -> Self {
        let root = Node {
            name: "",
            part: Part::Inline,
            raw: "",
            class: "",
            parent: 0,
            end: 0,
            inner: 0..html.len(),
            outer: 0..html.len(),
            line: 0,
            nth: 1,
            elements: 0,
            is_unseen: false,
        };
        // A guess that saves most of the growing: a tag and its text are seldom shorter.
        const BYTES_A_NODE: usize = 24;
        let mut nodes = Vec::with_capacity(html.len() / BYTES_A_NODE);
        nodes.push(root);
        Self {
            html,
            nodes,
            open: Vec::new(),
            too_deep: 0,
        }
    }

    fn take(&mut self, piece: Piece<'a>, place: Range<usize>) {
        match piece {
            Piece::Text(raw) | Piece::Raw(raw) if raw.is_empty() => {}
            Piece::Text(raw) | Piece::Raw(raw) => self.text(raw, place),
            Piece::Start(tag) => self.start(&tag, place),
            Piece::End(name) => self.end(name, &place),
        }
    }

    fn finish(mut self) -> Tree<'a> {
        self.close_down_to(0, self.html.len(), self.html.len());
        let end = self.nodes.len();
        if let Some(root) = self.nodes.first_mut() {
            root.end = end;
        }
        Tree {
            html: self.html,
            nodes: self.nodes,
        }
    }

    fn parent(&self) -> NodeId {
        self.open.last().copied().unwrap_or(Tree::ROOT)
    }

    fn part(&self, id: NodeId) -> Part {
        self.nodes.get(id).map_or(Part::Block, |node| node.part)
    }

    fn line(&self, id: NodeId) -> NodeId {
        self.nodes.get(id).map_or(0, |node| node.line)
    }

    fn text(&mut self, raw: &'a str, place: Range<usize>) {
        let (id, parent) = (self.nodes.len(), self.parent());
        self.nodes.push(Node {
            name: "",
            part: Part::Inline,
            raw,
            class: "",
            parent,
            end: id.saturating_add(1),
            inner: place.clone(),
            outer: place,
            line: self.line(parent),
            nth: 0,
            elements: 0,
            is_unseen: false,
        });
    }

    fn start(&mut self, tag: &Tag<'a>, place: Range<usize>) {
        self.end_what_this_ends(tag.part, place.start);
        let (id, parent) = (self.nodes.len(), self.parent());
        let line = self.line(parent);
        let breaks = !tag.part.is_inline();
        let (class, hidden) = class_and_hidden(tag.attributes);
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.elements = parent.elements.saturating_add(1);
            // A break parts the line that it stands in.
            if tag.part == Part::Break {
                parent.line = id;
            }
        }
        self.nodes.push(Node {
            name: tag.name,
            part: tag.part,
            raw: tag.attributes,
            class,
            parent,
            end: id.saturating_add(1),
            inner: place.end..place.end,
            line: if breaks { id } else { line },
            nth: self.nodes.get(parent).map_or(1, |node| node.elements),
            elements: 0,
            is_unseen: tag.part.is_unseen() || hidden,
            outer: place,
        });
        match tag.part.is_void() {
            true => {}
            false if self.open.len() < MAX_DEPTH => self.open.push(id),
            false => self.too_deep = self.too_deep.saturating_add(1),
        }
    }

    /// Elements whose end tags are left out end where a neighbour begins.
    fn end_what_this_ends(&mut self, starts: Part, at: usize) {
        if self.too_deep > 0 || starts == Part::Inline {
            return;
        }
        let mut found = None;
        for (depth, open) in self.open.iter().enumerate().rev() {
            let open = self.part(*open);
            if starts.ends(open) {
                found = Some(depth);
            }
            if !starts.looks_behind(open) {
                break;
            }
        }
        if let Some(depth) = found {
            self.close_down_to(depth, at, at);
        }
    }

    fn end(&mut self, name: &str, place: &Range<usize>) {
        let ending = part(name);
        if self.too_deep > 0 {
            let opened = usize::from(!ending.is_void());
            self.too_deep = self.too_deep.saturating_sub(opened);
            return;
        }
        let mut open = self.open.iter().enumerate().rev();
        let found = open.find_map(|(depth, id)| {
            let node = self.nodes.get(*id)?;
            match node.name.eq_ignore_ascii_case(name) {
                true => Some(Some(depth)),
                false => node.part.is_wall_to(ending).then_some(None),
            }
        });
        if let Some(depth) = found.flatten() {
            self.close_down_to(depth, place.start, place.end);
        }
    }

    /// Closes every open element from that depth on. Only the outermost one has an end tag here.
    fn close_down_to(&mut self, depth: usize, inner_end: usize, outer_end: usize) {
        let end = self.nodes.len();
        while self.open.len() > depth {
            let own = self.open.len() == depth.saturating_add(1);
            let Some(id) = self.open.pop() else {
                return;
            };
            if let Some(node) = self.nodes.get_mut(id) {
                node.end = end;
                node.inner.end = inner_end;
                node.outer.end = if own { outer_end } else { inner_end };
            }
        }
    }
}

/// Runs of blanks as one blank, none at the ends.
pub(in crate::parse) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// What every element is asked for, in one reading of its attributes.
fn class_and_hidden(attributes: &str) -> (&str, bool) {
    let (mut class, mut hidden) = ("", false);
    for (name, value) in Attributes(attributes) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        match name.len() {
            5 if class.is_empty() && is("class") => class = value,
            5 if is("style") => hidden |= value.split(';').any(is_display_none),
            6 => hidden |= is("hidden"),
            11 if is("aria-hidden") => hidden |= value.trim().eq_ignore_ascii_case("true"),
            _ => {}
        }
    }
    (class, hidden)
}

fn is_display_none(declaration: &str) -> bool {
    let none = |value: &str| {
        let word = value.split(['!', ' ']).find(|word| !word.is_empty());
        word.is_some_and(|word| word.trim().eq_ignore_ascii_case("none"))
    };
    declaration
        .split_once(':')
        .is_some_and(|(property, value)| {
            property.trim().eq_ignore_ascii_case("display") && none(value)
        })
}
