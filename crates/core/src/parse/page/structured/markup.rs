//! Microdata and RDFa Lite: attributes of elements into things.
//!
//! Values stay unread markup until somebody asks. Properties inside the text of other properties
//! count to a bounded depth, so that reading them all stays linear.

use std::borrow::Cow;
use std::collections::HashMap;

use super::thing::{Thing, Value, term};
use crate::parse::page::elements::{Tag, Visitor, walk};

/// Properties with text inside properties with text.
const MAX_TEXTS: usize = 8;

/// Things inside things.
const MAX_THINGS: usize = 64;

/// Types or names of one element; more are no longer read.
const MAX_TERMS: usize = 16;

/// Names whose value on a link is where it leads; on others it is what the link says.
const ADDRESSES: [&str; 14] = [
    "url",
    "sameas",
    "image",
    "logo",
    "availability",
    "itemcondition",
    "item",
    "mainentityofpage",
    "discussionurl",
    "contenturl",
    "embedurl",
    "thumbnailurl",
    "license",
    "jobimmediatestart",
];

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

/// What the attributes of one element say.
struct Attributes<'a> {
    is_thing: bool,
    types: Vec<String>,
    id: Option<Cow<'a, str>>,
    /// The element's own name on the page.
    place: Option<Cow<'a, str>>,
    refers: bool,
    names: Vec<String>,
    /// `None` when the value is the element's content.
    value: Option<Cow<'a, str>>,
    /// The vocabulary of RDFa here is schema.org.
    schema: bool,
}

impl<'a> Attributes<'a> {
    fn of(tag: &Tag<'a>, around: bool) -> Self {
        let mut told = Self {
            is_thing: false,
            types: Vec::new(),
            id: None,
            place: None,
            refers: false,
            names: Vec::new(),
            value: None,
            schema: around,
        };
        let mut micro = Names::default();
        let mut rdfa = Names::default();
        for (name, raw) in tag.attributes() {
            let value = || htmlize::unescape_attribute(raw);
            match name.to_ascii_lowercase().as_str() {
                "itemscope" => micro.is_thing = true,
                "itemtype" => micro.types = Some(value()),
                "itemprop" => micro.names = Some(value()),
                "itemid" => told.id = Some(value()),
                "itemref" => told.refers = true,
                "id" => told.place = Some(value()),
                "vocab" => told.schema = value().to_ascii_lowercase().contains("schema.org"),
                "typeof" => rdfa.types = Some(value()),
                "property" => rdfa.names = Some(value()),
                "resource" if told.id.is_none() => told.id = Some(value()),
                _ => {}
            }
        }
        rdfa.is_thing = rdfa.types.is_some();
        let chosen = match micro.is_thing || micro.names.is_some() {
            true => micro,
            false => rdfa.in_vocabulary(told.schema),
        };
        told.is_thing = chosen.is_thing;
        told.types = terms(chosen.types.as_deref());
        told.names = terms(chosen.names.as_deref());
        if !told.names.is_empty() && !told.is_thing {
            told.value = value(tag, &told.names);
        }
        told
    }
}

/// The same three things under the names of one syntax.
#[derive(Default)]
struct Names<'a> {
    is_thing: bool,
    types: Option<Cow<'a, str>>,
    names: Option<Cow<'a, str>>,
}

impl Names<'_> {
    /// Outside of the vocabulary only terms with its prefix or address count.
    fn in_vocabulary(mut self, schema: bool) -> Self {
        let named = |list: &Cow<str>| list.contains(':');
        self.types = self.types.filter(|list| schema || named(list));
        self.names = self.names.filter(|list| schema || named(list));
        self
    }
}

fn terms(list: Option<&str>) -> Vec<String> {
    let words = list.unwrap_or("").split_ascii_whitespace();
    words.take(MAX_TERMS).filter_map(term).collect()
}

/// The value that an element carries in its attributes.
fn value<'a>(tag: &Tag<'a>, names: &[String]) -> Option<Cow<'a, str>> {
    let told = |name: &str| tag.get(name).filter(|value| !value.trim().is_empty());
    if tag.is("meta") {
        return Some(told("content").unwrap_or_default());
    }
    if let Some(content) = told("content") {
        return Some(content);
    }
    let is = |known: &[&str]| known.iter().any(|known| tag.is(known));
    let leads = names.iter().any(|name| ADDRESSES.contains(&name.as_str()));
    if is(&["link"]) || (is(&["a", "area"]) && leads) {
        return Some(told("href").unwrap_or_default());
    }
    if is(&[
        "audio", "embed", "iframe", "img", "source", "track", "video",
    ]) {
        return Some(told("src").unwrap_or_default());
    }
    match () {
        () if is(&["object"]) => told("data"),
        () if is(&["data", "meter", "input"]) => told("value"),
        () if is(&["time"]) => told("datetime"),
        () => None,
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
    for token in crate::parse::page::elements::tokens(html) {
        let crate::parse::page::elements::Token::Start(tag) = token else {
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
