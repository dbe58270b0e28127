//! Microdata and RDFa Lite: attributes of elements into things.
//!
//! Values stay unread markup until somebody asks. Properties inside the text of other properties
//! count to a bounded depth, so that reading them all stays linear.

use std::collections::HashMap;

use super::attributes::Attributes;
use super::thing::{Thing, Value};
use crate::parse::page::elements::{Tag, Token, Visitor, tokens, walk};

/// Properties with text inside properties with text.
const MAX_TEXTS: usize = 8;

/// Things inside things.
const MAX_THINGS: usize = 64;

/// The things that no other thing holds, in the order of the page.
pub(super) fn things(html: &str) -> Vec<Thing<'_>> {
    let mut reader = Reader::new(html);
    walk(html, &mut reader);
    reader.finish()
}

struct Reader<'a> {
    html: &'a str,
    drafts: Vec<Draft<'a>>,
    /// The drafts that no property holds.
    top: Vec<usize>,
    open: Vec<Open>,
    texts: usize,
    /// Elements that things elsewhere on the page refer to, with those things.
    referred: HashMap<String, usize>,
    /// The first drafts are kept for things that refer to other elements.
    reserved: usize,
    /// How many of the drafts that refer to other elements have begun.
    referring: usize,
}

#[derive(Default)]
struct Draft<'a> {
    thing: Thing<'a>,
    /// Values in the order of the page; a thing is known by its place among the drafts.
    values: Vec<(String, Told<'a>)>,
}

enum Told<'a> {
    Value(Value<'a>),
    Draft(usize),
}

/// What is open with an element.
#[derive(Default)]
struct Open {
    /// The thing that properties inside belong to.
    scope: Option<usize>,
    schema: bool,
    /// A property whose value is the element's content: its names, its thing, where it begins.
    text: Option<(Vec<String>, usize, usize)>,
}

impl<'a> Reader<'a> {
    fn new(html: &'a str) -> Self {
        let referred = referred(html);
        let last = referred.values().copied().max();
        let reserved = last.map_or(0, |last| last.saturating_add(1));
        Self {
            html,
            drafts: (0..reserved).map(|_| Draft::default()).collect(),
            top: Vec::new(),
            open: Vec::new(),
            texts: 0,
            referred,
            reserved,
            referring: 0,
        }
    }

    /// A draft for a thing that begins here.
    fn begin(&mut self, tag: &Attributes<'a>) -> usize {
        let place = match tag.refers {
            true if self.referring < self.reserved => {
                self.referring = self.referring.saturating_add(1);
                self.referring.saturating_sub(1)
            }
            _ => {
                self.drafts.push(Draft::default());
                self.drafts.len().saturating_sub(1)
            }
        };
        if let Some(draft) = self.drafts.get_mut(place) {
            draft.thing.types.clone_from(&tag.types);
            draft.thing.id.clone_from(&tag.id);
            draft.thing.in_markup = true;
        }
        place
    }

    fn add(&mut self, thing: usize, names: &[String], told: impl Fn() -> Told<'a>) {
        if let Some(draft) = self.drafts.get_mut(thing) {
            let values = names.iter().map(|name| (name.clone(), told()));
            draft.values.extend(values);
        }
    }

    fn finish(mut self) -> Vec<Thing<'a>> {
        let top = std::mem::take(&mut self.top);
        top.into_iter()
            .filter_map(|place| self.taken(place, MAX_THINGS))
            .collect()
    }

    /// The thing with all that it holds. Each is taken once, so a circle of references ends.
    fn taken(&mut self, place: usize, depth: usize) -> Option<Thing<'a>> {
        let depth = depth.checked_sub(1)?;
        let Draft { mut thing, values } = std::mem::take(self.drafts.get_mut(place)?);
        for (name, told) in values {
            let value = match told {
                Told::Value(value) => Some(value),
                Told::Draft(inner) => self.taken(inner, depth).map(Value::Thing),
            };
            if let Some(value) = value {
                thing.add(&name, value);
            }
        }
        Some(thing)
    }
}

impl<'a> Visitor<'a> for Reader<'a> {
    fn open(&mut self, tag: &Tag<'a>) {
        let outer = self.open.last();
        let schema = outer.is_some_and(|outer| outer.schema);
        let mut scope = outer.and_then(|outer| outer.scope);
        let told = Attributes::of(tag, schema);
        if let Some(thing) = told.place.as_deref().and_then(|id| self.referred.get(id)) {
            scope = Some(*thing);
        }
        let mut open = Open {
            scope,
            schema: told.schema,
            text: None,
        };
        let held = scope.filter(|_| !told.names.is_empty());
        if told.is_thing {
            let thing = self.begin(&told);
            match held {
                Some(holder) => self.add(holder, &told.names, || Told::Draft(thing)),
                None => self.top.push(thing),
            }
            open.scope = Some(thing);
        } else if let Some(holder) = held {
            match told.value {
                Some(value) => {
                    self.add(holder, &told.names, || {
                        Told::Value(Value::Text(value.clone()))
                    });
                }
                None if self.texts < MAX_TEXTS => {
                    self.texts = self.texts.saturating_add(1);
                    open.text = Some((told.names, holder, tag.end));
                }
                None => {}
            }
        }
        self.open.push(open);
    }

    fn text(&mut self, _: &'a str) {}

    fn close(&mut self, at: usize) {
        let Some((names, holder, from)) = self.open.pop().and_then(|open| open.text) else {
            return;
        };
        self.texts = self.texts.saturating_sub(1);
        let content = self.html.get(from..at).unwrap_or("");
        self.add(holder, &names, || Told::Value(Value::Markup(content)));
    }
}

/// Which elements things refer to by `itemref`, each with the first thing that does, counted in
/// the order of the page.
fn referred(html: &str) -> HashMap<String, usize> {
    let mut referred = HashMap::new();
    if memchr::memmem::find(html.as_bytes(), b"itemref").is_none() {
        return referred;
    }
    let mut count: usize = 0;
    for token in tokens(html) {
        let Token::Start(tag) = token else {
            continue;
        };
        let (Some(list), Some(_)) = (tag.get("itemref"), tag.get("itemscope")) else {
            continue;
        };
        for id in list.split_ascii_whitespace() {
            referred.entry(id.to_owned()).or_insert(count);
        }
        count = count.saturating_add(1);
    }
    referred
}
