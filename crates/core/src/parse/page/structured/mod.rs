//! Structured data of a page: JSON-LD, microdata and RDFa, read into one model.
//!
//! | file | what it holds |
//! |---|---|
//! | `probe` | whether there can be any at all |
//! | `block`, `json` | JSON-LD blocks, and the repairs that are allowed |
//! | `linked`, `markup`, `attributes` | JSON-LD, and attributes of elements, into things |
//! | `thing`, `graph` | the model, and how values are read out of it |
//! | `kind`, `roots` | which things become items |
//! | `posting`, `product`, `article`, `thread`, `draft` | things into items |
//! | `merge` | one thing that is told twice |
//!
//! A block that needs a guess is bad: it is counted with its reason, the others are used. What a
//! page says about its site (menus, the publisher, ratings) is no item.

mod article;
mod attributes;
mod block;
mod draft;
mod graph;
mod json;
mod kind;
mod linked;
mod main_text;
mod markup;
mod merge;
mod money;
mod offer;
mod posting;
mod probe;
mod product;
mod roots;
mod stock;
#[cfg(test)]
mod tests;
mod thing;
mod thread;

use std::collections::HashMap;

use readonce_model::Reason;
use readonce_model::record::Facts;

use super::article::Outline;
use super::elements::{Token, tokens};
use super::price;
use crate::canonical::tidy;
use crate::facts::money::Given;
use crate::item::{Content, Kind};
use crate::parse::found::Found;
use crate::parse::{Format, Source, link};
use draft::{Context, Draft};
use graph::Index;
use roots::Root;
use thing::Thing;

/// The things that the page describes to machines, and the blocks that could not be used.
pub(super) fn read(source: &Source, outline: &Outline) -> Found {
    let mut found = Found::new(Format::Page);
    let signs = probe::signs(source.text, outline.has_json);
    if signs == probe::Signs::default() {
        return found;
    }
    let things = things(source.text, signs, &mut found.around.bad_blocks);
    if things.is_empty() {
        return found;
    }
    let lang = lang(source.text);
    let items = items(&things, (source, outline), lang.as_deref());
    for (place, draft) in items.into_iter().enumerate() {
        let part = format!("{}[{place}]", draft.item.content.kind.as_str());
        found.records.push((part, Ok(draft.item)));
    }
    found
}

/// Everything that the page tells of, JSON-LD first.
fn things<'a>(html: &'a str, signs: probe::Signs, bad: &mut Vec<Reason>) -> Vec<Thing<'a>> {
    let mut things = Vec::new();
    let mut left = json::MAX_VALUES;
    if let Some(last) = signs.json_ld {
        for (place, block) in block::blocks(html, last).enumerate() {
            match block::read(block, place.saturating_add(1), &mut left) {
                Ok(Some(json)) => linked::things(json, &mut things),
                Ok(None) => {}
                Err(reason) => bad.push(reason),
            }
        }
    }
    if signs.markup {
        things.extend(markup::things(html));
    }
    things
}

/// The language that the page itself names.
pub(super) fn lang(html: &str) -> Option<String> {
    let first = tokens(html).find_map(|token| match token {
        Token::Start(tag) | Token::Raw(tag, _) => Some(tag),
        _ => None,
    });
    let root = first.filter(|tag| tag.is("html"))?;
    let told = root.get("lang").or_else(|| root.get("xml:lang"))?;
    Some(told.trim().to_owned()).filter(|lang| !lang.is_empty())
}

fn items(things: &[Thing], page: (&Source, &Outline), lang: Option<&str>) -> Vec<Draft> {
    let (source, _) = page;
    let index = Index::of(things);
    let roots = roots::roots(things, &index);
    let dates: Vec<String> = roots.iter().flat_map(dates).collect();
    let dates: Vec<&str> = dates.iter().map(String::as_str).collect();
    let context = Context {
        page: source.response.url,
        lang,
        given: Given {
            lang: lang.or(source.response.lang),
            default_currency: None,
        },
        moments: source.moments.in_language(lang).with_evidence(&dates),
    };
    let drafts = roots.iter().map(|root| draft(root, &context)).collect();
    let mut drafts = merge::merged(drafts);
    complete(&mut drafts, page, &context);
    name(&mut drafts, &context);
    drafts
}

