//! Lists and pages by rules: the selectors of a document into one page.
//!
//! The rules of fields see one item alone. An item inside another item is an item of its own, and
//! nothing of it belongs to the one around.

use std::borrow::Cow;
use std::collections::HashSet;

use readonce_model::Reason;

use super::field::Field;
use super::spec::ValueType;
use super::typed::{Reading, address, item, times};
use super::value::Value;
use super::{From, Parser, Rule};
use crate::facts::money::Given;
use crate::parse::dom::{NodeId, Selectors, Tree};
use crate::parse::found::Found;
use crate::parse::{Source, page};

#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Without it the page is one item.
    pub(super) items: Option<Selectors>,
    pub(super) fields: Vec<Rule>,
    pub(super) selectors: Selectors,
    /// Of what stands beside the items.
    pub(super) around: Selectors,
    pub(super) next_page: Option<From>,
    pub(super) total: Option<From>,
}

pub(super) fn read(source: &Source, parser: &Parser, rules: &Rules) -> Result<Found, Reason> {
    if let Some(reason) = page::blocked::reason(source) {
        return Err(reason);
    }
    let tree = Tree::of(source.text);
    let items = items(&tree, rules);
    let scopes: HashSet<NodeId> = items.iter().copied().collect();
    let records: Vec<Vec<Vec<Value>>> = items
        .iter()
        .map(|scope| values(&tree, *scope, rules, |id| scopes.contains(&id)))
        .collect();
    let evidence: Vec<&str> = records
        .iter()
        .flat_map(|record| times(&rules.fields, record))
        .collect();
    let lang = tree.language();
    let base = tree.base(source.response.url);
    let whole = rules.items.is_none();
    let reading = Reading {
        moments: source.moments.in_language(lang).with_evidence(&evidence),
        money: Given {
            lang: source.response.lang.or(lang),
            ..source.money()
        },
        base: base.as_deref(),
        url: source.response.url.filter(|_| whole),
    };
    let mut found = Found::new(parser.format());
    for (place, record) in records.iter().enumerate() {
        let part = if whole {
            "page".to_owned()
        } else {
            format!("items[{place}]")
        };
        let item = item(parser, &rules.fields, record, &reading);
        found.records.push((part, item));
    }
    around(&tree, rules, reading.base, &mut found);
    Ok(found)
}

fn items(tree: &Tree, rules: &Rules) -> Vec<NodeId> {
    match &rules.items {
        Some(items) => items
            .find(tree, Tree::ROOT, |_| false)
            .into_iter()
            .flatten()
            .collect(),
        None => vec![Tree::ROOT],
    }
}

fn values<'a>(
    tree: &Tree<'a>,
    scope: NodeId,
    rules: &'a Rules,
    is_other: impl Fn(NodeId) -> bool + Copy,
) -> Vec<Vec<Value<'a>>> {
    let found = rules.selectors.find(tree, scope, is_other);
    let read = |rule: &'a Rule| match &rule.from {
        From::Fixed(text) => vec![Value::Text(text.as_str().into())],
        From::Path(_) => Vec::new(),
        From::Element {
            selector,
            attribute,
        } => {
            let own = [scope];
            let elements = match selector {
                Some(number) => found.get(*number).map(Vec::as_slice).unwrap_or_default(),
                None => own.as_slice(),
            };
            let shape = Shape {
                attribute: attribute.as_deref(),
                value_type: rule.value_type,
                is_body: rule.field == Field::Body,
            };
            outermost(tree, elements)
                .filter_map(|id| shape.value(tree, id, is_other))
                .collect()
        }
    };
    rules.fields.iter().map(read).collect()
}

/// What lies inside an element that was found counts with it.
fn outermost<'t>(tree: &'t Tree, found: &'t [NodeId]) -> impl Iterator<Item = NodeId> + use<'t> {
    let mut end = 0;
    found.iter().copied().filter(move |id| {
        let outside = *id >= end;
        if outside {
            end = tree.node(*id).map_or(end, |node| node.end);
        }
        outside
    })
}

/// What is taken from an element.
struct Shape<'r> {
    attribute: Option<&'r str>,
    value_type: ValueType,
    is_body: bool,
}

impl Shape<'_> {
    fn value<'a>(
        &self,
        tree: &Tree<'a>,
        id: NodeId,
        skips: impl Fn(NodeId) -> bool + Copy,
    ) -> Option<Value<'a>> {
        let node = tree.node(id)?;
        if let Some(name) = self.attribute {
            return node.attribute(name).map(Value::Text);
        }
        if self.value_type == ValueType::Url {
            let link = ["href", "src", "content"]
                .into_iter()
                .find_map(|name| node.attribute(name));
            return link.map(Value::Text);
        }
        if self.is_body {
            return Some(Value::Markup(tree.markup(id, skips)));
        }
        let text = tree.text_without(id, skips);
        Some(Value::Text(Cow::Owned(text)))
    }
}

fn around(tree: &Tree, rules: &Rules, base: Option<&str>, found: &mut Found) {
    let elements = rules.around.find(tree, Tree::ROOT, |_| false);
    let first = |from: &Option<From>, value_type: ValueType| match from.as_ref()? {
        From::Fixed(text) => Some(text.clone()),
        From::Path(_) => None,
        From::Element {
            selector,
            attribute,
        } => {
            let shape = Shape {
                attribute: attribute.as_deref(),
                value_type,
                is_body: false,
            };
            let id = elements.get((*selector)?)?.first()?;
            Some(shape.value(tree, *id, |_| false)?.written()?.into_owned())
        }
    };
    let next = first(&rules.next_page, ValueType::Url);
    found.around.next_page = next.and_then(|link| address(&link, base));
    let total = first(&rules.total, ValueType::Text);
    found.around.declared_total = total.and_then(|text| count(&text));
    found.around.title = tree.title();
}

/// The only number of a text. Example: 1,204 jobs
fn count(text: &str) -> Option<u64> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '\u{a0}' | '\'');
    let mut numbers = text
        .split(|c| !is_part(c))
        .map(|part| {
            part.chars()
                .filter(char::is_ascii_digit)
                .collect::<String>()
        })
        .filter(|digits| !digits.is_empty());
    let number = numbers.next()?;
    match numbers.next() {
        None => number.parse().ok(),
        Some(_) => None,
    }
}
