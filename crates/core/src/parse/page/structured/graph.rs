//! Things of a page as a graph: references are followed, and values are read whatever syntax they
//! came in.
//!
//! Nothing here follows more than one reference at a time, so a circle of them ends.

use std::borrow::Cow;
use std::collections::HashMap;

use super::thing::{Thing, Value};
use crate::canonical::shown;
use crate::item::Block;
use crate::parse::{html, plain};

/// Where the things are that have an address.
pub(super) struct Index<'g> {
    by_id: HashMap<&'g str, &'g Thing<'g>>,
}

impl<'g> Index<'g> {
    pub(super) fn of(things: &'g [Thing<'g>]) -> Self {
        let mut by_id = HashMap::new();
        let mut open: Vec<&Thing> = things.iter().rev().collect();
        while let Some(thing) = open.pop() {
            if let Some(id) = thing.id.as_deref().filter(|_| !thing.is_reference()) {
                by_id.entry(id).or_insert(thing);
            }
            open.extend(thing.inner());
        }
        Self { by_id }
    }
}

/// A thing with what its references are looked up in.
#[derive(Clone, Copy)]
pub(super) struct Node<'g> {
    pub(super) thing: &'g Thing<'g>,
    index: &'g Index<'g>,
}

impl<'g> Node<'g> {
    pub(super) fn new(thing: &'g Thing<'g>, index: &'g Index<'g>) -> Self {
        let told = thing.id.as_deref().filter(|_| thing.is_reference());
        let told = told.and_then(|id| index.by_id.get(id)).copied();
        Self {
            thing: told.unwrap_or(thing),
            index,
        }
    }

    pub(super) fn is(&self, kind: &str) -> bool {
        self.thing.is(kind)
    }

    fn values(&self, name: &str) -> &'g [Value<'g>] {
        let name = name.to_ascii_lowercase();
        self.thing.properties.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The things under a name.
    pub(super) fn nodes(&self, name: &str) -> impl Iterator<Item = Node<'g>> + use<'g> {
        let index = self.index;
        self.values(name)
            .iter()
            .filter_map(move |value| match value {
                Value::Thing(thing) => Some(Node::new(thing, index)),
                _ => None,
            })
    }

    pub(super) fn node(&self, name: &str) -> Option<Node<'g>> {
        self.nodes(name).next()
    }

    /// Every value under a name in one line each; of a thing it is the name.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = String> + use<'g> {
        let index = self.index;
        let lines = self.values(name).iter().map(move |value| match value {
            Value::Thing(thing) => Node::new(thing, index).own_name(),
            value => line(value),
        });
        lines.filter(|line| !line.is_empty())
    }

    /// The first value that says something.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.texts(name).next()
    }

    /// The first of several names that says something.
    pub(super) fn text_of(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.text(name))
    }

    fn own_name(&self) -> String {
        let plain = |value: &&Value| !matches!(value, Value::Thing(_));
        let mut values = ["name", "legalName", "alternateName"]
            .into_iter()
            .flat_map(|name| self.values(name))
            .filter(plain);
        values.next().map(line).unwrap_or_default()
    }

    /// Whether the first value is a bare number of JSON.
    pub(super) fn is_number(&self, name: &str) -> bool {
        matches!(self.values(name).first(), Some(Value::Number(_)))
    }

    /// A link or address as it is written: a text, or the address of a thing.
    pub(super) fn address(&self, name: &str) -> Option<Cow<'g, str>> {
        self.values(name).iter().find_map(|value| match value {
            Value::Text(text) => Some(htmlize::unescape(text.as_ref())),
            Value::Thing(thing) => thing.id.as_deref().map(Cow::Borrowed),
            Value::Number(_) => None,
            Value::Markup(_) => Some(Cow::Owned(line(value))),
        })
    }

    /// The running text under a name, line by line as a reader sees it.
    pub(super) fn blocks(&self, name: &str) -> Vec<Block> {
        let values = self.values(name).iter();
        let mut told = values.map(running).filter(|blocks| !blocks.is_empty());
        told.next().unwrap_or_default()
    }
}

fn line(value: &Value) -> String {
    match value {
        Value::Text(text) => shown(&htmlize::unescape(text.as_ref())),
        Value::Number(text) => (*text).to_owned(),
        Value::Markup(markup) if !html::has_markup(markup) => shown(&htmlize::unescape(*markup)),
        Value::Markup(markup) => shown(&lines(&html::blocks(markup)).join(" ")),
        Value::Thing(_) => String::new(),
    }
}

/// The lines of blocks, without their order of lists: for a title or a name.
fn lines(blocks: &[Block]) -> Vec<&str> {
    let mut all = Vec::new();
    let mut open: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = open.pop() {
        match block {
            Block::Text(text) => all.push(text.as_str()),
            Block::List { items, .. } => open.extend(items.iter().flatten().rev()),
        }
    }
    all
}

fn running(value: &Value) -> Vec<Block> {
    match value {
        Value::Markup(markup) => html::blocks(markup),
        Value::Text(text) => prose(text),
        Value::Number(text) => plain::blocks(text),
        Value::Thing(_) => Vec::new(),
    }
}

/// Text of JSON: HTML, also escaped once more, or plain lines.
fn prose(text: &str) -> Vec<Block> {
    if html::has_markup(text) {
        return html::blocks(text);
    }
    let read = htmlize::unescape(text);
    match html::has_markup(&read) {
        true => html::blocks(&read),
        false => plain::blocks(&read),
    }
}

/// How much a text says, in letters and digits; a character of a dense script counts three times.
pub(super) fn weight(blocks: &[Block]) -> usize {
    let visible = lines(blocks).into_iter().flat_map(str::chars);
    visible
        .filter(|c| c.is_alphanumeric())
        .map(|c| if c < '\u{3000}' { 1 } else { 3 })
        .sum()
}
