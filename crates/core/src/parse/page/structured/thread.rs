//! Opinions: forum threads, questions with their answers, comments, reviews.
//!
//! Answers and comments are a list without an order: votes move them about, and that says nothing.

use super::draft::{Context, Draft};
use super::graph::Node;
use crate::item::{Block, Kind};

/// Replies to replies; what is deeper is left to the thread's own pages.
const MAX_REPLIES: usize = 16;

const BODIES: [&str; 5] = [
    "articleBody",
    "reviewBody",
    "text",
    "description",
    "abstract",
];

pub(super) fn draft(node: &Node, context: &Context) -> Draft {
    let question = node.node("mainEntity").filter(|_| node.is("qapage"));
    let node = question.as_ref().unwrap_or(node);
    let mut draft = Draft::of(Kind::Thread, node, context);
    if draft.item.content.title.is_empty() {
        draft.item.content.title = node.text("itemReviewed").unwrap_or_default();
    }
    draft.item.content.blocks = post(node, MAX_REPLIES);
    draft.sign(node);
    draft.date(node, context, &["datePublished", "dateCreated"]);
    draft.item.facts.language = node.text("inLanguage");
    draft
}

fn post(node: &Node, replies: usize) -> Vec<Block> {
    let bodies = BODIES.iter().map(|name| node.blocks(name));
    let mut blocks = bodies
        .into_iter()
        .find(|blocks| !blocks.is_empty())
        .unwrap_or_default();
    let Some(replies) = replies.checked_sub(1) else {
        return blocks;
    };
    let names = ["acceptedAnswer", "suggestedAnswer", "comment"];
    let answers = names.into_iter().flat_map(|name| node.nodes(name));
    let items: Vec<Vec<Block>> = answers
        .map(|answer| post(&answer, replies))
        .filter(|answer| !answer.is_empty())
        .collect();
    if !items.is_empty() {
        blocks.push(Block::List {
            ordered: false,
            items,
        });
    }
    blocks
}
