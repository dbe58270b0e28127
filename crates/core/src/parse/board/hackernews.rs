//! Stories and comments of Hacker News: the search of Algolia, its tree of one item, and items of
//! the site's own API.
//!
//! A comment has no title; its first line stands for one, and stays in the text too. In the monthly
//! threads about jobs that line is a row of facts: company | role | place | pay.

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::Facts;
use serde_json::value::RawValue;

use super::next;
use crate::canonical::fold;
use crate::item::{Block, Content, Item, Kind};
use crate::parse::fields::Fields;
use crate::parse::moment::publish;
use crate::parse::pay;
use crate::parse::{Source, html, terms, told};

/// Answers to answers that are followed; each level costs one more pass over what is below it.
const MAX_DEPTH: usize = 64;

/// Longest title that is made of a first line.
const TITLE_CHARS: usize = 200;

pub(super) fn item(entry: &Fields, source: &Source) -> Result<Item, Reason> {
    let id = match entry.raw("id") {
        Some(_) => entry.id("id")?,
        None => entry.id("objectID")?,
    };
    let blocks = html::blocks(&text(entry)?.unwrap_or_default());
    let head = match blocks.first() {
        Some(Block::Text(line)) => fold(line),
        _ => String::new(),
    };
    let title = told(entry.text("title")?);
    if title.is_none() && blocks.is_empty() {
        let gone = entry.flag("deleted")? == Some(true) || entry.flag("dead")? == Some(true);
        let what = if gone {
            "was taken back"
        } else {
            "is missing or blank"
        };
        return Err(Reason::new(Code::MissingField, format!("text {what}")));
    }
    let is_comment = title.is_none();
    let mut facts = facts(entry, source)?;
    if is_comment {
        head_facts(&head, source, &mut facts);
    }
    Ok(Item {
        url: Some(format!("https://news.ycombinator.com/item?id={id}")),
        id,
        content: Content {
            kind: Kind::Thread,
            title: title.unwrap_or_else(|| shortened(head)),
            blocks,
        },
        facts,
    })
}

fn text<'a>(entry: &Fields<'a>) -> Result<Option<std::borrow::Cow<'a, str>>, Reason> {
    for name in ["text", "comment_text", "story_text"] {
        if let Some(text) = entry.text(name)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// Cut at a blank; the whole line is in the text.
fn shortened(line: String) -> String {
    let Some((end, _)) = line.char_indices().nth(TITLE_CHARS) else {
        return line;
    };
    let start = line.get(..end).unwrap_or(&line);
    let cut = start.rfind(' ').and_then(|at| start.get(..at));
    format!("{}…", cut.unwrap_or(start))
}

fn facts(entry: &Fields, source: &Source) -> Result<Facts, Reason> {
    let mut facts = Facts {
        author: match told(entry.text("author")?) {
            None => told(entry.text("by")?),
            author => author,
        },
        ..Facts::default()
    };
    match entry.text("created_at")? {
        Some(at) => source.moments.publish(&mut facts, Some(&at)),
        None => {
            let seconds = match entry.scalar("created_at_i")? {
                None => entry.scalar("time")?,
                seconds => seconds,
            };
            let ms = seconds.map(|seconds| format!("{}000", seconds.trim()));
            let moment = ms.and_then(|ms| source.moments.published_ms(&ms));
            publish(&mut facts, moment, None);
        }
    }
    Ok(facts)
}

/// Facts from a first line in at least three parts. Only an amount with its currency is pay.
fn head_facts(head: &str, source: &Source, facts: &mut Facts) {
    let parts: Vec<&str> = head.split('|').map(str::trim).collect();
    if parts.len() < 3 {
        return;
    }
    facts.company = parts.first().map(|name| (*name).to_owned());
    facts.company = facts.company.take().filter(|name| !name.is_empty());
    let mut paid = Vec::new();
    for part in parts.into_iter().skip(1) {
        let kind = terms::employment_type(part);
        if facts.employment_type.is_none() && kind != "other" {
            facts.employment_type = Some(kind.to_owned());
        }
        if facts.workplace.is_none() {
            facts.workplace = terms::workplace_of_place(part).map(str::to_owned);
        }
        if !part.contains("://") {
            paid.extend(pay::of_text(part, source).filter(|pay| pay.currency.is_some()));
        }
    }
    pay::span(paid).into_facts(facts);
}

/// The records of a tree, each with its place in it.
pub(super) struct Tree<'a> {
    pub(super) records: Vec<(String, &'a RawValue)>,
    /// Answers lie deeper than is followed.
    pub(super) cut: bool,
}

/// A thread's own text, if it has one, and all its comments.
pub(super) fn tree<'a>(whole: &'a RawValue) -> Result<Tree<'a>, Reason> {
    let thread = Fields::of(whole)?;
    let mut tree = Tree {
        records: Vec::new(),
        cut: false,
    };
    if text(&thread)?.is_some() {
        tree.records.push(("the thread".to_owned(), whole));
    }
    let answers = thread.list("children")?.into_iter().enumerate();
    let mut open = vec![(String::new(), answers)];
    while let Some((within, children)) = open.last_mut() {
        let Some((place, child)) = children.next() else {
            open.pop();
            continue;
        };
        let part = format!("{within}children[{place}]");
        let answers = Fields::of(child).and_then(|child| child.list("children"));
        let answers = answers.unwrap_or_default();
        if open.len() >= MAX_DEPTH {
            tree.cut |= !answers.is_empty();
        } else if !answers.is_empty() {
            open.push((format!("{part}."), answers.into_iter().enumerate()));
        }
        tree.records.push((part, child));
    }
    Ok(tree)
}

/// The search counts its pages from 0.
pub(super) fn next_page(found: &Fields, url: Option<&str>) -> Option<String> {
    let next = next::number(found, "page")?.checked_add(1)?;
    let more = next < next::number(found, "nbPages")?;
    more.then(|| next::with_number(url, "page", next))
}
