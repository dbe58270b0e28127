//! What a page consists of, in figures: how much text, where, and under which headings.
//!
//! The measure is a letter; a Chinese or Japanese character counts as two. Judges nothing.

use crate::canonical::{fold, is_dense, is_shown};
use crate::parse::dom::{Node, NodeId, Tree};

/// Text beyond this is not compared with phrases: what stands in front of content stands at its top.
const MOST_TEXT_BYTES: usize = 8_000;
const MOST_HEADINGS: usize = 6;

#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The page's title, folded, in small letters.
    pub(super) title: String,
    /// Outside navigation, in small letters.
    pub(super) headings: Vec<String>,
    /// The top of the visible text, in small letters.
    pub(super) text: String,
    /// Text outside links, forms and navigation.
    pub(super) own: usize,
    /// All visible text.
    pub(super) all: usize,
    /// A visible field for a password, and whether it is part of the navigation.
    pub(super) password: Option<PasswordField>,
    /// Structured data tells of a thing with content: a product, a posting, an article.
    pub(super) has_thing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PasswordField {
    InNavigation,
    InPage,
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    pub(super) in_link: bool,
    pub(super) in_navigation: bool,
    pub(super) in_form: bool,
    /// Of an element that holds a page's own content, such as main or article.
    pub(super) in_content: bool,
}

impl Region {
    pub(super) fn inside(self, node: &Node) -> Self {
        let is = |name: &str| node.is_named(name);
        Self {
            in_link: self.in_link || is("a") || is("button"),
            in_form: self.in_form || is("form") || is("label"),
            in_content: self.in_content || is("main") || is("article"),
            in_navigation: self.in_navigation || is_navigation(node, self.in_content),
        }
    }
}

/// Whether an element leads elsewhere or repeats on every page of a site.
fn is_navigation(node: &Node, in_content: bool) -> bool {
    let is = |name: &str| node.is_named(name);
    if is("nav") || is("footer") || is("aside") || (is("header") && !in_content) {
        return true;
    }
    if is("html") || is("body") || is("main") || is("article") || is("li") || is("tr") || is("a") {
        return false;
    }
    let role = node.attribute("role");
    let by_role =
        role.is_some_and(|role| matches!(&*role, "navigation" | "contentinfo" | "banner"));
    by_role || [node.class, node.id()].into_iter().any(names_navigation)
}

/// Class names such as `site-footer` and `nav`, but not `with-sidebar`.
fn names_navigation(words: &str) -> bool {
    const LAST: [&str; 18] = [
        "nav",
        "navbar",
        "navigation",
        "navi",
        "topnav",
        "subnav",
        "breadcrumb",
        "breadcrumbs",
        "crumbs",
        "footer",
        "foot",
        "sidebar",
        "topbar",
        "menubar",
        "mainmenu",
        "navmenu",
        "sitemap",
        "copyright",
    ];
    const NOT_FIRST: [&str; 5] = ["with", "has", "no", "is", "without"];
    words.split_ascii_whitespace().any(|word| {
        let mut parts = word.split(['-', '_']).filter(|part| !part.is_empty());
        let first = parts.clone().next().unwrap_or("");
        let last = parts.next_back().unwrap_or("");
        let among = |words: &[&str], word: &str| words.iter().any(|w| w.eq_ignore_ascii_case(word));
        among(&LAST, last) && (first == last || !among(&NOT_FIRST, first))
    })
}

/// Calls `visit` for every node that a reader can see, in order, with where it stands.
pub(super) fn walk<'a>(tree: &Tree<'a>, mut visit: impl FnMut(NodeId, &Node<'a>, Region)) {
    let mut open: Vec<(NodeId, Region)> = Vec::new();
    let mut next = Tree::ROOT.saturating_add(1);
    while let Some(node) = tree.node(next) {
        let id = next;
        while open.last().is_some_and(|(end, _)| *end <= id) {
            open.pop();
        }
        let around = open.last().map(|(_, region)| *region).unwrap_or_default();
        if node.is_text() {
            visit(id, node, around);
            next = id.saturating_add(1);
            continue;
        }
        if node.is_unseen() {
            next = node.end;
            continue;
        }
        let region = around.inside(node);
        visit(id, node, region);
        next = id.saturating_add(1);
        if node.end > next {
            open.push((node.end, region));
        }
    }
}

/// The same for one subtree, without where its nodes stand.
pub(super) fn walk_inside<'a>(
    tree: &Tree<'a>,
    id: NodeId,
    mut visit: impl FnMut(NodeId, &Node<'a>),
) {
    let mut unseen_until = id;
    for (at, node) in tree.inside(id) {
        if at < unseen_until {
            continue;
        }
        match node.is_unseen() {
            true => unseen_until = node.end,
            false => visit(at, node),
        }
    }
}

/// How much a text weighs, raw as it stands in markup: what does not show weighs nothing.
pub(super) fn weight(text: &str) -> usize {
    if text.contains('&') {
        return weight_of(&htmlize::unescape(text));
    }
    weight_of(text)
}

fn weight_of(text: &str) -> usize {
    if text.is_ascii() {
        return text
            .bytes()
            .filter(|byte| matches!(byte, b'!'..=b'~'))
            .count();
    }
    let letters = text.chars().filter(|c| is_shown(*c));
    letters.map(|c| if is_dense(c) { 2 } else { 1 }).sum()
}

impl Outline {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut outline = Self {
            title: fold(&tree.title().unwrap_or_default()).to_lowercase(),
            has_thing: has_thing(tree),
            ..Self::default()
        };
        let mut text = String::new();
        let mut line = None;
        walk(tree, |id, node, region| {
            if node.is_text() {
                let weight = weight(node.text());
                outline.all = outline.all.saturating_add(weight);
                if !region.in_link && !region.in_form && !region.in_navigation {
                    outline.own = outline.own.saturating_add(weight);
                }
                if text.len() < MOST_TEXT_BYTES {
                    if line.is_some_and(|line| line != node.line()) {
                        text.push('\n');
                    }
                    line = Some(node.line());
                    text.push_str(&htmlize::unescape(node.text()));
                }
                return;
            }
            outline.element(tree, id, node, region);
        });
        let lines = text.lines().map(|line| fold(line).to_lowercase());
        outline.text = lines
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n");
        outline
    }

    fn element(&mut self, tree: &Tree, id: NodeId, node: &Node, region: Region) {
        if node.is_heading() && !region.in_navigation && self.headings.len() < MOST_HEADINGS {
            self.headings.push(fold(&tree.text(id)).to_lowercase());
        }
        let kind = || node.attribute("type").unwrap_or_default();
        if node.is_named("input") && kind().eq_ignore_ascii_case("password") {
            let found = match region.in_navigation {
                true => PasswordField::InNavigation,
                false => PasswordField::InPage,
            };
            self.password = self
                .password
                .filter(|field| *field == PasswordField::InPage);
            self.password.get_or_insert(found);
        }
    }
}

/// Whether a block of structured data names a type that has content of its own.
fn has_thing(tree: &Tree) -> bool {
    const THINGS: [&str; 9] = [
        "\"JobPosting\"",
        "\"Product\"",
        "\"ProductGroup\"",
        "\"Article\"",
        "\"NewsArticle\"",
        "\"BlogPosting\"",
        "\"DiscussionForumPosting\"",
        "\"Event\"",
        "\"Recipe\"",
    ];
    tree.scripts("application/ld+json")
        .any(|data| THINGS.iter().any(|thing| data.contains(thing)))
}
