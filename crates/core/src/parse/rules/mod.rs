//! Parser documents: how the responses of a source are read, as data of the catalog.
//!
//! A document is checked and compiled once and never changes; another way of reading is another
//! version of it. Nothing in here knows a source, and no rule runs code.
//!
//! | file | what it does |
//! |---|---|
//! | `name`, `spec` | what a document is called and may say |
//! | `check` | document to [`Parser`], or all of its faults |
//! | `field` | the fields that a rule may fill |
//! | `path` | JSONPath over raw JSON |
//! | `json`, `html` | where the values of a response are |
//! | `value`, `typed` | what the values mean |

mod check;
mod field;
mod html;
mod json;
mod name;
mod path;
mod spec;
#[cfg(test)]
mod tests;
mod typed;
mod value;

use std::borrow::Cow;
use std::collections::BTreeSet;

use readonce_model::Reason;

use super::dom::{Selectors, Tree};
use super::found::Found;
use super::{Family, Format, Response, Source};
use crate::item::{Item, Kind};
use crate::quality::DataContract;
use field::Field;

pub use check::parse_parser;
pub use name::{NotAParserName, ParserName};
pub use spec::{ParserSpec, RuleSpec, ValueType};
pub(super) use typed::{address, link_id, whole_price};

/// Kind of parser documents in the catalog: their key is `parser/<name>@<version>`.
pub const PARSER_KIND: &str = "parser";

/// A parser document that was checked and compiled.
#[derive(Clone, Debug)]
pub struct Parser {
    name: ParserName,
    spec: ParserSpec,
    format: Format,
    kind: Option<Kind>,
    set_like: BTreeSet<Field>,
    volatile: BTreeSet<Field>,
    noise: Selectors,
    quality: Option<DataContract>,
    rules: Option<Rules>,
}

#[derive(Clone, Debug)]
enum Rules {
    Json(json::Rules),
    Html(html::Rules),
}

/// How one field is filled.
#[derive(Clone, Debug)]
struct Rule {
    field: Field,
    from: From,
    value_type: ValueType,
    is_required: bool,
}

/// Where a value is.
#[derive(Clone, Debug)]
enum From {
    Fixed(String),
    Path(path::Path),
    /// By the number of the selector; without one it is the item itself.
    Element {
        selector: Option<usize>,
        attribute: Option<String>,
    },
}

impl Parser {
    pub fn name(&self) -> &ParserName {
        &self.name
    }

    pub fn spec(&self) -> &ParserSpec {
        &self.spec
    }

    pub fn format(&self) -> Format {
        self.format
    }

    /// What the items are judged by, where the document says it.
    pub fn quality(&self) -> Option<&DataContract> {
        self.quality.as_ref()
    }

    /// Currency of amounts that name none.
    pub(crate) fn currency(&self) -> Option<&str> {
        self.spec.currency.as_deref()
    }

    pub(super) fn day_first(&self) -> Option<bool> {
        self.spec.day_first
    }

    /// Version of the reader: the document's where its own rules read.
    pub(super) fn version(&self) -> Option<i32> {
        let own = self.rules.is_some();
        own.then(|| i32::try_from(self.name.version()).ok())
            .flatten()
    }

    /// What the document says of the locale goes before what else is known.
    pub(super) fn over<'a>(&'a self, response: &Response<'a>) -> Response<'a> {
        Response {
            format: Some(self.format),
            site_tz: self.spec.site_tz.as_deref().or(response.site_tz),
            lang: self.spec.lang.as_deref().or(response.lang),
            ..*response
        }
    }

    /// The text without what the document calls noise.
    pub(super) fn quieted<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.spec.noise.is_empty() || self.format.family() != Family::Html {
            return Cow::Borrowed(text);
        }
        let tree = Tree::of(text);
        let found = self.noise.find(&tree, Tree::ROOT, |_| false);
        let noise: BTreeSet<usize> = found.into_iter().flatten().collect();
        tree.markup(Tree::ROOT, |id| noise.contains(&id))
    }

    /// Reads by the document's rules; `None` when it has none and the format's own reader reads.
    pub(super) fn read(&self, source: &Source) -> Option<Result<Found, Reason>> {
        match self.rules.as_ref()? {
            Rules::Json(rules) => Some(json::read(source, self, rules)),
            Rules::Html(rules) => Some(html::read(source, self, rules)),
        }
    }

    /// What the document says of items, whoever read them.
    pub(super) fn settle(&self, found: &mut Found) {
        let items = found
            .records
            .iter_mut()
            .filter_map(|(_, item)| item.as_mut().ok());
        for item in items {
            self.settle_item(item);
        }
    }

    fn settle_item(&self, item: &mut Item) {
        if let Some(kind) = self.kind {
            item.content.kind = kind;
        }
        if self.set_like.contains(&Field::Body) {
            value::forget_order(&mut item.content.blocks);
        }
        for field in &self.volatile {
            value::clear(item, *field);
        }
    }
}
