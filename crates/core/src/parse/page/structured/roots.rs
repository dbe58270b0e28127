//! Which things of a page become items: those that stand for themselves, and those that a page or a
//! list is about.

use super::graph::{Index, Node};
use super::kind::{Part, part};
use super::thing::Thing;
use crate::item::Kind;

/// Frames inside each other; real ones have two or three.
const MAX_FRAMES: usize = 6;

#[derive(Clone, Copy)]
pub(super) struct Root<'g> {
    pub(super) node: Node<'g>,
    pub(super) kind: Kind,
    /// One of a list, not what the page itself is about.
    listed: bool,
}

/// The things that become items. Those of lists count only where the page is about nothing else:
/// beside a product, a list is what else the shop sells. A business or an event beside a posting,
/// a product or an article is furniture, too.
pub(super) fn roots<'g>(things: &'g [Thing<'g>], index: &'g Index<'g>) -> Vec<Root<'g>> {
    let mut all = Vec::new();
    for thing in things {
        collect(Node::new(thing, index), MAX_FRAMES, false, &mut all);
    }
    let own = all
        .iter()
        .any(|root| !root.listed && root.kind != Kind::Page);
    all.retain(|root| !own || !root.listed);
    let told = |kind: Kind| matches!(kind, Kind::Posting | Kind::Product | Kind::Article);
    let told = all.iter().any(|root| told(root.kind));
    all.retain(|root| !told || root.kind != Kind::Page);
    all
}

fn collect<'g>(node: Node<'g>, frames: usize, listed: bool, all: &mut Vec<Root<'g>>) {
    match part(node.thing) {
        Part::Item(kind) => all.push(Root { node, kind, listed }),
        Part::Furniture => {}
        Part::Frame => {
            let Some(frames) = frames.checked_sub(1) else {
                return;
            };
            for name in ["mainEntity", "mainEntityOfPage"] {
                for inner in node.nodes(name) {
                    collect(inner, frames, listed, all);
                }
            }
            for name in ["itemListElement", "item", "dataFeedElement"] {
                for inner in node.nodes(name) {
                    collect(inner, frames, true, all);
                }
            }
        }
    }
}
