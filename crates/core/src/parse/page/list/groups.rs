//! Siblings of one shape: what could be the rows of a list.
//!
//! Every figure of a subtree is the difference of two sums, so a row costs the same however much is
//! in it, and rows inside rows cost nothing more.

use std::collections::HashMap;

use crate::parse::dom::{Node, NodeId, Tree};
use crate::parse::page::outline::{Region, walk, weight};

/// Groups that are looked at closely.
const MOST_GROUPS: usize = 8;
/// What one row can add to the weight of its group: a list has many rows, not a heavy one.
const MOST_OF_A_ROW: usize = 80;

/// Sums over the nodes in order: of the text that a reader sees.
pub(super) struct Measures {
    text: Vec<usize>,
    link_text: Vec<usize>,
    links: Vec<usize>,
    regions: HashMap<NodeId, Region>,
}

impl Measures {
    pub(super) fn of(tree: &Tree) -> Self {
        let count = tree.len();
        let mut measures = Self {
            text: vec![0; count.saturating_add(1)],
            link_text: vec![0; count.saturating_add(1)],
            links: vec![0; count.saturating_add(1)],
            regions: HashMap::new(),
        };
        walk(tree, |id, node, region| measures.add(id, node, region));
        for sums in [
            &mut measures.text,
            &mut measures.link_text,
            &mut measures.links,
        ] {
            let mut sum = 0;
            for place in sums.iter_mut() {
                sum = place.saturating_add(sum);
                *place = sum;
            }
        }
        measures
    }

    /// A node's own figure stands one place behind it, so that sums run up to a node.
    fn add(&mut self, id: NodeId, node: &Node, region: Region) {
        let place = id.saturating_add(1);
        let put = |sums: &mut Vec<usize>, figure: usize| {
            if let Some(sum) = sums.get_mut(place) {
                *sum = figure;
            }
        };
        if node.is_text() {
            let weight = weight(node.text());
            put(
                &mut self.text,
                if region.in_navigation { 0 } else { weight },
            );
            put(&mut self.link_text, if region.in_link { weight } else { 0 });
        } else {
            put(&mut self.links, usize::from(node.is_link()));
            if region.in_navigation {
                self.regions.insert(id, region);
            }
        }
    }

    fn within(sums: &[usize], id: NodeId, end: NodeId) -> usize {
        let at = |id: NodeId| sums.get(id).copied().unwrap_or(0);
        at(end).saturating_sub(at(id))
    }

    /// Visible text of a subtree that is no navigation.
    pub(super) fn text(&self, id: NodeId, node: &Node) -> usize {
        Self::within(&self.text, id, node.end)
    }

    fn link_text(&self, id: NodeId, node: &Node) -> usize {
        Self::within(&self.link_text, id, node.end)
    }

    fn links(&self, id: NodeId, node: &Node) -> usize {
        Self::within(&self.links, id, node.end)
    }

    fn is_navigation(&self, id: NodeId) -> bool {
        self.regions.contains_key(&id)
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Shape<'a> {
    /// The parent by its shape; one without a class by the place it stands in.
    parent: (&'a str, &'a str, NodeId),
    row: (&'a str, &'a str),
}

#[derive(Default)]
struct Group {
    rows: Vec<NodeId>,
    weight: usize,
    /// A row inside a row belongs to it.
    end: NodeId,
    /// Elements of the same shape with text and without a link.
    plain: usize,
}

impl Group {
    /// Links are what the elements are for; a link in some lines of a text makes no rows.
    fn is_of_links(&self, tree: &Tree) -> bool {
        let first = self.rows.first().and_then(|row| tree.node(*row));
        let is_text = first.is_some_and(|node| node.is_named("li") || node.is_named("p"));
        let rows = self.rows.len();
        rows > 1
            && match is_text {
                true => rows >= self.plain.saturating_mul(2),
                false => rows.saturating_mul(4) >= self.plain,
            }
    }
}

/// The groups that hold most of the link text, each with its rows in order.
pub(super) fn likeliest(tree: &Tree, measures: &Measures) -> Vec<Vec<NodeId>> {
    let mut groups: HashMap<Shape, Group> = HashMap::new();
    for (id, node) in tree.inside(Tree::ROOT) {
        if node.is_text() || !can_be_row(node) || measures.is_navigation(id) {
            continue;
        }
        let is_linked = measures.links(id, node) > 0 && measures.link_text(id, node) > 0;
        let is_text = !is_linked && measures.text(id, node) > 0;
        if !(is_linked || is_text) || is_within_text(tree, measures, node) {
            continue;
        }
        let Some(shape) = shape(tree, node) else {
            continue;
        };
        let group = groups.entry(shape).or_default();
        if id < group.end {
            continue;
        }
        group.end = node.end;
        if is_text {
            group.plain = group.plain.saturating_add(1);
            continue;
        }
        group.rows.push(id);
        let weight = measures.link_text(id, node).min(MOST_OF_A_ROW);
        group.weight = group.weight.saturating_add(weight);
    }
    let mut groups: Vec<Group> = groups
        .into_values()
        .filter(|group| group.is_of_links(tree))
        .collect();
    // By place where weights are equal: the order of a map is none.
    groups.sort_by_key(|group| (std::cmp::Reverse(group.weight), group.rows.first().copied()));
    groups.truncate(MOST_GROUPS);
    groups.into_iter().map(|group| group.rows).collect()
}

fn can_be_row(node: &Node) -> bool {
    const ROWS: [&str; 10] = [
        "li", "tr", "div", "article", "section", "a", "dd", "dt", "p", "td",
    ];
    ROWS.iter().any(|name| node.is_named(name))
}

/// A link in a line or a paragraph that is mostly other text.
fn is_within_text(tree: &Tree, measures: &Measures, node: &Node) -> bool {
    let Some(parent) = tree.node(node.parent).filter(|_| node.is_link()) else {
        return false;
    };
    let linked = measures.link_text(node.parent, parent);
    let all = measures.text(node.parent, parent);
    all > linked.saturating_mul(2)
}

fn shape<'a>(tree: &Tree<'a>, node: &Node<'a>) -> Option<Shape<'a>> {
    let parent = tree.node(node.parent)?;
    let (class, row_class) = (first_class(parent.class), first_class(node.class));
    let place = match class.is_empty() && row_class.is_empty() {
        true => parent.parent,
        false => Tree::ROOT,
    };
    Some(Shape {
        parent: (parent.name, class, place),
        row: (node.name, row_class),
    })
}

/// The first class that says what the element is, not in which state or place it is.
fn first_class(classes: &str) -> &str {
    const STATES: [&str; 16] = [
        "odd", "even", "first", "last", "active", "current", "selected", "alt", "hot", "new",
        "top", "sticky", "clearfix", "row", "featured", "promoted",
    ];
    let kept = |word: &&str| {
        let numbered = word.bytes().any(|byte| byte.is_ascii_digit());
        !numbered && !STATES.iter().any(|state| state.eq_ignore_ascii_case(word))
    };
    classes.split_ascii_whitespace().find(kept).unwrap_or("")
}