fn draft(root: &Root, context: &Context) -> Draft {
    let mut draft = drawn(root, context);
    tidy_facts(&mut draft.item.facts);
    draft
}

/// Facts are compared as they stand, so what only looks different must not differ. Titles keep
/// their signs: the canonical form folds them.
fn tidy_facts(facts: &mut Facts) {
    let texts = [
        &mut facts.company,
        &mut facts.department,
        &mut facts.country,
        &mut facts.author,
        &mut facts.brand,
        &mut facts.sku,
        &mut facts.requisition,
        &mut facts.stock_reason,
    ];
    for text in texts.into_iter().flatten() {
        *text = tidy(text);
    }
}

fn drawn(root: &Root, context: &Context) -> Draft {
    match root.kind {
        Kind::Posting => posting::draft(&root.node, context),
        Kind::Product => product::draft(&root.node, context),
        Kind::Article => article::draft(&root.node, context),
        Kind::Thread => thread::draft(&root.node, context),
        Kind::Page | Kind::Link => {
            let mut draft = Draft::of(Kind::Page, &root.node, context);
            draft.item.content.blocks = root.node.blocks("description");
            draft
        }
    }
}

/// Every date of a thing, as evidence of how the page writes them.
fn dates(root: &Root) -> Vec<String> {
    let names = ["datePosted", "datePublished", "dateCreated", "dateModified"];
    names
        .iter()
        .filter_map(|name| root.node.text(name))
        .collect()
}

/// What the rest of the page adds: its text to the one thing that it is about, and the price that
/// it shows.
fn complete(drafts: &mut Vec<Draft>, page: (&Source, &Outline), context: &Context) {
    let (source, _) = page;
    let about_page = |draft: &Draft| draft.item.content.kind == Kind::Page;
    if drafts.iter().any(about_page)
        && main_text::is_more(page, drafts.iter().filter(|draft| about_page(draft)))
    {
        drafts.retain(|draft| !about_page(draft));
    }
    let [draft] = drafts.as_mut_slice() else {
        return;
    };
    let Content {
        kind,
        title,
        blocks,
    } = &mut draft.item.content;
    match kind {
        Kind::Article => main_text::prefer(blocks, page),
        Kind::Posting | Kind::Thread if blocks.is_empty() => main_text::prefer(blocks, page),
        Kind::Product => {
            let facts = &mut draft.item.facts;
            let given = Given {
                default_currency: facts.currency.as_deref(),
                ..context.given
            };
            if let Some(shown) = price::shown(source.text, title, &given) {
                price::settle(facts, &shown);
            }
        }
        _ => {}
    }
}

/// Ids and links: the site's own number, else the thing's own address, else the page's.
fn name(drafts: &mut [Draft], context: &Context) {
    let alone = drafts.len() == 1;
    let page = context.page;
    let mut given: HashMap<String, usize> = HashMap::new();
    for draft in drafts {
        let item = &mut draft.item;
        let node = draft.node_id.as_deref().filter(|id| id.contains("://"));
        let own = item.url.as_deref().or(node);
        let own = own.and_then(|url| link::canonical(url, page));
        item.id = match draft.own_id.take().or(own) {
            Some(id) => id,
            None => on_page(page, alone, &item.content.title, &mut given),
        };
        item.url = item.url.take().or_else(|| page.map(str::to_owned));
    }
}

/// A thing that has no address of its own is known by its page, and among several by its title;
/// where titles repeat, by their count.
fn on_page(
    page: Option<&str>,
    alone: bool,
    title: &str,
    given: &mut HashMap<String, usize>,
) -> String {
    let page = page.and_then(|url| link::canonical(url, None));
    let page = page.unwrap_or_else(|| "page".to_owned());
    if alone {
        return page;
    }
    let id = format!("{page}#{}", crate::canonical::fold(title));
    let count = given.entry(id.clone()).or_default();
    *count = count.saturating_add(1);
    match *count {
        1 => id,
        count => format!("{id}#{count}"),
    }
}
