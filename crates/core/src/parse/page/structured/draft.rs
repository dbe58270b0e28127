//! An item in the making: what it is known by, before duplicates of one thing are merged and ids
//! are given.

use readonce_model::record::Facts;

use super::graph::Node;
use crate::facts::money::Given;
use crate::item::{Content, Item, Kind};
use crate::parse::link;
use crate::parse::moment::Moments;

/// What the things of a page are read against.
pub(super) struct Context<'a> {
    pub(super) page: Option<&'a str>,
    pub(super) lang: Option<&'a str>,
    pub(super) given: Given<'a>,
    pub(super) moments: Moments<'a>,
}

pub(super) struct Draft {
    pub(super) item: Item,
    /// The site's own number of the thing.
    pub(super) own_id: Option<String>,
    /// The thing's own address inside the data.
    pub(super) node_id: Option<String>,
    pub(super) in_markup: bool,
}

impl Draft {
    pub(super) fn of(kind: Kind, node: &Node, context: &Context) -> Self {
        let url = node
            .address("url")
            .and_then(|written| link::resolve(&written, context.page))
            .map(|url| url.to_string());
        let title = node.text_of(&["headline", "title", "name"]);
        Self {
            item: Item {
                id: String::new(),
                url,
                content: Content {
                    kind,
                    title: title.unwrap_or_default(),
                    blocks: Vec::new(),
                },
                facts: Facts::default(),
            },
            own_id: None,
            node_id: node.thing.id.as_deref().map(str::to_owned),
            in_markup: node.thing.in_markup,
        }
    }

    /// Times of publication and of change, where the thing has them.
    pub(super) fn date(&mut self, node: &Node, context: &Context, published: &[&str]) {
        let text = node.text_of(published);
        let facts = &mut self.item.facts;
        context.moments.publish(facts, text.as_deref());
        let updated = node.text("dateModified");
        let updated = updated.and_then(|text| context.moments.read(&text));
        facts.updated_at = updated.and_then(|moment| moment.utc);
    }

    /// Who wrote it, in the order of the byline.
    pub(super) fn sign(&mut self, node: &Node) {
        let mut names: Vec<String> = Vec::new();
        let all = node.texts("author").chain(node.texts("creator"));
        for name in all.filter(|name| !name.contains("://")) {
            if !names.contains(&name) && names.len() < MOST_AUTHORS {
                names.push(name);
            }
        }
        self.item.facts.author = Some(names.join(", ")).filter(|names| !names.is_empty());
    }
}

/// More names than a byline has; the rest of a longer list is cut.
const MOST_AUTHORS: usize = 50;
