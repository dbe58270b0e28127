//! What the attributes of one element say in microdata or RDFa Lite, and which value the element
//! carries.

use std::borrow::Cow;

use super::thing::term;
use crate::parse::page::elements::Tag;

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

/// What the attributes of one element say.
pub(super) struct Attributes<'a> {
    pub(super) is_thing: bool,
    pub(super) types: Vec<String>,
    pub(super) id: Option<Cow<'a, str>>,
    /// The element's own name on the page.
    pub(super) place: Option<Cow<'a, str>>,
    pub(super) refers: bool,
    pub(super) names: Vec<String>,
    /// `None` when the value is the element's content.
    pub(super) value: Option<Cow<'a, str>>,
    /// The vocabulary of RDFa here is schema.org.
    pub(super) schema: bool,
}

impl<'a> Attributes<'a> {
    pub(super) fn of(tag: &Tag<'a>, around: bool) -> Self {
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
