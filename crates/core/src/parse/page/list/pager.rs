//! Where a list goes on: the link to its next page.

use crate::parse::dom::{Node, NodeId, Tree};

/// Elements around a link that may say that it belongs to a pager.
const PAGER_DEPTH: usize = 4;

/// The link as it is written.
pub(super) fn next(tree: &Tree) -> Option<String> {
    let links = || {
        let elements = tree.inside(Tree::ROOT);
        elements.filter(|(_, node)| node.is_named("a") || node.is_named("link"))
    };
    let declared = links().find(|(_, node)| is_declared(node) && leads_on(node));
    let found = declared.or_else(|| {
        links()
            .find(|(id, node)| node.is_named("a") && leads_on(node) && says_next(tree, *id, node))
    });
    let href = found?.1.attribute("href")?;
    Some(href.trim().to_owned())
}

fn is_declared(node: &Node) -> bool {
    let rel = node.attribute("rel").unwrap_or_default();
    rel.split_ascii_whitespace()
        .any(|word| word.eq_ignore_ascii_case("next"))
}

/// Not the last page's dead link.
fn leads_on(node: &Node) -> bool {
    let href = node.attribute("href").unwrap_or_default();
    let href = href.trim();
    let dead = href.is_empty()
        || href.starts_with('#')
        || href.to_ascii_lowercase().starts_with("javascript:");
    let disabled = node
        .class
        .split_ascii_whitespace()
        .any(|class| class.contains("disabled"));
    !dead && !disabled
}

fn says_next(tree: &Tree, id: NodeId, node: &Node) -> bool {
    const WORDS: [&str; 26] = [
        "next",
        "next page",
        "next posts",
        "older",
        "older posts",
        "older entries",
        "more results",
        "下一页",
        "下一頁",
        "下页",
        "下頁",
        "后一页",
        "次へ",
        "次のページ",
        "다음",
        "weiter",
        "nächste",
        "nächste seite",
        "suivant",
        "page suivante",
        "siguiente",
        "próxima",
        "successiva",
        "volgende",
        "далее",
        "следующая",
    ];
    const ARROWS: [&str; 6] = ["›", "»", ">", "→", ">>", "⟩"];
    let label = node.attribute("aria-label").unwrap_or_default();
    let text = tree.text(id);
    let arrow = ARROWS.contains(&text.as_str());
    let mark = |c: char| !c.is_alphanumeric();
    let said = [text.as_str(), &label].into_iter().any(|text| {
        let text = text.trim_matches(mark).to_lowercase();
        WORDS.contains(&text.as_str())
    });
    said || (arrow && is_in_pager(tree, id, node))
}

/// A bare arrow turns pages only among the numbers of a pager; elsewhere it turns pictures.
fn is_in_pager(tree: &Tree, id: NodeId, node: &Node) -> bool {
    let names = |node: &Node| {
        let class = node.class.to_ascii_lowercase();
        class.contains("pag") || node.id().to_ascii_lowercase().contains("pag")
    };
    let around = tree.ancestors(id).take(PAGER_DEPTH);
    names(node) || around.into_iter().any(|(_, node)| names(node))
}
